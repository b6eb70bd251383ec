import process from "node:process";
import { z } from "zod";
import { temperaments, type TemperamentName } from "../../../emulator/temperament/bundles.ts";
import type { Tally } from "../random/tally.ts";
import { explorePart } from "./enumerate.ts";
import { SITUATIONS } from "./situations.ts";

/** Explores one part after the other, as its parent sends them. */
const part = z.object({
  temperament: z.custom<TemperamentName>((name) => typeof name === "string" && name in temperaments),
  situation: z.literal(SITUATIONS.map(({ name }) => name)),
  request: z.int(),
  every: z.int(),
  seed: z.int(),
});

process.on("message", (message) => {
  void (async () => {
    const tally: Tally = {};
    const violated = await explorePart(part.parse(message), tally);
    process.send?.({ tally, violated: violated ?? [], exists: violated !== undefined });
  })();
});
