import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, LOOKED_UP, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES } from "./subjects.ts";

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
        message: LOOKED_UP,
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
    expect(scene.fromFirstWrite(path)).toEqual([
      `0 POST ${path}`,
      ...[30, 30.5, 32, 35, 40].map((at) => `${at} GET ${path}`),
    ]);
    await converges(scene, file, { writes: [`POST ${path}`] });
  });

  it.each([
    ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const })),
    ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const })),
  ])("to $method $path: sent again, and looked up", async ({ file, key, path, method }) => {
    for (const [fault, status] of [
      [{ kind: "hang", handled: true }, "done"],
      [{ kind: "hang" }, "unknown"],
    ] as const) {
      await using scene = await open({ faults: on(method, path, fault, { times: "always" }) });
      expect(outcomeOf(await scene.run(file), key).status).toBe(status);
      expect(scene.fromFirstWrite().slice(0, 2)).toEqual([`0 ${method} ${path}`, `30 ${method} ${path}`]);
      await converges(scene, file, { writes: status === "done" ? [] : [`${method} ${path}`] });
    }
  });
});
