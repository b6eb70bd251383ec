import { describe, expect, it } from "vitest";
import { checkOut } from "../action/service.ts";
import { openService, runIn } from "./formats.ts";
import { leaks, TOKEN } from "./secrets.ts";

/* What the author of a project file could send to the service, or show, that is not theirs. */

const CANARY = "zq7x-of-the-runner";

const project = (reference: string): string => `version: 1
project:
  organization_id: org_1
  slug: site
  description: ${reference}
`;

const ALIASES: Readonly<Record<string, string>> = {
  ALIAS: TOKEN,
  PADDED: ` ${TOKEN}\n`,
  HEADER: `Bearer ${TOKEN}`,
  ENCODED: Buffer.from(`x:${TOKEN}`).toString("base64"),
  URL_WITH_TOKEN: `https://x.example/?t=${encodeURIComponent(TOKEN)}`,
  projectsync_token: TOKEN,
};
const CREDENTIALS = [
  "GITHUB_TOKEN",
  "gh_token",
  "NPM_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "HTTPS_PROXY",
  "PULUMI_ACCESS_TOKEN",
];

describe.each(["text", "Action"] as const)("a project file, told of as %s", (format) => {
  it.each<[what: string, variables: Readonly<Record<string, string>>, told?: object]>([
    ["the token of the run under another name", ALIASES],
    [
      "credentials of other programs, which are in the jobs of CI",
      Object.fromEntries(CREDENTIALS.map((name) => [name, CANARY])),
      { inputs: { "allow-env": "" } },
    ],
  ])("cannot send or show %s", async (_what, variables, told) => {
    const environment = { ...variables, CI: told === undefined ? "" : "true" };
    await using emulator = await openService({ token: TOKEN });
    const files = Object.keys(variables).map((name, index) => [`${index}.yaml`, project(`{ env: ${name} }`)]);
    await using checkout = await checkOut(Object.fromEntries(files));
    for (const mode of ["validate", "plan", "apply"] as const) {
      const { code, everything } = await runIn(format, mode, emulator, { ...checkout, ...told, environment });
      expect(code).toBe(format === "Action" ? 1 : 3);
      expect(leaks(everything), mode).toEqual([]);
      for (const name of Object.keys(variables)) expect(everything).toContain(name);
    }
    expect(emulator.requests()).toEqual([]);
  });
});
