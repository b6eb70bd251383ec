import { DOCUMENTED_FIELDS } from "../documented-fields.ts";
import { exactly, talk } from "./conversation.ts";
import { noon } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const other = { ...site, slug: "other" };
const full = { ...site, slug: "b", type: "mcp", description: "B", external_project_url: "https://b.example" };
const created = { object: "project", id: "prj_1", ...site, created_at: noon, updated_at: noon };
const settings = {
  ...Object.fromEntries(
    DOCUMENTED_FIELDS.flatMap(({ name, byDefault }) => (byDefault === undefined ? [] : [[name, byDefault]])),
  ),
  autocapture: { pageview: false, spa_pageview: false, engagement: false, click: false, form: false, scroll: false },
};
const later = "2025-10-01T12:00:01.000Z";
const create = "POST /v1/projects";
const update = "POST /v1/projects/prj_1";
const read = "GET /v1/projects/prj_1";
const readOnly = { organization_id: "org_1", avatar_url: "x", created_at: noon, object: "project" };
const empty = { seed: { organizations: ["org_1", "org_2"] } };
const component = { component_slug: "edgee/ga4" };
const domain = { name: "www.example.com" };

talk("creates a project from its base fields, and answers without settings", empty, [
  [create, site, exactly(created)],
  [create, full, exactly({ ...created, ...full, id: "prj_2" })],
]);

talk("stores the documented default of every setting on create", empty, [
  [create, site, {}],
  [read, exactly({ ...created, ...settings, type: "proxy" })],
]);

talk("accepts no settings in a create, and requires type, organization and slug", empty, [
  [create, { ...site, force_https: true, cache: null }, ["force_https", "cache"]],
  [create, {}, ["organization_id", "slug", "type"]],
  [
    create,
    { organization_id: "", slug: null, type: null, description: 1, external_project_url: null },
    ["organization_id", "slug", "type", "description", "external_project_url"],
  ],
  [create, { ...site, type: "PROXY", description: null }, ["type", "description"]],
  ["GET /v1/projects", { data: [] }],
]);

talk("refuses slugs that are not lower-case words, on create and on update", empty, [
  [create, site, {}],
  ...["", "A", "a_b", "a--b", "-a", "a-", "a b", "é", "a/b", "a\n"].flatMap((slug) => [
    [create, { ...site, slug }, ["slug"]] as const,
    [update, { slug }, ["slug"]] as const,
  ]),
  [update, { slug: "a-1" }, {}],
]);

talk("keeps slugs unique in an organization, and frees a slug when its project is deleted or renamed", empty, [
  [create, site, {}],
  [create, other, {}],
  [create, site, 409],
  ["POST /v1/projects/prj_2", { slug: "site" }, 409],
  [update, { slug: "site" }, {}],
  [create, { ...site, organization_id: "org_2" }, {}],
  [update, { slug: "renamed" }, {}],
  [create, site, { id: "prj_4" }],
  ["DELETE /v1/projects/prj_4", {}],
  [create, site, { id: "prj_5" }],
]);

talk("changes only the fields in an update, and answers the full project", empty, [
  [create, { ...site, description: "D" }, {}],
  1000,
  [update, { slug: "new", force_https: false }, { slug: "new", description: "D", updated_at: later }],
  [read, exactly({ ...created, ...settings, slug: "new", description: "D", force_https: false, updated_at: later })],
]);

talk("refuses read-only fields in an update, but accepts the id of the path", empty, [
  [create, site, {}],
  [update, readOnly, Object.keys(readOnly)],
  [update, { id: "prj_1", cache: true }, { id: "prj_1", cache: true }],
  ...["prj_2", null, 1].map((id) => [update, { id }, ["id"]] as const),
]);

talk("reads a project only in the requested organization", empty, [
  [create, site, {}],
  [`${read}?organization_id=org_1`, { id: "prj_1" }],
  [`${read}?organization_id=org_2`, 404],
]);

talk("deletes a project with its components and domains", empty, [
  [create, site, {}],
  [`${update}/components`, component, {}],
  [`${update}/domains`, domain, {}],
  ["DELETE /v1/projects/prj_1", exactly({ object: "project", id: "prj_1", deleted: true })],
  ...["", "/components", "/components/pc_1", "/domains", "/domains/www.example.com"].map(
    (path) => [`${read}${path}`, 404] as const,
  ),
  [create, site, { id: "prj_2" }],
  ["POST /v1/projects/prj_2/domains", domain, {}],
  ["POST /v1/projects/prj_2/components", component, { id: "pc_2" }],
]);

talk("does not find an unknown project", empty, [
  ["POST /v1/projects/prj_9", { colour: 1 }, 404],
  ["GET /v1/projects/prj_9", 404],
  ["DELETE /v1/projects/prj_9", 404],
]);
