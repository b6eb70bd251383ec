import { describe, expect, it } from "vitest";
import { EVENTS, type EventRow } from "./events.ts";
import type { ActionRun } from "./run-action.ts";
import { startService } from "./service.ts";

/** The modes that a workflow may name, and what an event must allow for each. */
const MODES = { validate: "validate", plan: "plan", drift: "plan", apply: "apply", sweep: "apply" } as const;
const SWEEP = { files: "examples/projects/shop.yaml", "sweep-domains": "pr-{number}.preview.example.com" };
const RANKS: readonly EventRow["most"][] = ["refused", "validate", "plan", "apply"];

/** What a run does for the event: its mode, and whether it asked the service. */
async function play(event: NonNullable<ActionRun["event"]>, mode: string) {
  // Only a sweep needs the project.
  const seed = { projects: [{ organization_id: "org_1", slug: "shop" }] };
  await using service = await startService(mode === "sweep" ? { seed } : {});
  const inputs = { "fail-on": "none", ...(mode === "sweep" ? SWEEP : {}) };
  const { outputs, code, stderr } = await service.run({ event, mode, inputs });
  const reason = outputs["failure-reason"];
  return { event, code, stderr, mode: outputs["mode"], reason, asks: service.emulator.requests().length > 0 };
}

function expected(event: NonNullable<ActionRun["event"]>, mode: EventRow["auto"] | keyof typeof MODES) {
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
      for (const mode of ["validate", "plan", "drift", "apply", "sweep"] as const) {
        const isAllowed = RANKS.indexOf(MODES[mode]) <= RANKS.indexOf(most);
        expect(await play(event, mode)).toEqual(expected(event, isAllowed ? mode : "refused"));
      }
    }
  });
});
