import { describe, expect, it } from "vitest";
import type { ListFault } from "../../../emulator/faults/schedule.ts";
import { on } from "./findings.ts";
import type { Report } from "../../../sync/report.ts";
import { open, type Scene } from "./scene.ts";
import { COMPONENTS, DOMAINS, file, PROJECTS } from "./subjects.ts";

/** Pages of one; what the files below are about is on the second or third. */
const org = { organization_id: "org_1" };
const seed = {
  projects: [
    { ...org, id: "prj_7", slug: "first" },
    { ...org, id: "prj_8", slug: "second" },
    {
      ...org,
      id: "prj_1",
      slug: "site",
      components: [
        { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } },
        { id: "pc_2", component_slug: "edgee/maintenance-page" },
      ],
      domains: [{ name: "www.example.com" }, { name: "shop.example.com" }],
    },
  ],
};
/** Declares what is there already, so that a list that is read right has nothing to be done. */
const LISTS = [
  { of: "projects", path: PROJECTS, declared: file("site"), keys: ["prj_7", "prj_8"] },
  {
    of: "components",
    path: COMPONENTS,
    declared: file("site", "components:\n  edgee/ga4: { active: true }\n  edgee/maintenance-page: { active: true }\n"),
    keys: ["pc_2"],
  },
  {
    of: "domains",
    path: DOMAINS,
    declared: file("site", "domains: [www.example.com, shop.example.com]\n"),
    keys: ["shop.example.com"],
  },
];

function startKeys(scene: Scene, path: string): unknown[] {
  return scene.emulator.requests().flatMap((request) => (request.path === path ? [request.query["start_key"]] : []));
}

async function listing(as: ListFault, path: string): Promise<Scene> {
  return open({ seed, pageSize: 1, faults: on("GET", path, { kind: "list", as }, { times: "always" }) });
}

/** Why a run could do nothing: without the list of projects it fails, without another list it blocks the list's project. */
function endOf(report: Report, path: string): string | undefined {
  expect(report.result).toBe(path === PROJECTS ? "failed" : "blocked");
  return path === PROJECTS ? report.error : report.plan?.items.find(({ kind }) => kind === "project")?.reason;
}

describe("a list is read to its end, by its keys", () => {
  it.each(LISTS)("of $of", async ({ path, declared, keys }) => {
    await using scene = await open({ seed, pageSize: 1 });
    const report = await scene.run(declared);
    expect(report.result).toBe("no-changes");
    expect(startKeys(scene, path)).toEqual([undefined, ...keys]);
    expect(scene.writes()).toEqual([]);
  });
});

describe("a list whose cursor repeats ends the run, or blocks its project, with an error that names the list", () => {
  it.each(LISTS)("of $of", async ({ path, declared, keys }) => {
    await using scene = await listing("repeated-cursor", path);
    const report = await scene.run(declared);
    expect(endOf(report, path)).toBe(`GET ${path}: the list returned the same last_key twice, so it has no end.`);
    expect(startKeys(scene, path)).toEqual([undefined, keys[0]]);
    expect(scene.writes()).toEqual([]);
  });
});

describe("a list that has more and gives no key ends the run, or blocks its project, with an error that names the list", () => {
  it.each(LISTS)("of $of", async ({ path, declared }) => {
    await using scene = await listing("missing-key", path);
    const report = await scene.run(declared);
    expect(endOf(report, path)).toBe(`GET ${path}: the list has more pages (has_more) but no last_key to read them.`);
    expect(startKeys(scene, path)).toEqual([undefined]);
    expect(scene.writes()).toEqual([]);
  });
});

describe("the same object on two pages counts once", () => {
  it.each(LISTS)("of $of", async ({ path, declared }) => {
    for (const pageSize of [1, 2]) {
      const twice = on("GET", path, { kind: "list", as: "same-object-twice" }, { times: "always" });
      await using scene = await open({ seed, pageSize, faults: twice });
      const report = await scene.run(declared);
      expect(scene.emulator.requests().some(({ fault }) => fault === "list same-object-twice")).toBe(true);
      expect(report.result).toBe("no-changes");
      expect(report.plan?.items.every(({ action }) => action === "unchanged")).toBe(true);
      expect(scene.writes()).toEqual([]);
    }
  });
});

describe("an empty page with a key is not the end of the list", () => {
  it.each(LISTS)("of $of", async ({ path, declared }) => {
    await using scene = await listing("empty-page", path);
    const report = await scene.run(declared);
    expect(scene.emulator.requests().some(({ fault }) => fault === "list empty-page")).toBe(true);
    expect(report.result).toBe("no-changes");
    expect(report.plan?.items.every(({ action }) => action === "unchanged")).toBe(true);
    expect(scene.writes()).toEqual([]);
  });
});

describe("a list of more than 8 MiB ends the run, or blocks its project, with an error that says so", () => {
  it.each(LISTS)("of $of", async ({ path, declared }) => {
    await using scene = await open({ seed, faults: on("GET", path, { kind: "huge" }, { times: "always" }) });
    const report = await scene.run(declared);
    expect(endOf(report, path)).toBe(`GET ${path}: the answer is larger than 8 MiB.`);
    expect(startKeys(scene, path)).toEqual([undefined]);
    expect(scene.writes()).toEqual([]);
  });
});
