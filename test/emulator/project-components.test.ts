import { COMPONENT, COMPONENTS, exactly, has, lists, talk } from "./conversation.ts";

const projects = ["site", "other"].map((slug) => ({ organization_id: "org_1", slug }));
const bare = { seed: { projects } };
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

talk("integrates a component by slug, by id, or by both if they agree", bare, [
  [`POST ${COMPONENTS}`, ga4, exactly(record)],
  [`POST ${COMPONENTS}`, { component_id: "cmp_meta_capi" }, { id: "pc_2", ...capi }],
  [`POST ${COMPONENTS}`, maintenance, { id: "pc_3", ...maintenance }],
  [`GET ${COMPONENT}`, exactly(record)],
]);

talk("stores version, active and settings unchanged, and does not check settings against the catalogue", bare, [
  [`POST ${COMPONENTS}`, { ...ga4, component_version: "1.0.0", active: false, settings: odd }, { active: false }],
  [`GET ${COMPONENT}`, has("settings", odd)],
  [`GET ${COMPONENT}`, { component_version: "1.0.0", active: false }],
]);

talk("refuses to integrate what the catalogue does not have", bare, [
  ...REFUSED.map(([body, params]) => [`POST ${COMPONENTS}`, body, params] as const),
  [`GET ${COMPONENTS}`, { data: [] }],
]);

talk("accepts a component once per project", bare, [
  [`POST ${COMPONENTS}`, ga4, {}],
  [`POST ${COMPONENTS}`, { component_id: "cmp_ga4", component_version: "1.0.0" }, 409],
  ["POST /v1/projects/prj_2/components", ga4, {}],
]);

talk("changes only the fields in an update, and replaces the settings whole", bare, [
  [`POST ${COMPONENTS}`, old, {}],
  [`POST ${COMPONENT}`, {}, { ...record, ...old }],
  [`POST ${COMPONENT}`, { active: false }, { ...record, ...old, active: false }],
  [`POST ${COMPONENT}`, { component_version: "1.2.0" }, { ...old, active: false, component_version: "1.2.0" }],
  [`POST ${COMPONENT}`, { settings: { b: { d: 1 } } }, has("settings", { b: { d: 1 } })],
  [`POST ${COMPONENT}`, { settings: null }, { settings: null }],
  [`GET ${COMPONENT}`, exactly({ ...record, active: false })],
]);

talk("refuses to change the component or to set an unknown version", bare, [
  [`POST ${COMPONENTS}`, same, {}],
  [`POST ${COMPONENT}`, same, {}],
  [`POST ${COMPONENT}`, { ...capi, id: "pc_2" }, ["id", ...Object.keys(capi)]],
  [`GET ${COMPONENT}`, exactly(record)],
]);

talk("deletes a component, and never uses its id again", bare, [
  [`POST ${COMPONENTS}`, ga4, {}],
  [`DELETE ${COMPONENT}`, exactly({ object: "project_component", id: "pc_1", deleted: true })],
  [`DELETE ${COMPONENT}`, 404],
  [`POST ${COMPONENTS}`, ga4, { id: "pc_2" }],
]);

talk("finds a component only in its own project", bare, [
  [`POST ${COMPONENTS}`, ga4, {}],
  ...["/v1/projects/prj_2/components/pc_1", "/v1/projects/prj_9/components/pc_1", `${COMPONENTS}/pc_9`].flatMap(
    (path) => [[`POST ${path}`, {}, 404] as const, [`GET ${path}`, 404] as const, [`DELETE ${path}`, 404] as const],
  ),
  [`GET ${COMPONENT}`, {}],
]);

talk("lists components by category and subcategory", bare, [
  ...[ga4, { component_slug: capi.component_slug }, maintenance].map(
    (body) => [`POST ${COMPONENTS}`, body, {}] as const,
  ),
  [`GET ${COMPONENTS}?order_direction=ASC`, lists("pc_1", "pc_2", "pc_3")],
  [`GET ${COMPONENTS}?order_direction=ASC&category=data_collection`, lists("pc_1", "pc_2")],
  [`GET ${COMPONENTS}?category=data_collection&subcategory=conversion_api`, lists("pc_2")],
  [`GET ${COMPONENTS}?subcategory=wasm_function`, lists("pc_3")],
  [`GET ${COMPONENTS}?category=edge_function&subcategory=conversion_api`, lists()],
  [`GET ${COMPONENTS}?category=edge-function`, ["category"]],
  [`GET ${COMPONENTS}?subcategory=marketing`, ["subcategory"]],
]);

const hidden = { id: "cmp_a", slug: "org/a", latest_version: "3.0.0" };
const shown = { object: "project_component", id: "pc_1", component_id: "cmp_a", component_slug: "org/a" };

talk(
  "accepts any version if the versions are hidden, and requires one if there is no latest version",
  { seed: { projects, catalogue: [hidden, { id: "cmp_b", slug: "org/b" }] } },
  [
    [
      `POST ${COMPONENTS}`,
      { component_slug: "org/a" },
      exactly({ ...shown, component_version: "3.0.0", active: true, settings: null }),
    ],
    [`POST ${COMPONENTS}`, { component_slug: "org/b" }, ["component_version"]],
    [`POST ${COMPONENTS}`, { component_slug: "org/b", component_version: "7" }, { component_version: "7" }],
  ],
);
