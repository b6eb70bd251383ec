import path from "node:path";
import { describe, expect, it } from "vitest";
import { fileNames } from "../../../sync/export/variable-name.ts";
import { projectFields } from "../../../core/resources/project-fields.ts";
import type { Seed } from "../../../emulator/start.ts";
import { EVERY_FIELD } from "../../every-field.ts";
import { between, records } from "../../habit.ts";
import { different, expectNothingToDo, site, startExportWorld } from "./export-world.ts";

const CANARY = "canary-secret-7d21";
/* Whole files, to be read. With `-u`, vitest writes them again; read the difference before you commit it. */
const golden = (name: string): string => path.join(import.meta.dirname, "golden", name);

const META = { pixel_id: "123", access_token: CANARY, region: "eu" };
const GA4 = { measurement_id: "G-1", debug_mode: true };
const everything: Seed = {
  projects: [
    {
      ...EVERY_FIELD,
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      type: "mcp",
      proxy_only: true,
      override_cache: [
        { rank: 2, path: "012", pass: false, conditions: {} },
        {
          rank: 1,
          path: "^/x",
          regex: true,
          ttl: 60,
          swr: 1.5,
          pass: true,
          conditions: {
            request_headers: { present: ["a"], absent: [], values: { n: null, yes: "no" } },
            response_status: [200],
          },
        },
      ],
      cookie_whitelist: ["a", "on"],
      forwarded_headers: [
        { name: "Authorization", value: `Bearer ${CANARY}` },
        { name: "x-empty", value: "" },
      ],
      components: [
        { component_slug: "edgee/meta-capi", active: false, settings: META },
        { component_slug: "edgee/ga4", component_version: "1.1.0", settings: GA4 },
      ],
      domains: [{ name: "www.example.com" }, { name: "example.com" }],
    },
    { id: "prj_2", organization_id: "org_1", slug: "empty" },
    { id: "prj_3", organization_id: "org_2", slug: "site" },
  ],
};

/** The secrets of the first project. */
const SECRETS = {
  ORG_1__SITE__CACHE__1__REQUEST_HEADERS__YES: "no",
  ORG_1__SITE__HEADER__AUTHORIZATION: `Bearer ${CANARY}`,
  ORG_1__SITE__EDGEE__META_CAPI__ACCESS_TOKEN: CANARY,
};

