import { describe, expect, it } from "vitest";
import { startPlace } from "./command-place.ts";

const FILE = `version: 1
project: { organization_id: org_1, slug: site }
domains: [www.example.com]
ignore: { domains: ["pr-*.preview.example.com"] }
`;
const HOSTS = ["www.example.com", ...[7, 8, 9].map((number) => `pr-${number}.preview.example.com`)];
const SEED = {
  projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", domains: HOSTS.map((name) => ({ name })) }],
};
const SWEEP = ["sweep", "site.yaml", "--domains", "pr-{number}.preview.example.com"];

async function place() {
  const started = await startPlace({ seed: SEED });
  await started.write("site.yaml", FILE);
  return {
    ...started,
    removed: () => started.writes().map(({ method, path: at }) => `${method} ${at.replace(/^.*\//, "")}`),
  };
}

describe("sweep", () => {
  it("shows what it removes and what it keeps, and removes it", async () => {
    await using here = await place();
    const dry = await here.run([...SWEEP, "--keep", "7", "--dry-run"]);
    const plan = [
      "org_1/site",
      "  ? unmanaged domain pr-7.preview.example.com",
      "      Kept: --keep has 7.",
      "  - delete    domain pr-8.preview.example.com",
      "      --keep does not have 8.",
      "  - delete    domain pr-9.preview.example.com",
      "      --keep does not have 9.",
      "",
      "Plan: 2 to delete, 1 unmanaged",
      "",
    ].join("\n");
    expect(dry).toEqual({ code: 0, stdout: plan, stderr: "" });
    expect(here.removed()).toEqual([]);

    const done = await here.run([...SWEEP, "--keep", "7"]);
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    expect(done.stdout.startsWith(plan)).toBe(true);
    expect(done.stdout).toMatch(/\nApply: 2 done\n$/);
    expect(here.removed().toSorted()).toEqual(["DELETE pr-8.preview.example.com", "DELETE pr-9.preview.example.com"]);
    here.emulator.reset();
    const json = await here.run([...SWEEP, "--keep", " 7, 12", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ mode: "sweep", result: "no-changes", counts: { unmanaged: 1 } });
    expect(here.removed()).toEqual([]);
  });

  it("keeps the numbers of each --keep, and takes one pattern", async () => {
    await using here = await place();
    const { stdout } = await here.run([...SWEEP, "--keep", "7", "--keep", "8", "--dry-run"]);
    expect(stdout).toMatch(/Kept: --keep has 7\.[^]*Kept: --keep has 8\.[^]*--keep does not have 9\./);
    expect((await here.run([...SWEEP, "--keep", "7", "--keep", ""])).stderr).toContain("--keep must list the numbers");
    expect((await here.run([...SWEEP, "--domains", "b-{number}.example.com", "--keep", "7"])).stderr).toContain(
      "Give one, or run the command for each.",
    );
  });

  it("asks on a terminal", async () => {
    await using here = await place();
    const { code, written } = await here.onTerminal([...SWEEP, "--keep", "0"], { typed: "n\n" });
    expect(code).toBe(1);
    expect(written).toContain("delete 3? [y/N]");
    expect(here.removed()).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["white space", " , "],
    ["a word", "none"],
    ["a leading zero", "07"],
    ["a negative number", "-7"],
    ["a range", "7-9"],
    ["a number and a word", "7,x"],
  ])("refuses to keep %s", async (_case, keep) => {
    await using here = await place();
    const { code, stderr } = await here.run([...SWEEP, `--keep=${keep}`]);
    expect({ code, removed: here.removed() }).toEqual({ code: 1, removed: [] });
    expect(stderr).toBe(
      `error: --keep must list the numbers to keep, such as 7,9, not ${JSON.stringify(keep)}. If none is open, pass 0: no pull request has that number.\n`,
    );
  });

  it("needs both options, and takes one file", async () => {
    await using here = await place();
    expect((await here.run(SWEEP)).stderr).toContain("required option '--keep <numbers>' not specified");
    expect((await here.run(["sweep", "--keep", "7"])).stderr).toContain("required option '--domains <pattern>'");
    expect((await here.run([...SWEEP, "--keep", "7", "b.yaml"])).stderr).toContain("too many arguments for 'sweep'");
    expect(here.emulator.requests()).toEqual([]);
  });
});
