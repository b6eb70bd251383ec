import { expect, it } from "vitest";
import { readSeed, type Seed } from "../../emulator/seed.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { COMPONENT, PROJECT, talk } from "./conversation.ts";

const project = { organization_id: "org_1", slug: "site" };
const fields = { type: "mcp", description: "D", avatar_url: "https://example.invalid/a.png", force_https: false };
const ready = { name: "b.example.com", dns_status: true, ssl_status: true };
const ga4 = { component_slug: "edgee/ga4", component_version: "1.1.0", active: false, settings: { a: 1 } };
const full: unknown = {
  organizations: ["org_1"],
  projects: [
    {
      ...project,
      ...fields,
      id: "prj_site",
      cache: null,
      rate_limiting: [{ rank: 1, limit: 2 }],
      components: [ga4, { id: "pc_capi", component_id: "cmp_meta_capi" }],
      domains: [{ name: "a.example.com" }, ready],
    },
  ],
};
const shown = { ...project, ...fields, cache: false, log_severity: "INFO", rate_limiting: [{ window: "10s" }] };
const path = "/v1/projects/prj_site";

talk("creates projects with settings, components and domains", { seed: readSeed(full) }, [
  [`GET ${path}`, shown],
  [`GET ${path}/components/pc_1`, ga4],
  [`GET ${path}/components/pc_capi`, { component_version: "2.0.1" }],
  [`GET ${path}/domains/a.example.com`, { dns_status: false }],
  [`GET ${path}/domains/b.example.com`, ready],
]);

const NAMES = ["*.example.com", "bücher.example", "WWW.Example.com"];
const foreign: Seed["projects"] = [
  {
    ...project,
    id: "abc==",
    components: [{ component_slug: "edgee/ga4", id: "a|b" }],
    domains: NAMES.map((name) => ({ name })),
  },
];

talk("accepts ids and host names that a live service can have", { seed: { projects: foreign } }, [
  ...NAMES.flatMap((name) => {
    const single = `/v1/projects/abc%3D%3D/domains/${encodeURIComponent(name)}`;
    return [
      [`GET ${single}`, { name, project_id: "abc==" }] as const,
      [`DELETE ${single}`, { id: name, deleted: true }] as const,
    ];
  }),
  ["GET /v1/projects/abc==/components/a%7Cb", { id: "a|b" }],
]);

it("is not changed by the emulator that uses it", async () => {
  const seed = readSeed({ projects: [{ ...project, components: [{ component_slug: "edgee/ga4", settings: {} }] }] });
  const before = structuredClone(seed);
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${PROJECT}`, { slug: "new" });
  await ask(emulator, `POST ${COMPONENT}`, { settings: { a: 1 } });
  expect(seed).toEqual(before);
});

const TWO = [
  { ...project, id: "prj_a" },
  { ...project, id: "prj_a" },
];
const entry = { id: "cmp_1", slug: "a/b" };
const flag = { name: "n", title: "N", type: "bool", required: true, options: ["a"] };

/** A seed of one project with these fields, and of a catalogue with these entries. */
const having = (more: object) => ({ projects: [{ ...project, ...more }] });
const offering = (...catalogue: readonly object[]) => ({ catalogue });

it.each<[unknown, string]>([
  [null, "the seed:"],
  [{ project: [] }, "project: is not a known field"],
  [{ organizations: [""] }, "organizations.0:"],
  [{ tokens: [{ token: "a b", organizations: [] }] }, "tokens.0.token: must be printable ASCII"],
  [{ tokens: [{ token: "a" }] }, "tokens.0.organizations: is required"],
  [{ tokens: ["a", "a"].map((token) => ({ token, organizations: [] })) }, "tokens.1.token: is a duplicate"],
  [{ projects: [{ slug: "a" }] }, "projects.0.organization_id: is required"],
  [{ projects: [project, { ...project, slug: "B" }] }, "projects.1.slug:"],
  [having({ settings: {} }), "projects.0.settings: is not a known field"],
  [having({ force_https: 1, cache: 2 }), "projects.0.cache:"],
  [having({ rate_limiting: [{ rank: 1 }] }), "projects.0.rate_limiting.0.limit: is required"],
  [having({ id: "a/b" }), "projects.0.id: must not be empty"],
  [having({ id: ".." }), "projects.0.id: must not be empty"],
  [{ projects: TWO }, "projects.1.id: prj_a is already used"],
  [{ projects: [project, project] }, "projects.1: Organization org_1 already has a project with the slug site"],
  [{ organizations: ["org_2"], projects: [project] }, "projects.0: The token cannot access"],
  [having({ components: [{}] }), "projects.0.components.0.component_slug: is required"],
  [
    having({ components: [{ component_slug: "a/x" }] }),
    "projects.0.components.0.component_slug: is not in the catalogue",
  ],
  [having({ components: [ga4, ga4] }), "projects.0.components.1: Project prj_1 already has the component"],
  [having({ domains: ["a.example"] }), "projects.0.domains.0:"],
  [having({ domains: [{ name: "a/b.example" }] }), "projects.0.domains.0.name: must not be empty"],
  [having({ domains: [ready, ready] }), "projects.0.domains.1: Domain b.example.com is already attached"],
  [offering({ id: "cmp_1", slug: "ga4" }), "catalogue.0.slug:"],
  [offering({ ...entry, latest_version: "2", versions: { "1": {} } }), "latest_version: is not one of the versions"],
  [offering(entry, { id: "cmp_2", slug: "a/b" }), "catalogue.1.slug: is a duplicate"],
  [offering({ ...entry, versions: { "1": { dynamic_fields: [flag] } } }), "options: belongs to string fields only"],
])("refuses %j and names the path", (json, message) => {
  expect(() => readSeed(json)).toThrow(message);
});

it("prevents the start if it is not valid", async () => {
  await expect(startEmulator({ seed: { projects: [project, project] } })).rejects.toThrow("projects.1: ");
});
