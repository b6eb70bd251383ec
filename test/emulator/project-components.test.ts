import { expect } from "vitest";
import type { Seed } from "../../emulator/start.ts";
import { fields, type Reply } from "./ask.ts";
import { conversations, exactly, has } from "./conversation.ts";
import { keysOf } from "./list.ts";

const seed: Seed = {
  projects: [
    { organization_id: "org_1", slug: "site" },
    { organization_id: "org_1", slug: "other" },
  ],
};
const list = "/v1/projects/prj_1/components";
const single = `${list}/pc_1`;
const ga4 = { component_slug: "edgee/ga4" };
const same = { component_id: "cmp_ga4", component_slug: "edgee/ga4" };
const record = {
  object: "project_component",
  id: "pc_1",
  ...same,
  component_version: "1.2.0",
  category: "data_collection",
  subcategory: "analytics",
  active: true,
  settings: null,
};
const capi = { component_id: "cmp_meta_capi", component_slug: "edgee/meta-capi", component_version: "2.0.1" };
const maintenance = { component_id: "cmp_maintenance", component_slug: "edgee/maintenance-page" };
const odd: unknown = JSON.parse('{"measurement_id": 7, "__proto__": {"a": 1}, "deep": [{"b": null}]}');
const old = { ...ga4, component_version: "1.0.0", settings: { a: 1, b: { c: 1 } } };

const REFUSED: readonly (readonly [body: object, params: readonly string[]])[] = [
  [{ active: true }, ["component_slug"]],
  [{ component_slug: "constructor" }, ["component_slug"]],
  [{ component_id: "edgee/ga4" }, ["component_id"]],
  [{ component_id: "cmp_ga4", component_slug: "edgee/meta-capi" }, ["component_id"]],
  [{ component_id: "cmp_none", component_slug: "edgee/none" }, ["component_id", "component_slug"]],
  [{ ...ga4, component_version: "toString" }, ["component_version"]],
  [{ ...ga4, component_version: null }, ["component_version"]],
  [{ component_slug: null }, ["component_slug"]],
  [{ ...ga4, settings: [], active: null }, ["active", "settings"]],
  [{ ...ga4, settings: "{}" }, ["settings"]],
  [{ component_slug: "edgee/none", active: 1, category: "x" }, ["active", "category", "component_slug"]],
];

const ids =
  (...expected: readonly string[]) =>
  (reply: Reply) =>
    expect(keysOf(reply)).toEqual(expected);

conversations(
  { seed },
  {
    "integrates a component by slug, by id, or by both if they agree": [
      [`POST ${list}`, ga4, exactly(record)],
      [`POST ${list}`, { component_id: "cmp_meta_capi" }, { id: "pc_2", ...capi }],
      [`POST ${list}`, maintenance, { id: "pc_3", ...maintenance }],
      [`GET ${single}`, exactly(record)],
    ],
    "stores version, active and settings unchanged, and does not check settings against the catalogue": [
      [`POST ${list}`, { ...ga4, component_version: "1.0.0", active: false, settings: odd }, { active: false }],
      [`GET ${single}`, (reply) => expect(JSON.stringify(fields(reply)["settings"])).toBe(JSON.stringify(odd))],
      [`GET ${single}`, { component_version: "1.0.0", active: false }],
    ],
    "refuses to integrate what the catalogue does not have": [
      ...REFUSED.map(([body, params]) => [`POST ${list}`, body, params] as const),
      [`GET ${list}`, { data: [] }],
    ],
    "accepts a component once per project": [
      [`POST ${list}`, ga4, {}],
      [`POST ${list}`, { component_id: "cmp_ga4", component_version: "1.0.0" }, 409],
      ["POST /v1/projects/prj_2/components", ga4, {}],
    ],
    "changes only the fields in an update, and replaces the settings whole": [
      [`POST ${list}`, old, {}],
      [`POST ${single}`, {}, { ...record, ...old }],
      [`POST ${single}`, { active: false }, { ...record, ...old, active: false }],
      [`POST ${single}`, { component_version: "1.2.0" }, { ...old, active: false, component_version: "1.2.0" }],
      [`POST ${single}`, { settings: { b: { d: 1 } } }, has("settings", { b: { d: 1 } })],
      [`POST ${single}`, { settings: null }, { settings: null }],
      [`GET ${single}`, exactly({ ...record, active: false })],
    ],
    "refuses to change the component or to set an unknown version": [
      [`POST ${list}`, same, {}],
      [`POST ${single}`, same, {}],
      [`POST ${single}`, { ...capi, id: "pc_2" }, ["id", ...Object.keys(capi)]],
      [`GET ${single}`, exactly(record)],
    ],
    "deletes a component, and never uses its id again": [
      [`POST ${list}`, ga4, {}],
      [`DELETE ${single}`, exactly({ object: "project_component", id: "pc_1", deleted: true })],
      [`DELETE ${single}`, 404],
      [`POST ${list}`, ga4, { id: "pc_2" }],
    ],
    "finds a component only in its own project": [
      [`POST ${list}`, ga4, {}],
      ...["/v1/projects/prj_2/components/pc_1", "/v1/projects/prj_9/components/pc_1", `${list}/pc_9`].flatMap(
        (path) => [[`POST ${path}`, {}, 404] as const, [`GET ${path}`, 404] as const, [`DELETE ${path}`, 404] as const],
      ),
      [`GET ${single}`, {}],
    ],
    "lists components by category and subcategory": [
      ...[ga4, { component_slug: capi.component_slug }, maintenance].map((body) => [`POST ${list}`, body, {}] as const),
      [`GET ${list}?order_direction=ASC`, ids("pc_1", "pc_2", "pc_3")],
      [`GET ${list}?order_direction=ASC&category=data_collection`, ids("pc_1", "pc_2")],
      [`GET ${list}?category=data_collection&subcategory=marketing`, ids("pc_2")],
      [`GET ${list}?subcategory=utility`, ids("pc_3")],
      [`GET ${list}?category=edge_function&subcategory=marketing`, ids()],
    ],
  },
);

const hidden = { id: "cmp_a", slug: "org/a", latest_version: "3.0.0" };
const shown = { object: "project_component", id: "pc_1", component_id: "cmp_a", component_slug: "org/a" };

conversations(
  { seed: { ...seed, catalogue: [hidden, { id: "cmp_b", slug: "org/b" }] } },
  {
    "accepts any version if the versions are hidden, and requires one if there is no latest version": [
      [
        `POST ${list}`,
        { component_slug: "org/a" },
        exactly({ ...shown, component_version: "3.0.0", active: true, settings: null }),
      ],
      [`POST ${list}`, { component_slug: "org/b" }, ["component_version"]],
      [`POST ${list}`, { component_slug: "org/b", component_version: "7" }, { component_version: "7" }],
    ],
  },
);
