import process from "node:process";
import { z } from "zod";
import { explore } from "./explore.ts";
import type { Tally } from "./tally.ts";

/** Explores one part of a campaign after the other, as its parent sends them. */
const part = z.object({ seed: z.int(), runs: z.int(), path: z.string().optional() });

process.on("message", (message) => {
  void (async () => {
    const tally: Tally = {};
    const exploration = part.parse(message);
    // Stacks are a fair part of what a schedule costs; a replay has them.
    if (exploration.path === undefined) Error.stackTraceLimit = 0;
    const failure = await explore(exploration, tally);
    process.send?.({ tally, failure });
  })();
});
