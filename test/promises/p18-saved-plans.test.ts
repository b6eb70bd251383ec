import { mkdir, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseHostPattern } from "../../sync/run/sweep.ts";
import { readSavedPlan } from "../../core/plan/saved-plan.ts";
import { reportAsJson } from "../../sync/report/report-json.ts";
import { RESULTS, type Mode } from "../../sync/report/report.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import { startPlace } from "../cli/command-place.ts";
import { startWith } from "../sync/world.ts";

/* P3 and P18: only a plan that passed is a saved plan. It allows what it shows, any number of times. */

const HEAD = "version: 1\nproject: { organization_id: org_1, slug: site, description: new }\n";
const SEED = { projects: [{ organization_id: "org_1", slug: "site", domains: [{ name: "a.example.com" }] }] };
const sweep = {
  numberIn: parseHostPattern("p", "pr-{number}.example.com"),
  judge: async () => new Map(),
  isDryRun: true,
};

/** The report of a run as JSON, as `--json` prints it. */
async function reported(mode: Mode, text: string, options: Partial<RunOptions> = {}): Promise<string> {
  await using world = await startWith({ "a.yaml": text }, { seed: SEED });
  return JSON.stringify(reportAsJson(await world.run(mode, options)));
}

const good = () => reported("plan", `${HEAD}domains: [b.example.com]\n`, { prune: ["domains"] });

describe("a report is no saved plan", () => {
  it.each<[string, Mode, string, Partial<RunOptions>?]>([
    ["of drift", "drift", HEAD],
    ["of a drift without changes", "drift", HEAD.replace(", description: new", "")],
    ["of an apply", "apply", HEAD],
    ["of an apply that was not confirmed", "apply", HEAD, { confirm: async () => false }],
    ["of a sweep", "sweep", `${HEAD}domains: []\n`, { sweep }],
    ["of a plan beyond max-deletes", "plan", `${HEAD}domains: []\n`, { prune: ["all"], maxDeletes: 0 }],
    ["of a plan with something blocked", "plan", `${HEAD}components: { no/thing: {} }\n`],
    ["of a plan of a file that is not valid", "plan", HEAD.replace("1", "2")],
    ["of files that are only validated", "validate", HEAD],
  ])("%s", async (_what, mode, text, options) => {
    const report = await reported(mode, text, options);
    expect(() => readSavedPlan("p.json", report)).toThrow("projectsync plan --out p.json");
  });

  it("of any other mode, result or guard than those of a plan that passed", async () => {
    const plan = JSON.parse(await good());
    expect(readSavedPlan("p.json", JSON.stringify(plan)).items).toHaveLength(3);
    const passing = new Set(["changes", "no-changes"]);
    const others = [
      ...["validate", "apply", "drift", "sweep", "export"].map((mode) => ({ mode })),
      ...RESULTS.filter(({ name }) => !passing.has(name)).map(({ name }) => ({ result: name })),
      ...["max-deletes", "plan-check", "confirmation"].map((guard) => ({
        guards: [...plan.guards, { guard, passed: false, message: "no" }],
      })),
      ...[undefined, null, "Plan", "PLAN", ["plan"]].map((mode) => ({ mode })),
      ...[undefined, null, "", "Changes", true].map((result) => ({ result })),
      ...[undefined, null, {}, [{ guard: "max-deletes", message: "" }], [null]].map((guards) => ({ guards })),
      ...[undefined, 2, "1"].map((format) => ({ format })),
      ...[undefined, null, {}, [{}]].map((items) => ({ items })),
    ];
    for (const other of others) {
      const text = JSON.stringify({ ...plan, ...other });
      expect(() => readSavedPlan("p.json", text), JSON.stringify(other)).toThrow("plan --out p.json");
    }
  });

  it("that is nested so deep that no value of a project is", async () => {
    const plan = await good();
    for (const levels of [70, 5_000, 200_000])
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
      ] as const) {
        const nested = `${open.repeat(levels)}1${close.repeat(levels)}`;
        const places = [nested, plan.replace('"to":"new"', `"to":${nested}`), plan.replace(/\}$/, `,"x":${nested}}`)];
        for (const text of places) {
          expect(text).toContain(nested);
          expect(() => readSavedPlan("p.json", text)).toThrow("p.json is nested more than 64 levels deep");
        }
      }
  });
});

it("a saved plan may be applied again: what somebody has undone since is done again", async () => {
  const text = `${HEAD}domains: [{ name: a.example.com, absent: true }]\n`;
  await using world = await startWith({ "a.yaml": text }, { seed: SEED });
  const savedPlan = readSavedPlan("p.json", JSON.stringify(reportAsJson(await world.run("plan"))));
  expect((await world.run("apply", { savedPlan })).result).toBe("applied");
  expect((await world.run("apply", { savedPlan })).result).toBe("no-changes");
  await world.ask("POST", "/v1/projects/prj_1/domains", { name: "a.example.com" });
  world.writes();
  expect((await world.run("apply", { savedPlan })).result).toBe("applied");
  expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/a.example.com"]);
});

describe("on the command line", () => {
  const FILE = `${HEAD}domains: [a.example.com]\n`;
  async function place() {
    const here = await startPlace({ seed: SEED });
    await here.write("projectsync.yaml", FILE);
    return here;
  }

  it("a plan that was refused is not saved, and says so", async () => {
    await using here = await place();
    await here.write("projectsync.yaml", `${HEAD}domains: []\n`);
    await here.write("p.json", "old");
    const { code, stderr } = await here.run(["plan", "--prune", "domains", "--max-deletes", "0", "--out", "p.json"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\nerror: Only a plan that passed is saved: p\.json was not written\.\n$/);
    expect(await here.read("p.json")).toBe("old");
  });

  it.each<[string, (file: string) => Promise<void>, RegExp]>([
    [
      "larger than 64 MiB",
      async (file) => {
        await writeFile(file, "{}");
        await truncate(file, 64 * 1024 * 1024 + 1);
      },
      /Plan file is larger than 64 MiB: p\.json/,
    ],
    ["a folder", (file) => mkdir(file), /Plan file cannot be read: p\.json \(EISDIR\)/],
    ["empty", async (file) => writeFile(file, ""), /p\.json is not a plan of this version/],
  ])("a file that is %s is refused in one sentence, before the first request", async (_what, make, message) => {
    await using here = await place();
    await make(path.join(here.folder, "p.json"));
    const { code, stderr } = await here.run(["apply", "--yes", "--plan", "p.json"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  });

  it.runIf(process.platform !== "win32")("a device without an end is refused", async () => {
    await using here = await place();
    const { code, stderr } = await here.run(["apply", "--yes", "--plan", "/dev/zero"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("is larger than 64 MiB: /dev/zero") });
  });
});
