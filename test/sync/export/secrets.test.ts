import { describe, expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { catalogueEntry, type Setting } from "../../catalogue-entry.ts";
import { always, answered, on } from "../../reconcile/scene.ts";
import { expectNothingToDo, site, startExportWorld, startTwins, type ExportWorld } from "./export-world.ts";
import { startShowing } from "./shown.ts";

const CANARY = "canary-secret-0b9f";

/** Writes the export of all, which may not have the canary in it, and gives its files and the paths of its secrets. */
async function exported(exporting: ExportWorld): Promise<{
  readonly texts: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly notes: readonly string[];
}> {
  const { projects } = await exporting.export();
  const texts = await exporting.files({ projects, leftOut: [] });
  expect(JSON.stringify([projects, texts])).not.toContain(CANARY);
  return {
    texts,
    secrets: projects.flatMap(({ secrets }) => secrets.map(({ name, path }) => `${name} ${path}`)),
    notes: projects.flatMap(({ notes }) => notes),
  };
}

describe("an export of credentials", () => {
  it.each([
    [
      "that the service hides in part",
      [
        { name: "x-key", value: CANARY },
        { name: "x-other", value: "********" },
      ],
    ],
    ["that is odd", [{ id: "h1", name: "A", value: CANARY }]],
  ])("leaves out a text that repeats a secret of a list %s, and is left out", async (_what, headers) => {
    await using exporting = await startShowing({
      project: { description: `uses ${CANARY}`, forwarded_headers: headers },
    });
    expect((await exported(exporting)).notes).toEqual([
      "project.description is left out: it holds the value of a secret.",
      expect.stringContaining("project.forwarded_headers is left out"),
    ]);
  });

  it.each([
    ["is the second of its slug", { component_slug: "edgee/meta-capi" }],
    ["has no name", {}],
    ["names another project", { component_slug: "edgee/meta-capi", project_id: "prj_77" }],
  ])("leaves out a text that repeats a secret of a component that %s", async (_which, fields) => {
    const first = { component_slug: "edgee/meta-capi", component_version: "2.0.1", settings: { pixel_id: "1" } };
    await using exporting = await startShowing({
      project: { description: `uses ${CANARY}` },
      components: [first, { component_version: "2.0.1", settings: { access_token: CANARY }, ...fields }],
    });
    expect((await exported(exporting)).notes).toContain(
      "project.description is left out: it holds the value of a secret.",
    );
  });

  it("leaves out a text that repeats a header's value of a project that is not exported", async () => {
    const { projects } = site({ description: `uses ${CANARY}` });
    const other = { organization_id: "org_1", slug: "other", forwarded_headers: [{ name: "x-key", value: CANARY }] };
    await using exporting = await startExportWorld({ seed: { projects: [...projects, other] } });
    const selection = { by: "slug", organizationId: "org_1", slugs: ["site"] } as const;
    const {
      projects: [project],
    } = await exporting.export(selection);
    expect(JSON.stringify(project?.data)).not.toContain(CANARY);
    expect(project?.notes).toContain("project.description is left out: it holds the value of a secret.");
  });

  it.each(["QwErTyUiOpAsDfGhJkLz", "4929123412341234", "correct horse battery staple"])(
    "leaves out a copy of another project's header %s",
    async (value) => {
      const { projects } = site({ description: `uses ${value}` });
      const other = { organization_id: "org_1", slug: "other", forwarded_headers: [{ name: "x-key", value }] };
      await using exporting = await startExportWorld({ seed: { projects: [...projects, other] } });
      const { projects: found } = await exporting.export({ by: "slug", organizationId: "org_1", slugs: ["site"] });
      expect(JSON.stringify(found[0]?.data)).not.toContain(value);
    },
  );

  it("keeps a text with common words that another project has in a header or an address", async () => {
    const { projects } = site({
      description: "Our Production shop, PRODUCTION, application/json at https://www.example.com",
    });
    const values = ["Production", "PRODUCTION", "application/json", "https://www.example.com", "20240101", "********"];
    const forwarded_headers = values.map((value, index) => ({ name: `x-${index}`, value }));
    const external_project_url = "https://example.com/?utm_source=shop";
    const other = { organization_id: "org_1", slug: "other", forwarded_headers, external_project_url };
    await using exporting = await startExportWorld({ seed: { projects: [...projects, other] } });
    const { projects: found } = await exporting.export({ by: "slug", organizationId: "org_1", slugs: ["site"] });
    expect(found[0]?.notes).toEqual([]);
  });

  it("leaves out a live value that a file would read as a reference to a variable", async () => {
    const reference = { env: "AWS_SECRET_ACCESS_KEY" };
    const component = { id: "pc_1", component_slug: "edgee/ga4", component_version: "1.2.0", active: true };
    await using exporting = await startShowing({
      project: { cookie_name: reference, trusted_ips: [reference] },
      components: [{ ...component, settings: { measurement_id: reference } }],
    });
    const { texts, secrets } = await exported(exporting);
    expect(JSON.stringify(texts)).not.toMatch(/env: "?AWS/);
    expect(secrets).toEqual([]);
  });

  it.each(["boolean", "number", "list"])(
    "leaves out one that a file would read as a reference of type %s",
    async (type) => {
      const reference = { env: "AWS_SECRET_ACCESS_KEY", type };
      await using exporting = await startShowing({
        project: { force_https: reference, trusted_ips: reference, override_cache: [{ path: "/", ttl: reference }] },
      });
      const { texts, secrets, notes } = await exported(exporting);
      expect(JSON.stringify(texts)).not.toContain("AWS");
      expect(secrets).toEqual([]);
      const names = ["force_https", "override_cache", "trusted_ips"];
      expect(notes).toEqual(names.map((name) => `project.${name} is left out: it holds the value of a secret.`));
    },
  );

  it("never writes the token of the run, neither in a field nor in a name", async () => {
    const token = "world-token-0123456789";
    const domains = [{ name: `${token}.example.com` }];
    const fields = { description: `Ask with ${token}.`, cookie_domain: `${token}.example.com` };
    const projects = [...site(fields).projects, ...site({ id: "prj_t", slug: "other", domains }).projects];
    await using exporting = await startExportWorld({ token, seed: { projects } });
    const result = await exporting.export();
    expect(JSON.stringify([result, await exporting.files(result)])).not.toContain(token);
    const notes = ["description", "cookie_domain"].map(
      (name) => `project.${name} is left out: it holds the value of a secret.`,
    );
    expect(result).toMatchObject({ projects: [{ key: "org_1/site", notes }], leftOut: [{ id: "prj_t" }] });
  });

  it("never shows the token of the run in the reason why projects are left out", async () => {
    const token = "world-token-0123456789";
    await using exporting = await startTwins(token, { token });
    const result = await exporting.export();
    expect(result.leftOut).toHaveLength(2);
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it("never shows the token of the run in the id of a project, exported or left out", async () => {
    const token = "world-token-0123456789";
    const projects = ["a", "b"].flatMap((slug) => site({ id: `prj_${slug}_${token}`, slug }).projects);
    const broken = on(`GET /v1/projects/prj_b_${token}/components`, answered({}), always);
    await using exporting = await startExportWorld({ token, seed: { projects }, faults: { faults: [broken] } });
    expect(await exporting.export()).toMatchObject({
      projects: [{ id: "prj_a_(secret)" }],
      leftOut: [{ id: "prj_b_(secret)" }],
    });
  });

  it("takes the values of cache conditions and of forwarded headers from variables", async () => {
    const conditions = {
      request_headers: { present: ["x"], values: { authorization: `Bearer ${CANARY}`, "x-none": null } },
      request_cookies: { values: { session_id: [CANARY, "", true] } },
      request_query_params: { values: { token: { is: CANARY } } },
      response_headers: { values: { "Set-Cookie": CANARY } },
      request_methods: ["GET"],
    };
    await using exporting = await startExportWorld({
      seed: site({
        override_cache: [{ rank: 1, path: "/", conditions }],
        forwarded_headers: [{ name: "authorization", value: `Bearer ${CANARY}` }],
      }),
    });
    const { texts, secrets } = await exported(exporting);
    const at = "project.override_cache[0].conditions";
    const name = "ORG_1__SITE__CACHE__0";
    expect(secrets).toEqual([
      `${name}__REQUEST_COOKIES__SESSION_ID__0 ${at}.request_cookies.values.session_id[0]`,
      `${name}__REQUEST_HEADERS__AUTHORIZATION ${at}.request_headers.values.authorization`,
      `${name}__REQUEST_QUERY_PARAMS__TOKEN__IS ${at}.request_query_params.values.token.is`,
      expect.stringMatching(/^ORG_1__SITE__CACHE__0__RESPONSE_HEADERS__SET_COOKIE__[0-9A-F]{8} .*\.Set-Cookie$/),
      "ORG_1__SITE__HEADER__AUTHORIZATION project.forwarded_headers[0].value",
    ]);
    expect(texts["site.yaml"]).toContain(`authorization: { secret: ${name}__REQUEST_HEADERS__AUTHORIZATION }`);
    const environment = secrets.map((secret) => [
      secret.split(" ")[0],
      secret.includes("AUTHORIZATION") ? `Bearer ${CANARY}` : CANARY,
    ]);
    await expectNothingToDo(exporting, Object.fromEntries(environment));
  });

  it.each([
    ["override_cache", [{ rank: 1, conditions: { request_headers: { values: { a: ["b", "********"] } } } }]],
    ["forwarded_headers", [{ name: "x-a", value: "<redacted>" }]],
  ])("leaves out %s with a hidden value", async (name, value) => {
    await using exporting = await startShowing({ project: { [name]: value } });
    const { texts, secrets, notes } = await exported(exporting);
    expect(secrets).toEqual([]);
    expect(notes).toEqual([
      `project.${name} is left out: the service hides a value in it, and a list is managed whole.`,
    ]);
    expect(texts["site.yaml"]).not.toContain(`${name}:`);
  });

  it.each([
    ["override_cache", [{ rank: 1, conditions: { request_headers: { values: { pin: 12_345_678 } } } }]],
    ["override_cache", [{ rank: 1, conditions: { request_cookies: { values: { pins: [{ a: 12_345_678 }] } } } }]],
    ["forwarded_headers", [{ name: "x-pin", val: "12345678" }]],
    ["forwarded_headers", { "x-pin": "12345678" }],
  ])("leaves out %s with a sensitive value that no variable can hold", async (name, value) => {
    await using exporting = await startShowing({ project: { [name]: value } });
    const { texts, notes } = await exported(exporting);
    expect(notes).toEqual([expect.stringMatching(new RegExp(`^project\\.${name} is left out: `))]);
    expect(JSON.stringify([texts, notes])).not.toContain("12345678");
  });

  it("leaves out a number that a secret setting holds too", async () => {
    const value = 98_765_432;
    await using exporting = await startShowing({
      project: { override_cache: [{ rank: 1, ttl: value }] },
      components: [{ component_slug: "acme/unknown", settings: { pin: value } }],
    });
    const { texts, notes } = await exported(exporting);
    expect(JSON.stringify([texts, notes])).not.toContain(String(value));
  });

  it.each([
    ["cookie_whitelist", ["a", "***"]],
    ["override_cache", [{ rank: 1, path: "********", conditions: { request_headers: { present: ["<redacted>"] } } }]],
  ])(
    "writes %s with names that look like a hidden value: only a value that may be secret is hidden",
    async (name, value) => {
      await using exporting = await startShowing({ project: { [name]: value } });
      const { texts, secrets, notes } = await exported(exporting);
      expect({ secrets, notes }).toEqual({ secrets: [], notes: [] });
      expect(texts["site.yaml"]).toContain(`${name}:`);
      await expectNothingToDo(exporting, {});
    },
  );

  it.each([`https://user:${CANARY}@example.com/a`, `https://example.com/?a=1&access_token=${CANARY}`])(
    "takes the whole URL %s from a variable",
    async (external_project_url) => {
      await using exporting = await startExportWorld({ seed: site({ external_project_url }) });
      const { secrets } = await exported(exporting);
      expect(secrets).toEqual(["ORG_1__SITE__EXTERNAL_PROJECT_URL project.external_project_url"]);
      await expectNothingToDo(exporting, { ORG_1__SITE__EXTERNAL_PROJECT_URL: external_project_url });
    },
  );

  it.each([
    ["https://user:canary-secret%2D0b9f@example.com/a", CANARY],
    [`https://example.com/?a=1&access_token=${CANARY}`, CANARY],
    [`https://example.com/#${CANARY}`, CANARY],
  ])("leaves out a text that repeats what is sensitive in the URL %s", async (external_project_url, repeated) => {
    const fields = { external_project_url, description: `Ask with ${repeated}.` };
    await using exporting = await startExportWorld({ seed: site(fields) });
    expect((await exported(exporting)).notes).toEqual([
      "project.description is left out: it holds the value of a secret.",
    ]);
  });

  const boxed = (settings: object, ...versions: readonly (readonly Setting[])[]): Seed => ({
    catalogue: [catalogueEntry("acme/box", ...versions)],
    ...site({ components: [{ component_slug: "acme/box", component_version: "1", settings }] }),
  });

  it("takes a hidden secret that has options from a variable", async () => {
    const tier = { name: "tier", required: true, secret: true, options: ["gold", "silver"] };
    const habits = { secrets: { as: "omitted" } } as const;
    await using exporting = await startExportWorld({ seed: boxed({ tier: "silver" }, [tier]), habits });
    const { secrets, notes } = await exported(exporting);
    expect(notes).toEqual([]);
    expect(secrets).toEqual(["ORG_1__SITE__ACME__BOX__TIER components.acme/box.settings.tier"]);
    await expectNothingToDo(exporting, { ORG_1__SITE__ACME__BOX__TIER: "silver" });
  });

  it("leaves out each field that holds the value of a secret, in any project", async () => {
    const one = {
      description: CANARY,
      cookie_whitelist: ["a", `b-${CANARY}`],
      forwarded_headers: [{ name: "authorization", value: CANARY }],
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: `G-${CANARY}` } }],
    };
    const other = { slug: "other", description: `Not ${CANARY}, but nearly.`, cookie_domain: "example.org" };
    const projects = [...site(one).projects, ...site(other).projects];
    await using exporting = await startExportWorld({ seed: { projects } });
    const { secrets, notes } = await exported(exporting);
    expect(secrets).toEqual(["ORG_1__SITE__HEADER__AUTHORIZATION project.forwarded_headers[0].value"]);
    expect(notes).toEqual([
      "project.description is left out: it holds the value of a secret.",
      "project.description is left out: it holds the value of a secret.",
      "project.cookie_whitelist is left out: it holds the value of a secret.",
      "components.edgee/ga4.settings.measurement_id is left out: it holds the value of a secret.",
    ]);
    await expectNothingToDo(exporting, { ORG_1__SITE__HEADER__AUTHORIZATION: CANARY });
  });

  it("writes values that are part of a name, or short", async () => {
    await using exporting = await startExportWorld({
      seed: site({
        type: "ai_analytics",
        description: "On www.example.com (short).",
        forwarded_headers: [
          { name: "x-forwarded-host", value: "www.example.com" },
          { name: "x-kind", value: "ai_analytics" },
          { name: "x-short", value: "short" },
        ],
        domains: [{ name: "www.example.com" }],
      }),
    });
    const { texts, secrets } = await exported(exporting);
    expect(secrets).toHaveLength(3);
    expect(texts["site.yaml"]).toContain("type: ai_analytics\n  description: On www.example.com (short).");
    expect(texts["site.yaml"]).toContain("- www.example.com");
  });
});
