import { expect, it } from "vitest";
import { startEmulator } from "../../../emulator/start.ts";
import { checkOut } from "../../action/service.ts";
import { sample } from "../../rounds.ts";
import { PROGRAMS, start } from "../kill/programs.ts";
import { HOSTS, SEED, TWENTY } from "./project-files.ts";
import { statusesInLines } from "./stopped-run.ts";

const REFUSED = {
  kind: "answer",
  status: 401,
  body: { error: { type: "authentication_error", message: "The token has expired." } },
} as const;

const EXIT_CODES = [
  [PROGRAMS[0], 4],
  [PROGRAMS[1], 1],
] as const;

it.concurrent.each(sample(EXIT_CODES, 1))(
  "a token that is refused in mid-run ends all writing, and the %s says what became of each object",
  async (program, code) => {
    await using emulator = await startEmulator({
      seed: SEED,
      // All requests of the first batch are sent before the first answer comes.
      latencyMs: 1_000,
      faults: {
        faults: [
          { method: "POST", fault: REFUSED },
          { method: "POST", nth: 2, fault: { kind: "reset", when: "after" } },
        ],
      },
    });
    await using checkout = await checkOut(TWENTY);
    const run = await (await start(program, "apply", emulator, checkout)).ended();
    const sent = emulator.requests().filter(({ method }) => method !== "GET").length;
    expect(sent).toBeLessThan(HOSTS.length);
    expect(statusesInLines(run)).toEqual({
      failed: 1,
      // The list shows the one without an answer.
      done: sent - 1,
      "not-started": HOSTS.length - sent,
    });
    expect(run.code).toBe(code);
    expect(run.everything).toContain("The service no longer accepts the token.");
    expect(run.everything).toContain("Check the access token.");
  },
);
