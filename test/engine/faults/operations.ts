import { second } from "../harness/every-field.ts";
import { SECRET } from "../harness/scene.ts";
import type { Operation } from "./operation.ts";
import {
  HOST,
  project,
  component,
  oldComponent,
  changedComponent,
  domain,
  site,
  sensitive,
  ALL,
  SITE,
  WITH_COMPONENT,
  WITH_DOMAIN,
  live,
  liveProject,
  adopt,
  ids,
  FILE_PROJECT,
  FILE_DOMAIN,
  FILE,
  prune,
} from "./wanted.ts";

export const OPERATIONS: readonly Operation[] = [
  // Projects.
  { name: "project: create", command: "up", after: { project: sensitive }, end: SITE },
  { name: "project: preview of a create", command: "preview", after: { project: sensitive }, end: SITE },
  { name: "project: preview without changes", command: "preview", before: { project: sensitive }, end: SITE },
  {
    name: "project: update of every field",
    command: "up",
    before: { project: sensitive },
    after: { project: second },
    end: ["org_1/shop"],
  },
  {
    name: "project: replace",
    command: "up",
    before: { project },
    after: { project: { ...project, organizationId: "org_2" } },
    end: ["org_2/site"],
  },
  {
    name: "project: replace of an adopted one",
    command: "up",
    before: { project: { ...project, ...adopt } },
    after: { project: { ...project, ...adopt, organizationId: "org_2" } },
    end: ["org_2/site"],
  },
  {
    name: "project: replace with its children",
    command: "up",
    before: site,
    after: { ...site, project: { ...project, organizationId: "org_2" } },
    end: ALL.map((key) => key.replace("org_1", "org_2")),
  },
  {
    name: "project: refresh after an edit",
    command: "refresh",
    before: { project },
    byHand: [["POST /v1/projects/{site}", { description: "by hand", cookie_name: "by-hand" }]],
    end: SITE,
  },
  {
    name: "project: refresh after a rename",
    command: "refresh",
    before: { project },
    byHand: [["POST /v1/projects/{site}", { slug: "by-hand" }]],
    end: SITE,
  },
  {
    name: "project: refresh after a deletion",
    command: "refresh",
    before: { project },
    byHand: [["DELETE /v1/projects/{site}"]],
    end: SITE,
  },
  {
    name: "project: adopt by key",
    command: "up",
    live: [liveProject],
    after: { project: { ...project, ...adopt } },
    end: SITE,
  },
  {
    name: "project: adopt by id",
    command: "up",
    live: [{ ...liveProject, slug: "old" }],
    after: { project: { ...project, adoptId: "prj_live" } },
    end: SITE,
  },
  {
    name: "project: adopt by its previous slug",
    command: "up",
    live: [{ ...liveProject, slug: "old" }],
    after: { project: { ...project, ...adopt, previousSlug: "old" } },
    end: SITE,
  },
  { name: "project: remove", command: "up", before: { project }, after: {}, end: [] },
  {
    name: "project: destroy with children that are not declared",
    command: "destroy",
    before: { project: { ...project, forceDestroy: true } },
    byHand: [["POST /v1/projects/{site}/domains", { name: "by-hand.example.com" }]],
    end: [],
  },

  // Components.
  { name: "component: create", command: "up", before: { project }, after: { project, component }, end: WITH_COMPONENT },
  {
    name: "component: preview of a create",
    isPlayedAlone: true,
    command: "preview",
    before: { project },
    after: { project, component },
    end: WITH_COMPONENT,
  },
  {
    name: "component: preview without changes",
    command: "preview",
    before: { project, component },
    end: WITH_COMPONENT,
  },
  {
    name: "component: update of every field",
    isPlayedAlone: true,
    command: "up",
    before: { project, component: oldComponent },
    after: { project, component: changedComponent },
    end: WITH_COMPONENT,
  },
  {
    name: "component: replace",
    command: "up",
    before: { project, component },
    after: { project, component: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } },
    end: [...SITE, "org_1/site/edgee/ga4"],
  },
  {
    name: "component: refresh after an edit",
    command: "refresh",
    before: { project, component },
    byHand: [["POST /v1/projects/{site}/components/{component}", { active: false, component_version: "1.9.0" }]],
    after: { project, component: { ...component, active: true } },
    end: WITH_COMPONENT,
  },
  {
    name: "component: refresh after an edit of settings",
    command: "refresh",
    before: { project, component },
    byHand: [
      [
        "POST /v1/projects/{site}/components/{component}",
        { settings: { dataset: "by-hand", service_key: SECRET, undeclared: "kept" } },
      ],
    ],
    end: WITH_COMPONENT,
  },
  {
    name: "component: refresh after a removal",
    command: "refresh",
    before: { project, component },
    byHand: [["DELETE /v1/projects/{site}/components/{component}"]],
    end: WITH_COMPONENT,
  },
  {
    name: "component: adopt by key",
    command: "up",
    live: [live],
    after: { project: { ...project, ...adopt }, component: { ...component, ...adopt } },
    end: ALL,
  },
  {
    name: "component: adopt by id",
    command: "up",
    live: [live],
    after: { project: { ...project, ...adopt }, component: { ...component, adoptId: "pc_live" } },
    end: ALL,
  },
  { name: "component: remove", command: "up", before: { project, component }, after: { project }, end: SITE },

  // Domains.
  { name: "domain: create", command: "up", before: { project }, after: { project, domain }, end: WITH_DOMAIN },
  {
    name: "domain: preview of a create",
    command: "preview",
    before: { project },
    after: { project, domain },
    end: WITH_DOMAIN,
  },
  { name: "domain: preview without changes", command: "preview", before: { project, domain }, end: WITH_DOMAIN },
  {
    name: "domain: update of every field",
    command: "up",
    live: [live],
    before: { project: { ...project, ...adopt }, domain: { ...domain, ...adopt } },
    after: { project: { ...project, ...adopt }, domain: { ...domain, ...adopt, waitFor: "dns", waitTimeout: 60 } },
    end: ALL,
  },
  {
    name: "domain: replace",
    command: "up",
    before: { project, domain },
    after: { project, domain: { name: "shop.example.com" } },
    end: [...SITE, "org_1/site/shop.example.com"],
  },
  {
    name: "domain: move",
    command: "up",
    before: { project, other: {}, domain },
    after: { project, other: {}, domain, domainInOther: true },
    end: [...SITE, "org_1/other", `org_1/other/${HOST}`],
  },
  {
    name: "domain: refresh after a detachment",
    command: "refresh",
    before: { project, domain },
    byHand: [[`DELETE /v1/projects/{site}/domains/${HOST}`]],
    end: WITH_DOMAIN,
  },
  {
    name: "domain: adopt",
    command: "up",
    live: [live],
    after: { project: { ...project, ...adopt }, domain: { ...domain, ...adopt } },
    end: ALL,
  },
  { name: "domain: remove", command: "up", before: { project, domain }, after: { project }, end: SITE },

  // All three.
  { name: "site: create", isPlayedAlone: true, command: "up", after: site, end: ALL },
  { name: "site: refresh without changes", command: "refresh", before: site, end: ALL },
  { name: "site: destroy", command: "destroy", before: site, end: [] },

  // Project files.
  { name: "file: create", isPlayedAlone: true, command: "up", after: { file: { text: FILE } }, end: ALL },
  { name: "file: preview of a create", command: "preview", after: { file: { text: FILE } }, end: ALL },
  { name: "file: preview without changes", command: "preview", before: { file: { text: FILE } }, end: ALL },
  {
    name: "file: update",
    command: "up",
    before: { file: { text: FILE } },
    after: {
      file: {
        text: FILE.replace("before", "after")
          .replace("dataset: a", "dataset: b")
          .replace("    settings", "    active: false\n    settings"),
      },
    },
    end: ALL,
  },
  {
    name: "file: replace of a component and a domain",
    command: "up",
    before: { file: { text: FILE, prune } },
    after: {
      file: {
        text: `${FILE_PROJECT}components:\n  edgee/ga4:\n    settings: { measurement_id: G-1 }\ndomains: [shop.example.com]\n`,
        prune,
      },
    },
    end: [...SITE, "org_1/site/edgee/ga4", "org_1/site/shop.example.com"],
  },
  {
    name: "file: refresh after edits",
    command: "refresh",
    before: { file: { text: FILE } },
    byHand: [
      ["POST /v1/projects/{site}", { description: "by hand", cookie_name: "by-hand" }],
      ["POST /v1/projects/{site}/components/{component}", { active: false }],
      [`DELETE /v1/projects/{site}/domains/${HOST}`],
    ],
    end: ALL,
  },
  { name: "file: adopt", command: "up", live: [live], after: { file: { text: FILE } }, end: ALL },
  {
    name: "file: look up with must_exist",
    command: "up",
    live: [liveProject],
    after: {
      file: { text: `version: 1\nproject: { organization_id: org_1, slug: site, must_exist: true }\n${FILE_DOMAIN}` },
    },
    end: WITH_DOMAIN,
  },
  { name: "file: destroy", command: "destroy", before: { file: { text: FILE } }, end: ALL },
  { name: "file: destroy with prune", command: "destroy", before: { file: { text: FILE, prune } }, end: [] },

  // What is only looked up.
  {
    name: "get: read",
    isPlayedAlone: true,
    failsProgram: true,
    command: "up",
    live: [live],
    after: { get: ids },
    end: ALL,
  },
  { name: "get: refresh", command: "refresh", live: [live], before: { get: ids }, end: ALL },
  { name: "lookups: up", command: "up", live: [live], after: { lookUp: "site" }, end: ALL },
  { name: "lookups: preview", command: "preview", live: [live], after: { lookUp: "site" }, end: ALL },
];
