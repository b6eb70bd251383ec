import { describe, expect, it } from "vitest";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { between, records } from "../../habit.ts";
import { different, expectNothingToDo, site, startExportWorld, startTwins } from "./export-world.ts";
import { startShowing as start, type Shown } from "./shown.ts";

const GA4 = { component_slug: "edgee/ga4", component_version: "1.2.0" };

describe("an export of what a file cannot declare", () => {
  it.each<[what: string, shown: Shown, ...notes: readonly string[]]>([
    [
      "fields that are odd",
      {
        project: {
          type: "newer",
          cookie_name: 12,
          override_cache: [{ path: "/", vary: "x" }],
          autocapture: { hover: true },
        },
      },
      "project.type is left out: must be one of proxy",
      "project.override_cache is left out: project.override_cache[0].vary: unknown field",
      "project.cookie_name is left out: must be text",
      "project.autocapture.hover is left out: unknown field",
    ],
    [
      "settings that are odd, or that the catalogue does not tell and that are no text",
      {
        components: [
          { ...GA4, settings: { measurement_id: "G-1", debug_mode: "on", sample_rate: "all" } },
          { component_slug: "gone/away", component_version: "1", settings: { on: true, key: "k" } },
        ],
      },
      "components.gone/away.settings.on is left out: it is or may be a secret, and not text",
      "components.edgee/ga4.settings.debug_mode is left out: edgee/ga4 1.2.0 has no setting debug_mode",
      "components.edgee/ga4.settings.sample_rate is left out: Setting sample_rate of edgee/ga4 1.2.0 must be a number",
    ],
    [
      "a version that is no version",
      { components: [{ ...GA4, component_version: "latest", settings: {} }] },
      "components.edgee/ga4.version is left out: the service does not say which version is live.",
    ],
    [
      "a component that no file can name",
      { components: [GA4, { component_slug: "a b/c", component_version: "1" }] },
      "The section components is left out: components.a b/c: must be organization/component",
    ],
    [
      "a host name that is none",
      { domains: ["www.example.com", "localhost"] },
      'The section domains is left out: localhost: "localhost" has no domain',
    ],
    [
      "a host name in two forms",
      { domains: ["www.example.com", "WWW.example.com"] },
      "The section domains is left out: www.example.com: duplicate host name, same as domains[0]",
    ],
  ])("leaves out %s, with a comment in the file", async (_what, shown, ...notes) => {
    await using exporting = await start(shown);
    const exported = await exporting.export();
    const [project] = exported.projects;
    expect(project?.notes).toEqual(notes.map((note) => expect.stringContaining(note) as unknown));
    const texts = await exporting.files(exported);
    for (const note of notes) expect(texts["site.yaml"]).toContain(`# ${note}`);
    const environment = Object.fromEntries((project?.secrets ?? []).map(({ name }) => [name, "k"]));
    await expectNothingToDo(exporting, environment);
  });

  it.each<[what: string, project: Readonly<Record<string, unknown>>, reason: string]>([
    ["a slug that the file does not take", { slug: "My Site" }, "must be letters, digits and"],
    ["no slug", { slug: null }, "the service shows no slug"],
    ["no organization", { organization_id: null }, "the service shows no organization"],
  ])("leaves out a project with %s", async (_what, project, reason) => {
    await using exporting = await start({ project });
    const exported = await exporting.export({ by: "id", ids: ["prj_1"] });
    expect(exported.projects).toEqual([]);
    expect(exported.leftOut).toEqual([{ id: "prj_1", reason: expect.stringContaining(reason) }]);
  });

  it("notes which hidden secrets are not text, and which may not be set", async () => {
    const key = { name: "key", required: true, secret: true };
    const settings = [key, { ...key, name: "more", required: false }, { ...key, name: "pin", type: "number" as const }];
    const component = { component_slug: "acme/box", settings: { key: "k", pin: 1 } };
    await using exporting = await startExportWorld({
      seed: { catalogue: [catalogueEntry("acme/box", settings)], ...site({ components: [component] }) },
      habits: { secrets: { as: "omitted" } },
    });
    const exported = await exporting.export();
    const [project] = exported.projects;
    expect(project?.notes).toEqual([
      "components.acme/box.settings.more may not be set at all: the service shows no secret. If it is not set, remove it.",
      "components.acme/box.settings.pin is left out: it is or may be a secret, and not text. A secret is always text.",
    ]);
    expect(project?.secrets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ["ORG_1__SITE__ACME__BOX__KEY", true],
      ["ORG_1__SITE__ACME__BOX__MORE", true],
    ]);
    await exporting.files(exported);
    await expectNothingToDo(exporting, { ORG_1__SITE__ACME__BOX__KEY: "k", ORG_1__SITE__ACME__BOX__MORE: "m" });
  });

  it("pins one of two components of one slug, and prune deletes neither", async () => {
    await using exporting = await start({ components: [GA4, GA4] });
    const exported = await exporting.export();
    expect(exported.projects[0]?.data.components).toEqual({ "edgee/ga4": { id: "pc_0", version: "1.2.0" } });
    expect(exported.projects[0]?.notes).toEqual([expect.stringContaining("Not managed: pc_1.")]);
    await exporting.files(exported);
    expect(different(await exporting.world.run("plan", { prune: ["all"] }))).toEqual([
      "unmanaged component org_1/site/edgee/ga4#pc_1",
    ]);
  });

  it("does not manage a component without a name, and prune does not delete it", async () => {
    await using exporting = await start({ components: [{ component_id: "cmp_9", settings: {} }] });
    const exported = await exporting.export();
    expect(exported.projects[0]?.notes).toEqual([
      "Not managed: pc_0. The service does not say which component it is.",
      expect.stringContaining("The section components is left out: components.pc_0"),
    ]);
    await exporting.files(exported);
    expect(different(await exporting.world.run("plan", { prune: ["all"] }))).toEqual([]);
  });

  it.each([null, ""])(
    "a component with the name %j beside others is not deleted by a run that prunes",
    async (slug) => {
      await using exporting = await start({ components: [GA4, { component_id: "cmp_9", component_slug: slug }] });
      await exporting.files(await exporting.export());
      expect(different(await exporting.world.run("plan", { prune: ["all"] }))).toEqual([
        "unmanaged component org_1/site/component#pc_1",
      ]);
    },
  );

  it.each(["prj_9", { id: "prj_1" }])(
    "leaves out a section with an object of another owner, so that prune does not delete it: %j",
    async (project_id) => {
      await using exporting = await start({ components: [GA4, { ...GA4, component_slug: "edgee/px", project_id }] });
      const exported = await exporting.export();
      expect(exported.projects[0]?.data).not.toHaveProperty("components");
      expect(exported.projects[0]?.notes).toContainEqual(
        expect.stringContaining(
          "The section components is left out: it is not certain that pc_1 belongs to this project",
        ),
      );
      await exporting.files(exported);
      expect(different(await exporting.world.run("plan", { prune: ["all"] }))).toEqual([]);
    },
  );

  it("leaves out no section for the host name that the service gives by itself, whatever its owner", async () => {
    const odd = records("domain", (record) =>
      record["name"] === "prj_1.edgee.app" ? { ...record, project_id: "prj_9" } : record,
    );
    const seed = site({ domains: [{ name: "prj_1.edgee.app" }, { name: "www.example.com" }] });
    await using exporting = await startExportWorld({ seed, between: between(odd) });
    const exported = await exporting.export();
    expect(exported.projects[0]?.data.domains).toEqual(["www.example.com"]);
    expect(exported.projects[0]?.notes).toEqual([]);
  });

  it("says that it leaves out a project whose organization cannot be read", async () => {
    const unclear = records("project", (record) =>
      record["slug"] === "a" ? { ...record, organization_id: { id: "org_1" } } : record,
    );
    const projects = [...site({ slug: "a" }).projects, ...site({ slug: "b" }).projects];
    await using exporting = await startExportWorld({ seed: { projects }, between: between(unclear) });
    const exported = await exporting.export();
    expect(exported.projects).toHaveLength(1);
    expect(exported.leftOut).toMatchObject([{ reason: "the service shows no organization." }]);
  });

  it("pins a project that shares its slug, and leaves both out if both are selected", async () => {
    await using exporting = await startTwins();
    const one = await exporting.export({ by: "id", ids: ["prj_2"] }, { isMinimal: true });
    expect(one.projects[0]?.data.project).toEqual({ organization_id: "org_1", slug: "site", id: "prj_2" });
    await exporting.files(one);
    await expectNothingToDo(exporting, {});
    const both = await exporting.export();
    expect(both.projects).toEqual([]);
    expect(both.leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("several projects of org_1 have the slug site: prj_1, prj_2"),
      expect.stringContaining("Export each alone with --id."),
    ]);
    await expect(exporting.export({ by: "slug", organizationId: "org_1", slugs: ["site"] })).rejects.toThrow(
      "org_1 has several projects with the slug site: prj_1, prj_2. Select one with --id.",
    );
  });

  it("declares a domain of two projects in the first file only", async () => {
    const domains = [{ name: "www.example.com" }];
    const projects = [...site({ slug: "a", domains }).projects, ...site({ slug: "b" }).projects];
    const faults = { service: { duplicateDomains: true } };
    await using exporting = await startExportWorld({ seed: { projects }, faults });
    await exporting.world.ask("POST", "/v1/projects/prj_2/domains", domains[0]);
    const exported = await exporting.export();
    expect(exported.projects.map(({ data }) => data.domains)).toEqual([["www.example.com"], undefined]);
    expect(exported.projects[1]?.notes).toEqual([
      "The section domains is left out: www.example.com is attached to prj_1 too.",
    ]);
    await exporting.files(exported);
    await expectNothingToDo(exporting, {});
  });

  it("keeps a map that looks like a reference, with its text as a secret", async () => {
    const rule = { conditions: { request_headers: { values: { x: { secret: "hunter2" } } } } };
    await using exporting = await start({ project: { override_cache: [rule] } });
    const exported = await exporting.export();
    const [project] = exported.projects;
    expect(JSON.stringify([project, await exporting.files(exported)])).not.toContain("hunter2");
    expect(project?.notes).toEqual([]);
    await expectNothingToDo(exporting, { [project?.secrets[0]?.name ?? ""]: "hunter2" });
  });
});
