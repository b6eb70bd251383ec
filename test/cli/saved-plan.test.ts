import { chmod, readdir, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { startPlace } from "./command-place.ts";

const FILE =
  "version: 1\nproject: { organization_id: org_1, slug: site, description: Shop }\ndomains: [www.example.com]\n";

async function place(file = FILE) {
  const started = await startPlace({ seed: { organizations: ["org_1"] } });
  await started.write("projectsync.yaml", file);
  return started;
}

describe("plan --out", () => {
  it("saves the plan as JSON for its owner only, and prints the readable plan", async () => {
    await using here = await place();
    const { code, stdout, stderr } = await here.run(["plan", "--out", "plan.json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /description: "Shop"[\s\S]*\nPlan: 2 to create\nSaved to plan\.json\. To apply nothing else, pass it as --plan to apply/,
    );
    expect((await stat(path.join(here.folder, "plan.json"))).mode & 0o777).toBe(0o600);
    expect(await readdir(here.folder)).toEqual(["plan.json", "projectsync.yaml"]);
    expect(await here.read("plan.json")).toBe((await here.run(["plan", "--json"])).stdout);

    await here.write("projectsync.yaml", FILE.replace("www", "other"));
    const refused = await here.run(["apply", "--plan", "plan.json"]);
    expect(refused.stderr).toContain("Changes differ from the saved plan: create domain org_1/site/other.example.com.");
    await here.write("projectsync.yaml", FILE);
    expect((await here.run(["apply", "--plan", "plan.json"])).stdout).toContain("Apply: 2 done");
  });

  it("says that it does not cover the live values of secrets", async () => {
    const settings = (token: string) => ({ pixel_id: "1", access_token: token });
    const file = (token: string) =>
      `version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  edgee/meta-capi: { settings: ${JSON.stringify(settings(token))} }\n`;
    const component = {
      component_slug: "edgee/meta-capi",
      component_version: "2.0.1",
      settings: settings("live-1234"),
    };
    const seed = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", components: [component] }] };
    await using here = await startPlace({ seed });
    await here.write("projectsync.yaml", file("declared-1234"));
    const { stdout } = await here.run(["plan", "--out", "plan.json"]);
    expect(stdout).toContain("Values that are shown as (secret) or (sensitive) are not in the plan");
    for (const words of [["--out", "json.json"], []])
      expect((await here.run(["plan", "--json", ...words])).stderr).toContain("Values that are shown as (secret)");
    await ask(here.emulator, "POST /v1/projects/prj_1/components/pc_1", { settings: settings("other-1234") });
    expect(await here.run(["apply", "--plan", "plan.json"])).toMatchObject({ code: 0 });
    await here.write("projectsync.yaml", file("declared-1234").replace('"1"', '"2"'));
    expect((await here.run(["plan", "--out", "plan.json"])).stdout).not.toContain("are not in the plan");
    expect(await here.run(["plan", "--json"])).toMatchObject({ stderr: "" });
  });

  it("replaces a file whatever its mode, and never writes where a link leads", async () => {
    await using here = await place();
    const file = path.join(here.folder, "plan.json");
    await writeFile(file, "old");
    await chmod(file, 0o644);
    expect((await here.run(["plan", "--out", "plan.json"])).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await here.read("plan.json"))).toMatchObject({ counts: { create: 2 } });
    await writeFile(path.join(here.folder, "other"), "mine");
    for (const target of ["other", "new"]) {
      await symlink(target, path.join(here.folder, `to-${target}`));
      const { code, stderr } = await here.run(["plan", "--out", `to-${target}`]);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `error: File ${path.join(here.folder, `to-${target}`)} cannot be written (it is a link: remove it, or name another file).\n`,
      });
    }
    expect(await here.read("other")).toBe("mine");
    await expect(stat(path.join(here.folder, "new"))).rejects.toThrow("ENOENT");
  });

  it("does not replace a project file behind a link", async () => {
    await using here = await place();
    await symlink("projectsync.yaml", path.join(here.folder, "plan.json"));
    const { code, stderr } = await here.run(["plan", "--out", "plan.json"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: --out plan.json is a project file. Name another file.\n",
    });
    expect(await here.read("projectsync.yaml")).toBe(FILE);
  });

  it.each([
    ["the files are not valid", "version: 2\n", {}, 3],
    ["the service refuses the token", FILE, { PROJECTSYNC_TOKEN: "wrong-token-4711" }, 1],
  ])("keeps the file as it was if %s", async (_case, file, more, expected) => {
    await using here = await place(file);
    await here.write("plan.json", "old");
    const { code, stderr } = await here.run(["plan", "--out", "plan.json"], { ...here.environment, ...more });
    expect(code).toBe(expected);
    expect(stderr).toMatch(/\nerror: Only a plan that passed is saved: plan\.json was not written\.\n$/);
    expect(await here.read("plan.json")).toBe("old");
  });
});
