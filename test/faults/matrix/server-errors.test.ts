import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, LOOKED_UP, on, outcomeOf, refusal } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES } from "./subjects.ts";

const ERRORS: readonly (readonly [string, (handled: boolean) => Fault])[] = [
  ...[500, 502, 503, 504, 522].map((status) => {
    const body = { error: { type: "creation_error", message: "It broke." } };
    return [String(status), (handled: boolean): Fault => ({ kind: "answer", status, body, handled })] as const;
  }),
  ["a gateway's page with 502", (handled) => ({ kind: "html", status: 502, handled })],
];
const four = (line: string): string[] => Array.from({ length: 4 }, () => line);

describe("500, 502 to 504, 520 to 524 to a read: it is read again, four times at most, and nothing is written", () => {
  it.each(ERRORS)("%s", async (_what, error) => {
    await using scene = await open({ faults: on("GET", PROJECTS, error(false), { times: 3 }) });
    const planned = await scene.run(file("new"), { mode: "plan" });
    expect(planned.result).toBe("changes");
    expect(scene.seen()).toEqual(four(`GET ${PROJECTS}`));

    scene.setFaults(on("GET", PROJECTS, error(false), { times: "always" }));
    scene.forget();
    const failed = await scene.run(file("new"));
    expect(failed).toMatchObject({ result: "failed", error: expect.stringMatching(/^GET \/v1\/projects: 5\d\d/) });
    expect(scene.seen()).toEqual(four(`GET ${PROJECTS}`));
    await converges(scene, file("new"), { writes: [`POST ${PROJECTS}`] });
  });
});

describe.each(ERRORS)(
  "500, 502 to 504, 520 to 524 to a create do not say whether it ran: it is read back: %s",
  (_what, error) => {
    it.each(CREATES)("$kind: it ran", async ({ file, key, id, path }) => {
      await using scene = await open({ faults: on("POST", path, error(true)) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({
        status: "done",
        id,
        message: LOOKED_UP,
      });
      expect(scene.writes()).toEqual([`POST ${path}`]);
      await converges(scene, file);
    });

    it.each(LISTED_CREATES)("$kind: it did not run", async ({ file, key, path }) => {
      await using scene = await open({ faults: on("POST", path, error(false)) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({ status: "unknown", message: expect.stringMatching(/: 5[02]\d /) });
      expect(scene.writes()).toEqual([`POST ${path}`]);
      await converges(scene, file, { writes: [`POST ${path}`] });
    });
  },
);

describe.each(ERRORS)(
  "500, 502 to 504, 520 to 524 to an update or a deletion: it is sent again, and looked up: %s",
  (_what, error) => {
    it.each([
      ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const })),
      ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const })),
    ])("$method $path", async ({ file, key, path, method }) => {
      for (const [fault, times, sent, status] of [
        [error(false), 3, 4, "done"],
        [error(true), "always", 4, "done"],
        // In three rounds.
        [error(false), "always", 12, "unknown"],
      ] as const) {
        await using scene = await open({ faults: on(method, path, fault, { times }) });
        const report = await scene.run(file);
        expect(outcomeOf(report, key).status).toBe(status);
        expect(scene.writes()).toEqual(Array.from({ length: sent }, () => `${method} ${path}`));
        await converges(scene, file, { writes: status === "done" ? [] : [`${method} ${path}`] });
      }
    });
  },
);

describe("503 with Retry-After: nothing is sent before its time, and a create not again", () => {
  const unavailable = refusal(503, "update_error", { "retry-after": "9" });

  it.each(UPDATES)("update of a $kind", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("POST", path, unavailable) });
    expect(outcomeOf(await scene.run(file), key).status).toBe("done");
    expect(scene.fromFirstWrite(path)).toEqual([`0 POST ${path}`, `9 POST ${path}`]);
  });

  it.each(LISTED_CREATES)("create of a $kind", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("POST", path, unavailable) });
    expect(outcomeOf(await scene.run(file), key).status).toBe("unknown");
    // Later reads keep their own intervals.
    const reads = [9, 9.5, 11, 14, 19].map((at) => `${at} GET ${path}`);
    expect(scene.fromFirstWrite(path)).toEqual([`0 POST ${path}`, ...reads]);
  });
});