describe("an export", () => {
  it("writes every field that the service shows, so that a value that is changed by hand is drift", async () => {
    const nothing = Object.fromEntries(Object.keys(projectFields).map((name) => [name, null]));
    const whole = between(records("project", (record) => ({ ...nothing, ...record })));
    await using exporting = await startExportWorld({ seed: site(), between: whole });
    const { projects } = await exporting.export();
    const [written] = projects;
    expect(Object.keys(written?.data.project ?? {})).toEqual(["organization_id", ...Object.keys(projectFields)]);
    expect(written?.data.project).toMatchObject({
      type: "proxy",
      description: "",
      force_https: true,
      override_cache: [],
      cookie_name: "edgee",
      cookie_domain: "",
      trusted_ips: [],
    });
    expect(written?.notes).toEqual([]);
    await exporting.files({ projects, leftOut: [] });
    await expectNothingToDo(exporting, {});
  });

  it.each([
    [false, "update project org_1/site"],
    [true, undefined],
  ])("with minimal %s, what is turned off by hand is drift: %s", async (isMinimal, drift) => {
    const live = { component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
    await using exporting = await startExportWorld({ seed: site({ components: [live] }) });
    await exporting.files(await exporting.export(undefined, { isMinimal }));
    await exporting.world.ask("POST", "/v1/projects/prj_1", { force_https: false });
    await exporting.world.ask("POST", "/v1/projects/prj_1/components/pc_1", { active: false });
    const wanted = drift === undefined ? [] : [drift, "update component org_1/site/edgee/ga4"];
    expect(different(await exporting.world.run("drift"))).toEqual(wanted);
  });

  it("writes with minimal every field that differs from its default, in the order of the schema", async () => {
    await using exporting = await startExportWorld({ seed: everything });
    const exported = await exporting.export(undefined, { isMinimal: true });
    const texts = await exporting.files(exported);
    await expect(texts["site.yaml"]).toMatchFileSnapshot(golden("site.yaml"));
    await expect(texts["empty.yaml"]).toMatchFileSnapshot(golden("empty.yaml"));
    expect(exported.projects.map(({ key, notes }) => [key, notes])).toEqual([
      ["org_1/empty", []],
      ["org_1/site", []],
    ]);
    // Where they are is in the golden file.
    expect(exported.projects[1]?.secrets.map(({ name, hidden }) => [name, hidden])).toEqual(
      Object.keys(SECRETS).map((name) => [name, false]),
    );
    expect(JSON.stringify([exported, texts])).not.toContain(CANARY);
    await expectNothingToDo(exporting, SECRETS);
  });

  it("reads every list once, what shows whether a list is short, and each catalogue entry once, and writes nothing", async () => {
    await using exporting = await startExportWorld({ seed: everything });
    exporting.world.writes();
    await exporting.export();
    const asked = exporting.world.requests().map(({ method, path }) => `${method} ${path}`);
    expect(asked.toSorted()).toEqual([
      "GET /v1/components/edgee/ga4",
      "GET /v1/components/edgee/meta-capi",
      "GET /v1/projects",
      "GET /v1/projects/prj_1",
      "GET /v1/projects/prj_1/components",
      "GET /v1/projects/prj_1/components/pc_2",
      "GET /v1/projects/prj_1/domains",
      "GET /v1/projects/prj_2",
      "GET /v1/projects/prj_2/components",
      "GET /v1/projects/prj_2/domains",
    ]);
  });

  it.each([
    [{ by: "id", ids: ["prj_3", "prj_1", "prj_3"] }, "site.org_1.yaml prj_1, site.org_2.yaml prj_3"],
    [{ by: "slug", organizationId: "org_2", slugs: ["site"] }, "site.yaml prj_3"],
  ] as const)("selects projects with %j: %s", async (selection, files) => {
    await using exporting = await startExportWorld({ seed: everything });
    const exported = await exporting.export(selection);
    expect(exported.projects.map(({ fileName, id }) => `${fileName} ${id}`).join(", ")).toBe(files);
  });

  it.each([
    ["Site", "Site.yaml"],
    ["-a", "a.yaml"],
    ["..", "project.yaml"],
    ["con.x", "project-con.x.yaml"],
    ["a b/c", "a-b-c.yaml"],
  ])("writes the project %s to %s", (slug, name) => {
    expect(fileNames([{ organizationId: "org_1", slug }])).toEqual([name]);
  });

  it.each([
    [{ by: "id", ids: ["prj_9"] }, "Project prj_9 not found. Did you mean prj_1?"],
    [{ by: "id", ids: ["something-else"] }, "Project something-else not found. This token sees prj_1, prj_2, prj_3."],
    [{ by: "slug", organizationId: "org_1", slugs: ["sitte"] }, "Project sitte not found in org_1. Did you mean site?"],
    [{ by: "organization", organizationId: "o" }, "This token sees no project of o. It sees projects of org_1, org_2."],
  ] as const)("names the projects that exist if %j is not found", async (selection, message) => {
    await using exporting = await startExportWorld({ seed: everything });
    await expect(exporting.export(selection)).rejects.toThrow(message);
  });

  it("is the same if records have unknown fields, or lack optional ones", async () => {
    await using exporting = await startExportWorld({ seed: everything });
    const plain = await exporting.files(await exporting.export());
    const sparse = between(
      records("any", ({ object: _object, created_at: _created, updated_at: _updated, ...record }) => record),
    );
    await using other = await startExportWorld({ seed: everything, between: sparse });
    expect(await other.files(await other.export())).toEqual(plain);
    await using newer = await startExportWorld({ seed: everything, habits: { extra: true } });
    const exported = await newer.export();
    expect(exported.projects.map(({ data }) => data)).toEqual(
      (await exporting.export()).projects.map(({ data }) => data),
    );
    expect(exported.projects[0]?.notes).toEqual([
      expect.stringMatching(/^project has fields that this version does not know\. They are not managed: \w+\.$/),
    ]);
  });
});
