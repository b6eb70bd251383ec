import { describe, expect, it } from "vitest";
import { always, answered, CREATES, on, open, PROJECTS, refused, UPDATES } from "./scene.ts";

/* A create or an update is answered with the status 200, and the answer says that it failed: only a read shows what became of it. */

const WRITES = [...CREATES, ...UPDATES];
const FAILURES = [{ error: { message: "quota" } }, { success: false }, { errors: ["quota"] }, { ok: false, id: null }];

describe.each(WRITES)("$kind, POST $path", ({ file: text, key, path, list }) => {
  it.each(FAILURES)("is not done by %j, if nothing can be read afterwards", async (body) => {
    const call = `POST ${path}`;
    // Its list can be read until it is written.
    const faults = [
      on(call, answered(body), always),
      on(`GET ${list}`, refused(403), { nth: READS[list] ?? 2, ...always }),
    ];
    const { outcomes } = await open({ faults }).apply(text);
    expect(outcomes).toEqual([`unknown ${key}`]);
  });

  it("is done if it shows", async () => {
    const { outcomes } = await open({ faults: [on(`POST ${path}`, answered(FAILURES[0], true))] }).apply(text);
    expect(outcomes).toEqual([`done ${key}`]);
  });
});
/** The first read of a list after its writes. Before the creates of projects, their list is read once more. */
const READS: Readonly<Record<string, number>> = { [PROJECTS]: 3 };
