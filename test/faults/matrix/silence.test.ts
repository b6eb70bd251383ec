import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES, closingRead } from "./subjects.ts";

/** A byte a second: headers come at once, and the body would take minutes. */
const SLOW = { kind: "slow-body", chunkBytes: 1 } as const;
const SILENT: readonly (readonly [string, Fault])[] = [
  ["a body that comes a byte a second", SLOW],
  ["no answer at all", { kind: "hang" }],
];

describe("a slow-loris body, or none, is given up after 30 s, and the call after 60 s", () => {
  it.each(SILENT)("%s, to a read: the run fails, and writes nothing", async (_what, fault) => {
    await using scene = await open({ faults: on("GET", PROJECTS, fault, { times: "always" }) });
    const report = await scene.run(file("new"));
    expect(report).toMatchObject({
      result: "failed",
      error: expect.stringContaining("within 60 s, after 2 attempts. Try again later."),
    });
    expect(scene.timed()).toEqual([`0 GET ${PROJECTS}`, `30 GET ${PROJECTS}`]);
    expect(scene.seconds()).toBe(60);
  });

  it.each(SILENT)("%s, once: it is read again, and the run goes on", async (_what, fault) => {
    await using scene = await open({ faults: on("GET", PROJECTS, fault) });
    expect((await scene.run(file("new"), { mode: "plan" })).result).toBe("changes");
    expect(scene.timed()).toEqual([`0 GET ${PROJECTS}`, `30 GET ${PROJECTS}`]);
  });

  it.each(CREATES)("to a create of a $kind: it is read back, and found", async ({ file, key, id, path }) => {
    for (const fault of [SLOW, { kind: "hang", handled: true }] as const) {
      await using scene = await open({ faults: on("POST", path, fault) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({
        status: "done",
        id,
        message: expect.stringContaining("found and adopted"),
      });
      expect(scene.writes()).toEqual([`POST ${path}`]);
      expect(scene.fromFirstWrite()[1]).toMatch(/^30 GET /);
      await converges(scene, file);
    }
  });

  it.each(LISTED_CREATES)("to a create of a $kind that never arrived: unknown", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("POST", path, { kind: "hang" }) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key).status).toBe("unknown");
    expect(scene.fromFirstWrite()).toEqual([
      `0 POST ${path}`,
      ...[30, 30.5, 32, 35, 40].map((at) => `${at} GET ${path}`),
    ]);
    await converges(scene, file, { writes: [`POST ${path}`] });
  });

  it.each(UPDATES)("to an update of a $kind: sent again, and read back", async ({ kind, file, key, path, list }) => {
    for (const [fault, status] of [
      [SLOW, "done"],
      [{ kind: "hang" }, "unknown"],
    ] as const) {
      await using scene = await open({ faults: on("POST", path, fault, { times: "always" }) });
      expect(outcomeOf(await scene.run(file), key).status).toBe(status);
      // The last two reads run at the same time.
      const closing = status === "done" ? [...closingRead(kind, 60), `60 GET ${list}`] : [];
      const sent = scene.fromFirstWrite();
      expect(sent.slice(0, 3)).toEqual([`0 POST ${path}`, `30 POST ${path}`, `60 GET ${path}`]);
      expect(sent.slice(3).toSorted()).toEqual(closing.toSorted());
      await converges(scene, file, { writes: status === "done" ? [] : [`POST ${path}`] });
    }
  });

  it.each(DELETIONS)("to a deletion of a $kind: sent again, and read back", async ({ file, key, path }) => {
    for (const [fault, status] of [
      [{ kind: "hang", handled: true }, "done"],
      [{ kind: "hang" }, "unknown"],
    ] as const) {
      await using scene = await open({ faults: on("DELETE", path, fault, { times: "always" }) });
      expect(outcomeOf(await scene.run(file), key).status).toBe(status);
      expect(scene.fromFirstWrite().slice(0, 3)).toEqual([`0 DELETE ${path}`, `30 DELETE ${path}`, `60 GET ${path}`]);
      await converges(scene, file, { writes: status === "done" ? [] : [`DELETE ${path}`] });
    }
  });
});
