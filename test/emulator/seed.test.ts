import { expect, it } from "vitest";
import { readSeed } from "../../emulator/seed.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";

const project = { organization_id: "org_1", slug: "site" };

it("creates projects with settings, components and domains", async () => {
  const json: unknown = {
    organizations: ["org_1"],
    projects: [
      {
        ...project,
        id: "prj_site",
        type: "mcp",
        description: "D",
        avatar_url: "https://example.invalid/a.png",
        force_https: false,
        cache: null,
        rate_limiting: [{ rank: 1, limit: 2 }],
        components: [
          { component_slug: "edgee/ga4", component_version: "1.1.0", active: false, settings: { a: 1 } },
          { id: "pc_capi", component_id: "cmp_meta_capi" },
        ],
        domains: [{ name: "a.example.com" }, { name: "b.example.com", dns_status: true, ssl_status: true }],
      },
    ],
  };
  await using emulator = await startEmulator({ seed: readSeed(json) });
  const path = "/v1/projects/prj_site";
  expect((await ask(emulator, `GET ${path}`)).body).toMatchObject({
    ...project,
    id: "prj_site",
    type: "mcp",
    description: "D",
    avatar_url: "https://example.invalid/a.png",
    force_https: false,
    cache: false,
    log_severity: "INFO",
    rate_limiting: [{ rank: 1, limit: 2, window: "10s" }],
  });
  expect((await ask(emulator, `GET ${path}/components/pc_1`)).body).toMatchObject({
    component_version: "1.1.0",
    active: false,
    settings: { a: 1 },
  });
  expect((await ask(emulator, `GET ${path}/components/pc_capi`)).body).toMatchObject({ component_version: "2.0.1" });
  expect((await ask(emulator, `GET ${path}/domains/a.example.com`)).body).toMatchObject({ dns_status: false });
  expect((await ask(emulator, `GET ${path}/domains/b.example.com`)).body).toMatchObject({
    dns_status: true,
    ssl_status: true,
  });
});

it("accepts ids and host names that a live service can have", async () => {
  const domains = ["*.example.com", "bücher.example", "WWW.Example.com"].map((name) => ({ name }));
  const components = [{ component_slug: "edgee/ga4", id: "a|b" }];
  await using emulator = await startEmulator({
    seed: { projects: [{ ...project, id: "abc==", components, domains }] },
  });
  for (const { name } of domains) {
    const path = `/v1/projects/abc%3D%3D/domains/${encodeURIComponent(name)}`;
    expect(await ask(emulator, `GET ${path}`)).toMatchObject({ status: 200, body: { name, project_id: "abc==" } });
    expect((await ask(emulator, `DELETE ${path}`)).body).toEqual({ object: "domain", id: name, deleted: true });
  }
  expect((await ask(emulator, "GET /v1/projects/abc==/components/a%7Cb")).body).toMatchObject({ id: "a|b" });
  expect(emulator.state()).toMatchObject([{ project: { id: "abc==" }, components: [{ id: "a|b" }], domains: [] }]);
});

it("is not changed by the emulator that uses it", async () => {
  const seed = readSeed({ projects: [{ ...project, components: [{ component_slug: "edgee/ga4", settings: {} }] }] });
  const before = structuredClone(seed);
  await using emulator = await startEmulator({ seed });
  await ask(emulator, "POST /v1/projects/prj_1", { slug: "new" });
  await ask(emulator, "POST /v1/projects/prj_1/components/pc_1", { settings: { a: 1 } });
  expect(seed).toEqual(before);
});

it.each<[unknown, string]>([
  [null, "the seed:"],
  [[], "the seed:"],
  [{ project: [] }, "project: is not a known field"],
  [{ organizations: [""] }, "organizations.0:"],
  [{ projects: [{ slug: "a" }] }, "projects.0.organization_id: is required"],
  [{ projects: [project, { ...project, slug: "B" }] }, "projects.1.slug:"],
  [{ projects: [{ ...project, settings: {} }] }, "projects.0.settings: is not a known field"],
  [{ projects: [{ ...project, force_https: 1, cache: 2 }] }, "projects.0.cache:"],
  [{ projects: [{ ...project, rate_limiting: [{ rank: 1 }] }] }, "projects.0.rate_limiting.0.limit: is required"],
  [{ projects: [{ ...project, id: "a/b" }] }, "projects.0.id: must not be empty"],
  [{ projects: [{ ...project, id: ".." }] }, "projects.0.id: must not be empty"],
  [
    {
      projects: [
        { ...project, id: "prj_a" },
        { ...project, id: "prj_a" },
      ],
    },
    "projects.1.id: prj_a is already used",
  ],
  [{ projects: [project, project] }, "projects.1: Organization org_1 already has a project with the slug site"],
  [{ organizations: ["org_2"], projects: [project] }, "projects.0: The token cannot access"],
  [{ projects: [{ ...project, components: [{}] }] }, "projects.0.components.0.component_slug: is required"],
  [
    { projects: [{ ...project, components: [{ component_slug: "edgee/x" }] }] },
    "projects.0.components.0.component_slug: is not in the catalogue",
  ],
  [
    { projects: [{ ...project, components: [{ component_slug: "edgee/ga4" }, { component_id: "cmp_ga4" }] }] },
    "projects.0.components.1: Project prj_1 already has the component",
  ],
  [{ projects: [{ ...project, domains: ["a.example"] }] }, "projects.0.domains.0:"],
  [{ projects: [{ ...project, domains: [{ name: "a/b.example" }] }] }, "projects.0.domains.0.name: must not be empty"],
  [
    { projects: [{ ...project, domains: [{ name: "a.example" }, { name: "a.example" }] }] },
    "projects.0.domains.1: Domain a.example is already attached",
  ],
  [{ catalogue: [{ id: "cmp_1", slug: "ga4" }] }, "catalogue.0.slug:"],
  [
    { catalogue: [{ id: "cmp_1", slug: "a/b", latest_version: "2", versions: { "1": {} } }] },
    "catalogue.0.latest_version: is not one of the versions",
  ],
  [
    {
      catalogue: [
        { id: "cmp_1", slug: "a/b" },
        { id: "cmp_2", slug: "a/b" },
      ],
    },
    "catalogue.1.slug: is a duplicate",
  ],
  [
    {
      catalogue: [
        {
          id: "cmp_1",
          slug: "a/b",
          versions: {
            "1": { dynamic_fields: [{ name: "n", title: "N", type: "bool", required: true, options: ["a"] }] },
          },
        },
      ],
    },
    "catalogue.0.versions.1.dynamic_fields.0.options: belongs to string fields only",
  ],
])("refuses %j and names the path", (json, message) => {
  expect(() => readSeed(json)).toThrow(message);
});

it("prevents the start if it is not valid", async () => {
  await expect(startEmulator({ seed: { projects: [project, project] } })).rejects.toThrow("projects.1: ");
});
