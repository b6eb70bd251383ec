import { describe, expect, it } from "vitest";
import type { Rule } from "../../emulator/start.ts";
import { checkOut } from "../action/service.ts";
import { always, on } from "../reconcile/scene.ts";
import { sample } from "../rounds.ts";
import { ANSWERS, refusal } from "./answers.ts";
import { openService, runIn, type Format } from "./formats.ts";
import { FILES, LIVE } from "./project-files.ts";
import { leaks, TOKEN } from "./secrets.ts";

const FAULTS = sample(Object.entries(ANSWERS), 5);

/** What a run says of a service with such faults. */
async function said(format: Format, mode: "plan" | "apply", faults: readonly Rule[]) {
  await using emulator = await openService({ token: TOKEN, seed: LIVE, faults: { faults } });
  await using checkout = await checkOut(FILES);
  const { code, everything } = await runIn(format, mode, emulator, checkout);
  expect(emulator.requests().some(({ fault }) => fault !== undefined)).toBe(true);
  expect(everything).not.toMatch(/^\s+at /m);
  return { code, everything };
}

describe("secrets, told of as text", () => {
  it.each(FAULTS)("are not in what is said of a service that answers a read with %s", async (_name, fault) => {
    const { code, everything } = await said("text", "plan", [on("GET /v1/projects/*/components", fault, always)]);
    expect(leaks(everything)).toEqual([]);
    expect(code).not.toBe(0);
  });
});

describe.each(["JSON", "Action"] as const)("secrets, told of as %s", (format) => {
  it.each(FAULTS)("are not in what is said of a service that answers writes with %s", async (_name, fault) => {
    const { everything } = await said(format, "apply", [
      on("POST /v1/projects/*", fault, always),
      on("POST /v1/projects/*/components/*", fault, always),
      // Only twice: otherwise the run waits as long as a list may lag.
      on("POST /v1/projects/*/domains", fault, { times: 2 }),
    ]);
    expect(leaks(everything)).toEqual([]);
    expect(everything).toMatch(/failed|unknown|not-started|lost/);
  });

  it("are not in what is said of a write whose outcome is unknown", async () => {
    const { everything } = await said(format, "apply", [
      on("POST /v1/projects/*/domains", { kind: "reset", when: "after" }),
      // After the plan, the service does not say either whether the domain is attached.
      on("GET /v1/projects/*/domains", refusal(403, "forbidden_error"), { ...always, nth: 2 }),
      on("GET /v1/projects/*/domains/*", refusal(403, "forbidden_error"), always),
    ]);
    expect(leaks(everything)).toEqual([]);
    expect(everything).toMatch(/The outcome of .* is unknown/);
  });
});
