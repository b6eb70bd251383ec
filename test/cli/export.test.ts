import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ExportCommandOptions } from "../../cli/export-command.ts";
import { always, on, refused } from "../reconcile/scene.ts";
import { startPlace } from "./command-place.ts";
import { runCli } from "./run-cli.ts";

const CANARY = "canary-secret-51ab";

const seed = {
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: CANARY } }],
    },
    { id: "prj_2", organization_id: "org_1", slug: "con" },
  ],
};

const command = (place: Awaited<ReturnType<typeof startPlace>>, options: ExportCommandOptions, more = {}) =>
  place.run(["export", ...wordsOf(options)], { ...place.environment, ...more });

function wordsOf(options: ExportCommandOptions): string[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === true) return [`--${name}`];
    return [value].flat().flatMap((each) => [`--${name}`, String(each)]);
  });
}

const ORGANIZATION: ExportCommandOptions = { organization: "org_1" };

describe("projectsync export", () => {
  it("writes a file for each project, and lists the files and their secrets", async () => {
    await using service = await startPlace({ seed });
    const ended = await command(service, ORGANIZATION);
    expect(ended).toEqual({
      code: 0,
      stderr: "",
      stdout: `wrote project-con.yaml
wrote site.yaml
note: the files name a JSON Schema for editors. Write it with: mkdir -p schema && projectsync schema > schema/projectsync.schema.json
Set these secrets in the environment of the run. A plan does not compare a secret that is not set:
  ORG_1__SITE__EDGEE__META_CAPI__ACCESS_TOKEN  org_1/site components.edgee/meta-capi.settings.access_token
`,
    });
    expect((await readdir(service.folder)).toSorted()).toEqual(["project-con.yaml", "site.yaml"]);
    const planned = await service.run(["plan", "*.yaml", "--json"]);
    expect(JSON.parse(planned.stdout)).toMatchObject({ result: "no-changes" });
  });

  it("writes nothing if a file exists, and names pull", async () => {
    await using service = await startPlace({ seed });
    const { folder } = service;
    await writeFile(path.join(folder, "site.yaml"), "mine");
    const refused = await command(service, ORGANIZATION);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(
      `File exists already: ${path.join(folder, "site.yaml")}. Nothing was written. To bring live values into it, use projectsync pull`,
    );
    expect(await readdir(folder)).toEqual(["site.yaml"]);
    expect(await readFile(path.join(folder, "site.yaml"), "utf8")).toBe("mine");
    const forced = await service.run(["export", "--organization", "org_1", "--force"]);
    expect(forced).toMatchObject({ code: 1, stderr: expect.stringContaining("use pull") });
  });

  it("creates the output folder, and refuses a file in its place, or a folder with the name of a file", async () => {
    await using service = await startPlace({ seed });
    const { folder } = service;
    const made = await command(service, { ...ORGANIZATION, out: "a/b" });
    expect(made.stdout).toContain(`wrote ${path.join("a", "b", "site.yaml")}\n`);
    await writeFile(path.join(folder, "file"), "");
    expect((await command(service, { ...ORGANIZATION, out: "file" })).stderr).toContain("cannot be created (EEXIST)");
    await mkdir(path.join(folder, "site.yaml"));
    const refused = await command(service, ORGANIZATION);
    expect(refused.stderr).toContain("A folder has the name of the file");
    expect((await readdir(folder)).toSorted()).toEqual(["a", "file", "site.yaml"]);
  });

  it("writes one project to stdout, and the notes to stderr", async () => {
    await using service = await startPlace({ seed });
    const one = await command(service, { id: ["prj_1"], out: "-", schema: "https://example.com/s.json" });
    expect(one.stdout).toMatch(/^# yaml-language-server: \$schema=https:\/\/example\.com\/s\.json\nversion: 1\n/);
    expect(one.stderr).toContain("ORG_1__SITE__EDGEE__META_CAPI__ACCESS_TOKEN");
    const both = await command(service, { ...ORGANIZATION, out: "-" });
    expect(both).toMatchObject({ code: 1, stdout: "" });
    expect(both.stderr).toBe("error: Only one file can go to stdout, and there are 2. Pass a folder as --out.\n");
    expect(await readdir(service.folder)).toEqual([]);
  });

  it("names the nearest schema, wherever the files lie", async () => {
    await using service = await startPlace({ seed });
    const { folder } = service;
    const head = async (out: string): Promise<string | undefined> => {
      await rm(path.join(folder, out, "site.yaml"), { force: true });
      await command(service, { id: ["prj_1"], out });
      return (await readFile(path.join(folder, out, "site.yaml"), "utf8")).split("\n")[0];
    };
    const line = "# yaml-language-server: $schema=";
    expect(await head(".")).toBe(`${line}./schema/projectsync.schema.json`);
    const packaged = path.join(folder, "node_modules/projectsync/schema");
    await mkdir(packaged, { recursive: true });
    await writeFile(path.join(packaged, "projectsync.schema.json"), "{}");
    expect(await head(".")).toBe(`${line}./node_modules/projectsync/schema/projectsync.schema.json`);
    expect(await head("deep/er")).toBe(`${line}../../node_modules/projectsync/schema/projectsync.schema.json`);
    await mkdir(path.join(folder, "deep/schema"), { recursive: true });
    await writeFile(path.join(folder, "deep/schema/projectsync.schema.json"), "{}");
    expect(await head("deep/er")).toBe(`${line}../schema/projectsync.schema.json`);
    // As in a workspace, where the package is installed above the working folder.
    const { stdout } = await runCli(
      ["export", "--id", "prj_1", "--out", "out", "--parallelism", "1"],
      service.environment,
      path.join(folder, "deep/er"),
    );
    expect(stdout).not.toContain("JSON Schema");
    expect(await readFile(path.join(folder, "deep/er/out/site.yaml"), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/schema\/projectsync\.schema\.json\n/,
    );
  });

  it("writes a Pulumi program, and names in JSON the keys that it reads", async () => {
    await using service = await startPlace({ seed });
    const ended = await command(service, { id: ["prj_1"], format: "pulumi", json: true });
    const name = "org_1-site-edgee-meta_capi-access_token";
    expect(JSON.parse(ended.stdout)).toMatchObject({ files: ["index.ts"], projects: [{ secrets: [{ name }] }] });
    const program = await readFile(path.join(service.folder, "index.ts"), "utf8");
    expect(program).toContain(`//   pulumi config set --secret ${name}\n`);
    expect(program).toContain(`config.requireSecret("${name}")`);
    expect(program).toContain('ifExists: "adopt"');
    const { stdout } = await command(service, { ...ORGANIZATION, format: "pulumi", out: "all" });
    expect(stdout).toMatch(/^wrote all\/index\.ts\nSet these secrets of the stack before the first preview\./);
  });

  it.each(["prj_1", "prj_2"])("exits with 4 if %s is left out, and with 1 if all are", async (id) => {
    const rule = on(`GET /v1/projects/${id}/domains`, refused(403, "forbidden_error"), always);
    await using service = await startPlace({ seed, faults: { faults: [rule] } });
    const leftOut = [{ id, reason: expect.stringContaining("403 forbidden_error") }];
    for (const [index, options] of [ORGANIZATION, { id: ["prj_1", "prj_2"] }].entries()) {
      const partly = await command(service, { ...options, json: true, out: `out-${index}` });
      expect(partly.code).toBe(4);
      expect(JSON.parse(partly.stdout)).toMatchObject({ files: [expect.any(String)], leftOut });
    }
    const nothing = await command(service, { id: [id], json: true });
    expect(nothing.code).toBe(1);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ files: [], leftOut });
  });
});
