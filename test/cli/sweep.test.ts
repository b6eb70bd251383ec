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

    const done = await here.run([...SWEEP, "--yes", "--keep", "7"]);
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    expect(done.stdout.startsWith(plan)).toBe(true);
    expect(done.stdout).toMatch(/\nApply: 2 done\n$/);
    expect(here.removed().toSorted()).toEqual(["DELETE pr-8.preview.example.com", "DELETE pr-9.preview.example.com"]);
    here.emulator.reset();
    const json = await here.run([...SWEEP, "--yes", "--keep", " 7, 12", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ mode: "sweep", result: "no-changes", counts: { unmanaged: 1 } });
    expect(here.removed()).toEqual([]);
  });

  it("keeps the numbers of each --keep", async () => {
    await using here = await place();
    const { stdout } = await here.run([...SWEEP, "--keep", "7", "--keep", "8", "--dry-run"]);
    expect(stdout).toMatch(/Kept: --keep has 7\.[^]*Kept: --keep has 8\.[^]*--keep does not have 9\./);
  });

  it("asks on a terminal", async () => {
    await using here = await place();
    const { code, written } = await here.onTerminal([...SWEEP, "--keep", "0"], { typed: "n\n" });
    expect(code).toBe(1);
    expect(written).toContain("delete 3? [y/N]");
    expect(here.removed()).toEqual([]);
  });
});
