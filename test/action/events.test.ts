import { describe, expect, it } from "vitest";
import { EVENTS, type EventRow } from "./events.ts";
import type { ActionRun } from "./run-action.ts";
import { startService } from "./service.ts";

/** The modes that a workflow may name, and what an event must allow for each. */
const MODES = { validate: "validate", plan: "plan", drift: "plan", apply: "apply" } as const;
const RANKS: readonly EventRow["most"][] = ["refused", "validate", "plan", "apply"];

/** What a run does for the event: its mode, and whether it asked the service. */
async function play(event: NonNullable<ActionRun["event"]>, mode: string) {
  await using service = await startService();
  const { outputs, code, stderr } = await service.run({ event, mode, inputs: { "fail-on": "none" } });
  const reason = outputs["failure-reason"];
  return { event, code, stderr, mode: outputs["mode"], reason, asks: service.emulator.requests().length > 0 };
}

function expected(event: NonNullable<ActionRun["event"]>, mode: EventRow["auto"]) {
  return mode === "refused"
    ? { event, code: 1, stderr: "", mode: "", reason: "event-refused", asks: false }
    : { event, code: 0, stderr: "", mode, reason: "", asks: mode !== "validate" };
}

describe("events of GitHub", () => {
  it.each(EVENTS)("$what: auto is $auto", async ({ auto, events }) => {
    for (const event of events) expect(await play(event, "auto")).toEqual(expected(event, auto));
  });

  it.each(EVENTS)("$what: at most $most", async ({ most, events }) => {
    for (const event of events) {
      for (const mode of ["validate", "plan", "drift", "apply"] as const) {
        const isAllowed = RANKS.indexOf(MODES[mode]) <= RANKS.indexOf(most);
        expect(await play(event, mode)).toEqual(expected(event, isAllowed ? mode : "refused"));
      }
    }
  });

  it("are chosen by the bundle in the same way", async () => {
    await using service = await startService();
    const [event] = EVENTS.find(({ what }) => what.startsWith("`deployment` of a branch"))?.events ?? [];
    if (event === undefined) throw new Error("There is no deployment.");
    expect((await service.run({ event, isSpawned: true })).outputs).toMatchObject({ mode: "plan", result: "changes" });
  });
});
