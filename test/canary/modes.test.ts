import { describe, expect, it } from "vitest";
import { checkOut } from "../action/service.ts";
import { FORMATS, openService, runIn } from "./formats.ts";
import { FILES, LIVE } from "./project-files.ts";
import { leaks, SECRETS, TOKEN } from "./secrets.ts";

const { COOKIE, HEADER, SHORT, WEIRD, PLAIN } = SECRETS;
const ALL = [COOKIE, HEADER, SHORT, WEIRD, PLAIN];

describe.each(FORMATS)("secrets, told of as %s", (format) => {
  it.each([
    ["are created", {}, ALL],
    ["differ from the service's", { seed: LIVE }, ALL],
    // Those that only a component has count as unchanged.
    ["are hidden by it", { seed: LIVE, habits: { secrets: { as: "stars" } } }, [COOKIE, HEADER, SHORT]],
  ] as const)("are shown in no mode, and arrive as they are: they %s", async (_what, options, arriving) => {
    await using emulator = await openService({ token: TOKEN, ...options });
    await using checkout = await checkOut(FILES);
    const failures: string[] = [];
    for (const mode of ["validate", "plan", "drift", "apply", "plan"] as const) {
      const { code, everything } = await runIn(format, mode, emulator, checkout);
      expect(leaks(everything), mode).toEqual([]);
      if (code !== 0) failures.push(mode);
    }
    expect(failures).toEqual(["drift"]);
    const sent = JSON.stringify(emulator.requests().map(({ body }) => body));
    for (const secret of arriving) expect(sent).toContain(JSON.stringify(secret));
  });
});
