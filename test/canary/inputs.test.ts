import { describe, expect, it } from "vitest";
import { checkOut } from "../action/service.ts";
import { openService, runIn } from "./formats.ts";
import { leaks, SECRETS, TOKEN } from "./secrets.ts";

const project = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const component = (slug: string, settings: string): string =>
  project(slug, `components:\n  edgee/meta-capi:\n    settings: ${settings}\n`);

/** Secrets where none is expected. */
const WRONG_FILES = [
  project("flag", "  force_https: { secret: COOKIE }\n"),
  project("choice", "  log_severity: { secret: COOKIE }\n"),
  project("{ secret: HEADER }", ""),
  project("address", "  blocked_ips: [{ secret: COOKIE }]\n"),
  project("host", "domains: [{ name: { secret: HEADER } }]\n"),
  project("two-hosts", "domains: [{ name: { secret: HOST } }, { name: { secret: HOST } }]\n"),
  project(
    "rule",
    "  rate_limiting: [{ rank: 1, limit: 1, conditions: { path: { secret: HEADER } }, window: { secret: COOKIE } }]\n",
  ),
  project(
    "header",
    "  forwarded_headers: [{ name: { secret: HEADER }, value: { secret: WEIRD }, more: { secret: COOKIE } }]\n",
  ),
  project("version", "components:\n  edgee/ga4: { version: { secret: COOKIE } }\n"),
  project("organization", "").replace("org_1", "{ secret: HEADER }"),
  component("token", "{ pixel_id: a, access_token: { secret: PROJECTSYNC_TOKEN }, region: { env: INPUT_TOKEN } }"),
];

/** The same where only the catalogue says so. */
const WRONG_SETTINGS = [
  component("none", "{ pixel_id: a, access_token: b, token: { secret: COOKIE } }"),
  component("option", "{ pixel_id: a, access_token: b, region: { secret: COOKIE } }"),
  component("list", `{ pixel_id: a, access_token: [${SECRETS.PLAIN}] }`),
  component("map", `{ pixel_id: a, access_token: { text: ${SECRETS.PLAIN} } }`),
];

const named = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((file, index) => [`${index + 1}.yaml`, file]));

describe.each(["text", "Action"] as const)("secrets, told of as %s", (format) => {
  it.each([
    ["where none is expected", WRONG_FILES],
    ["as settings that are wrong", WRONG_SETTINGS],
  ])("are not in what is said of files that have them %s", async (_where, files) => {
    await using emulator = await openService({ token: TOKEN });
    await using checkout = await checkOut(named(files));
    const environment = { HOST: "zq7x.example.com" };
    for (const mode of ["validate", "plan", "apply"] as const) {
      const { everything } = await runIn(format, mode, emulator, { ...checkout, environment });
      expect(leaks(everything), mode).toEqual([]);
      expect(everything).not.toMatch(/^\s+at /m);
      for (const name of mode === "apply" ? Object.keys(named(files)) : []) expect(everything).toContain(`${name}:`);
    }
  });
});
