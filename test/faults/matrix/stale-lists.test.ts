import { describe, expect, it } from "vitest";
import { converges, LOOKED_UP, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { COMPONENTS, CREATES, DELETIONS, DOMAINS, file, LISTED_CREATES, PROJECTS, UPDATES } from "./subjects.ts";

/** The service accepts duplicates, so only projectsync can prevent them. */
const LAX = { duplicateSlugs: true, duplicateComponents: true };
const stale = (seconds: number) => ({ service: { ...LAX, staleListsMs: seconds * 1_000 } });
/** Seconds after a create at which lists are read, until they show it. */
const readTimes = (lag: number): number[] => {
  const all = [0, 0.5, 2, 5, 10];
  return all.slice(0, all.findIndex((at) => at >= lag) + 1);
};

describe.each([0.4, 1, 4, 9])(
  "stale lists: the run waits until they show what it created, and the next run makes no duplicate: %d s",
  (behind) => {
    it.each(CREATES)("$kind", async ({ file: declared, key, path }) => {
      await using scene = await open({ faults: stale(behind) });
      const report = await scene.run(declared);
      expect(outcomeOf(report, key)).toMatchObject({ status: "done", message: "" });
      expect(scene.fromFirstWrite(path)).toEqual([
        `0 POST ${path}`,
        ...readTimes(behind).map((at) => `${at} GET ${path}`),
      ]);
      await converges(scene, declared);
    });

    it("a project with all that is in it", async () => {
      await using scene = await open({ faults: stale(behind) });
      const declared = file(
        "new",
        "  force_https: false\ncomponents:\n  edgee/maintenance-page: {}\ndomains: [new.example.com]\n",
      );
      expect((await scene.run(declared)).result).toBe("applied");
      const made = `${PROJECTS}/prj_3`;
      expect(scene.writes().toSorted()).toEqual(
        [PROJECTS, made, `${made}/components`, `${made}/domains`].map((path) => `POST ${path}`).toSorted(),
      );
      await converges(scene, declared);
    });
  },
);

describe("lists that are stale for longer than the settle window: done, and the outcome says to wait", () => {
  it.each(CREATES)("$kind", async ({ file: declared, key, id, path }) => {
    await using scene = await open({ faults: stale(60) });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toEqual({
      status: "done",
      id,
      message: "The service's lists do not show it yet: wait before the next run, which relies on them.",
    });
    expect(scene.fromFirstWrite(path)).toEqual([
      `0 POST ${path}`,
      ...readTimes(10).map((at) => `${at} GET ${path}`),
      `10 GET ${path}/${id}`,
    ]);
    expect(scene.seconds()).toBe(10);
  });
});

describe("stale lists after a create without an answer: read until they show it", () => {
  it.each(LISTED_CREATES)("$kind", async ({ file: declared, key, id, path }) => {
    const lost = on("POST", path, { kind: "reset", when: "after" });
    await using scene = await open({ faults: { ...lost, ...stale(4) } });
    const report = await scene.run(declared);
    expect(outcomeOf(report, key)).toMatchObject({
      status: "done",
      id,
      message: LOOKED_UP,
    });
    expect(scene.fromFirstWrite(path)).toEqual([`0 POST ${path}`, ...readTimes(4).map((at) => `${at} GET ${path}`)]);
    await converges(scene, declared);
  });

  it.each(LISTED_CREATES)(
    "$kind: longer than the window it is unknown, and sent once",
    async ({ file: declared, key, path }) => {
      const lost = on("POST", path, { kind: "reset", when: "after" });
      await using scene = await open({ faults: { ...lost, ...stale(60) } });
      const report = await scene.run(declared);
      expect(outcomeOf(report, key).status).toBe("unknown");
      expect(scene.writes()).toEqual([`POST ${path}`]);
    },
  );
});

describe("lists that show what was before an update or a deletion: a run right after it changes nothing", () => {
  it.each(UPDATES)("update of a $kind", async ({ file: declared, path }) => {
    await using scene = await open({ faults: stale(9) });
    expect((await scene.run(declared)).result).toBe("applied");
    expect(scene.writes()).toEqual([`POST ${path}`]);
    await converges(scene, declared);
  });

  it.each(DELETIONS)("deletion of a $kind: waited for until the lists no longer show it", async (subject) => {
    const { file: declared, list } = subject;
    await using scene = await open({ faults: stale(4) });
    expect((await scene.run(declared)).result).toBe("applied");
    const reads = scene.fromFirstWrite(list).filter((line) => line.endsWith(` GET ${list}`));
    expect(reads).toEqual(readTimes(4).map((at) => `${at} GET ${list}`));
    await converges(scene, declared);
  });

  it("a host name that is detached and wanted again at once is attached again", async () => {
    await using scene = await open({ faults: stale(9) });
    expect((await scene.run(DELETIONS[2]?.file ?? "")).result).toBe("applied");
    await converges(scene, file("site", "domains: [www.example.com]\n"), { writes: [`POST ${DOMAINS}`] });
  });

  it("a component that is removed and made again at once is not taken for the old one", async () => {
    await using scene = await open({ faults: stale(4) });
    await scene.ask(`DELETE ${COMPONENTS}/pc_1`);
    scene.forget();
    const declared = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n");
    const report = await scene.run(declared);
    expect(["applied", "no-changes"]).not.toContain(report.result);
    expect(outcomeOf(report, "org_1/site/edgee/ga4")).toMatchObject({ status: "failed" });
    expect(scene.writes()).toEqual([]);
  });
});
