import process from "node:process";
import { z } from "zod";
import { isProfileName, type ProfileName } from "../../../emulator/profile/profiles.ts";
import type { Tally } from "../random/tally.ts";
import { explorePart } from "./enumerate.ts";
import { SITUATIONS } from "./situations.ts";

/** Explores one part after the other, as its parent sends them. */
const part = z.object({
  profile: z.custom<ProfileName>(isProfileName),
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
