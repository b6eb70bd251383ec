import { DOCUMENTED_FIELDS } from "../documented-fields.ts";
import { talk } from "./conversation.ts";

/*
 * The values that the last public version of the API description has as examples (docs/internals/service.md, Differences), as
 * requests of each endpoint that takes a body, and of each list with a filter. Read-only fields are in answers only.
 */

const ID = "d290f1ee-6c54-4b01-90e6-d701748f0851";
const BASE = { slug: "my-project", description: "This is my project", type: "proxy" };
const PROJECT = { ...BASE, organization_id: ID, external_project_url: "https://my-project.com" };
const COMPONENT = { component_id: ID, component_slug: "edgee/google-analytics", component_version: "1.0.0" };
const KIND = { category: "data_collection", subcategory: "analytics" };
const DOMAINS = "/v1/projects/prj_1/domains";
const COMPONENTS = "/v1/projects/prj_1/components";

/** Each setting of a project with its default. */
const DEFAULTS = Object.fromEntries(
  DOCUMENTED_FIELDS.filter(({ name, byDefault }) => name !== "type" && byDefault !== undefined).map(
    ({ name, byDefault }) => [name, byDefault],
  ),
);

talk("takes the examples of the API description", { seed: {} }, [
  ["POST /v1/projects", PROJECT, { object: "project", ...PROJECT }],
  ["POST /v1/projects/prj_1", { id: "prj_1", ...BASE, ...DEFAULTS }, { object: "project", ...PROJECT, ...DEFAULTS }],
  [`GET /v1/projects/prj_1?organization_id=${ID}`, { ...PROJECT, ...DEFAULTS }],
  [`GET /v1/projects?organization_id=${ID}&limit=100&order_direction=ASC`, { data: [{ id: "prj_1" }] }],
  ["GET /v1/components/edgee/google-analytics", { object: "component", id: ID, ...KIND }],
  [
    "GET /v1/components/edgee/google-analytics",
    { versions: { "1.0.0": { object: "component_version_item", version: "1.0.0" } } },
  ],
  [`POST ${COMPONENTS}`, COMPONENT, { object: "project_component", ...COMPONENT, ...KIND, active: true }],
  [`POST ${COMPONENTS}/pc_1`, { ...COMPONENT, active: true, settings: null }, { ...COMPONENT, settings: null }],
  [`GET ${COMPONENTS}?category=data_collection&subcategory=analytics`, { data: [{ id: "pc_1" }] }],
  [`POST ${DOMAINS}`, { name: "my-project.com" }, { object: "domain", name: "my-project.com", project_id: "prj_1" }],
  [`DELETE ${DOMAINS}/my-project.com`, { object: "domain", id: "my-project.com", deleted: true }],
]);
