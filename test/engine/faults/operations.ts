import { SECRET } from "../harness/scene.ts";
import type { Operation, SeededProject, Wanted } from "./operation.ts";
import {
  HOST,
  project,
  component,
  oldComponent,
  changedComponent,
  domain,
  site,
  everyField,
  anotherValue,
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

type Flags = Pick<Operation, "isPlayedAlone" | "deletesFirst" | "failsProgram" | "after" | "live">;
type ByHand = NonNullable<Operation["byHand"]>;
type End = Operation["end"];

const ALONE = { isPlayedAlone: true } as const;

function create(name: string, after: Wanted, end: End, flags: Flags = {}): Operation {
  return { name, command: "up", after, end, ...flags };
}

function change(name: string, before: Wanted, after: Wanted, end: End, flags: Flags = {}): Operation {
  return { name, command: "up", before, after, end, ...flags };
}

/** Adopts, or looks up, what is live. */
function adoption(name: string, seed: SeededProject, after: Wanted, end: End, flags: Flags = {}): Operation {
  return { name, command: "up", live: [seed], after, end, ...flags };
}

function preview(name: string, wanted: Pick<Operation, "before" | "after">, end: End, flags: Flags = {}): Operation {
  return { name, command: "preview", ...wanted, end, ...flags };
}

function refresh(name: string, before: Wanted, byHand: ByHand, end: End, flags: Flags = {}): Operation {
  return { name, command: "refresh", before, byHand, end, ...flags };
}

function destroy(name: string, before: Wanted, byHand: ByHand, end: End): Operation {
  return { name, command: "destroy", before, byHand, end };
}

const inOther = { ...project, organizationId: "org_2" };
const adopted = { ...project, ...adopt };
const file = { file: { text: FILE } };
const pruned = { file: { text: FILE, prune } };
const changedFile = FILE.replace("before", "after")
  .replace("dataset: a", "dataset: b")
  .replace("    settings", "    active: false\n    settings");
const replacedFile = `${FILE_PROJECT}components:\n  edgee/ga4:\n    settings: { measurement_id: G-1 }\ndomains: [shop.example.com]\n`;
const mustExist = `version: 1\nproject: { organization_id: org_1, slug: site, must_exist: true }\n${FILE_DOMAIN}`;
const ga4 = { component: "edgee/ga4", settings: { measurement_id: "G-1" } };

const SITE_PATH = "/v1/projects/{site}";
const COMPONENT_PATH = `${SITE_PATH}/components/{component}`;
const editedProject = [`POST ${SITE_PATH}`, { description: "by hand", cookie_name: "by-hand" }] as const;
const editedSettings = { settings: { dataset: "by-hand", service_key: SECRET, undeclared: "kept" } };

export const OPERATIONS: readonly Operation[] = [
  create("project: create", { project: everyField }, SITE),
  preview("project: preview of a create", { after: { project: everyField } }, SITE),
  preview("project: preview without changes", { before: { project: everyField } }, SITE),
  change("project: update of every field", { project: everyField }, { project: anotherValue }, ["org_1/shop"]),
  change("project: replace", { project }, { project: inOther }, ["org_2/site"]),
  change("project: replace of an adopted one", { project: adopted }, { project: { ...inOther, ...adopt } }, [
    "org_2/site",
  ]),
  change(
    "project: replace with its children",
    site,
    { ...site, project: inOther },
    ALL.map((key) => key.replace("org_1", "org_2")),
    { ...ALONE, deletesFirst: true },
  ),
  refresh("project: refresh after an edit", { project }, [editedProject], SITE),
  refresh("project: refresh after a rename", { project }, [[`POST ${SITE_PATH}`, { slug: "by-hand" }]], SITE),
  refresh("project: refresh after a deletion", { project }, [[`DELETE ${SITE_PATH}`]], SITE),
  adoption("project: adopt by key", liveProject, { project: adopted }, SITE),
  adoption(
    "project: adopt by id",
    { ...liveProject, slug: "old" },
    { project: { ...project, adoptId: "prj_live" } },
    SITE,
  ),
  adoption(
    "project: adopt by its previous slug",
    { ...liveProject, slug: "old" },
    { project: { ...adopted, previousSlug: "old" } },
    SITE,
  ),
  change("project: remove", { project }, {}, []),
  destroy(
    "project: destroy with children that are not declared",
    { project: { ...project, forceDestroy: true } },
    [[`POST ${SITE_PATH}/domains`, { name: "by-hand.example.com" }]],
    [],
  ),

  change("component: create", { project }, { project, component }, WITH_COMPONENT),
  preview(
    "component: preview of a create",
    { before: { project }, after: { project, component } },
    WITH_COMPONENT,
    ALONE,
  ),
  preview("component: preview without changes", { before: { project, component } }, WITH_COMPONENT),
  change(
    "component: update of every field",
    { project, component: oldComponent },
    { project, component: changedComponent },
    WITH_COMPONENT,
    ALONE,
  ),
  change("component: replace", { project, component }, { project, component: ga4 }, [...SITE, "org_1/site/edgee/ga4"]),
  refresh(
    "component: refresh after an edit",
    { project, component },
    [[`POST ${COMPONENT_PATH}`, { active: false, component_version: "1.9.0" }]],
    WITH_COMPONENT,
    { after: { project, component: { ...component, active: true } } },
  ),
  refresh(
    "component: refresh after an edit of settings",
    { project, component },
    [[`POST ${COMPONENT_PATH}`, editedSettings]],
    WITH_COMPONENT,
  ),
  refresh("component: refresh after a removal", { project, component }, [[`DELETE ${COMPONENT_PATH}`]], WITH_COMPONENT),
  adoption("component: adopt by key", live, { project: adopted, component: { ...component, ...adopt } }, ALL),
  adoption("component: adopt by id", live, { project: adopted, component: { ...component, adoptId: "pc_live" } }, ALL),
  change("component: remove", { project, component }, { project }, SITE),

  change("domain: create", { project }, { project, domain }, WITH_DOMAIN),
  preview("domain: preview of a create", { before: { project }, after: { project, domain } }, WITH_DOMAIN),
  preview("domain: preview without changes", { before: { project, domain } }, WITH_DOMAIN),
  change(
    "domain: update of every field",
    { project: adopted, domain: { ...domain, ...adopt } },
    { project: adopted, domain: { ...domain, ...adopt, waitFor: "dns", waitTimeout: 60 } },
    ALL,
    { live: [live] },
  ),
  change("domain: replace", { project, domain }, { project, domain: { name: "shop.example.com" } }, [
    ...SITE,
    "org_1/site/shop.example.com",
  ]),
  change(
    "domain: move",
    { project, other: {}, domain },
    { project, other: {}, domain, domainInOther: true },
    [...SITE, "org_1/other", `org_1/other/${HOST}`],
    { ...ALONE, deletesFirst: true },
  ),
  refresh(
    "domain: refresh after a detachment",
    { project, domain },
    [[`DELETE ${SITE_PATH}/domains/${HOST}`]],
    WITH_DOMAIN,
  ),
  adoption("domain: adopt", live, { project: adopted, domain: { ...domain, ...adopt } }, ALL),
  change("domain: remove", { project, domain }, { project }, SITE),

  create("site: create", site, ALL, ALONE),
  refresh("site: refresh without changes", site, [], ALL),
  destroy("site: destroy", site, [], []),

  create("file: create", file, ALL, ALONE),
  preview("file: preview of a create", { after: file }, ALL),
  preview("file: preview without changes", { before: file }, ALL),
  change("file: update", file, { file: { text: changedFile } }, ALL),
  change("file: replace of a component and a domain", pruned, { file: { text: replacedFile, prune } }, [
    ...SITE,
    "org_1/site/edgee/ga4",
    "org_1/site/shop.example.com",
  ]),
  refresh(
    "file: refresh after edits",
    file,
    [editedProject, [`POST ${COMPONENT_PATH}`, { active: false }], [`DELETE ${SITE_PATH}/domains/${HOST}`]],
    ALL,
  ),
  adoption("file: adopt", live, file, ALL),
  adoption("file: look up with must_exist", liveProject, { file: { text: mustExist } }, WITH_DOMAIN),
  destroy("file: destroy", file, [], ALL),
  destroy("file: destroy with prune", pruned, [], []),

  // What is only looked up.
  adoption("get: read", live, { get: ids }, ALL, { ...ALONE, failsProgram: true }),
  refresh("get: refresh", { get: ids }, [], ALL, { live: [live] }),
  adoption("lookups: up", live, { lookUp: "site" }, ALL),
  preview("lookups: preview", { after: { lookUp: "site" } }, ALL, { live: [live] }),
];
