import { describe, expect, it } from "vitest";
import { startProxy } from "../api/proxy-server.ts";
import { checkOut } from "../action/service.ts";
import { virtualClock } from "../virtual-clock.ts";
import { openService, runIn } from "./formats.ts";
import { FILES } from "./project-files.ts";
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

const WRONG_INPUTS: Readonly<Record<string, { url?: string; token?: string; environment?: Record<string, string> }>> = {
  "a token with a line break": { token: `${TOKEN}\nx` },
  "a token as the address": { url: TOKEN },
  "a token in the address": { url: `https://${TOKEN.replaceAll(/\W/g, "")}@example.invalid` },
  "a token in the address's query": { url: `https://example.invalid/?token=${encodeURIComponent(TOKEN)}` },
  "a proxy that is no URL": { url: "https://example.invalid", environment: { HTTPS_PROXY: `http://user:${TOKEN}@:x` } },
  "a proxy of another scheme": {
    url: "https://example.invalid",
    environment: { HTTPS_PROXY: `socks5://${encodeURIComponent(TOKEN)}:${encodeURIComponent(TOKEN)}@127.0.0.1` },
  },
  "a proxy with a bad code": {
    url: "https://example.invalid",
    environment: { https_proxy: "http://zq7x:zq7x%@127.0.0.1" },
  },
};

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

  it.each(Object.entries(WRONG_INPUTS))("are not in what is said of %s", async (_what, input) => {
    using clock = virtualClock();
    const { url = "http://127.0.0.1:1", token = TOKEN, environment = {} } = input;
    await using checkout = await checkOut(FILES);
    const { code, everything } = await runIn(
      format,
      "plan",
      { url, token, clock: clock.client },
      { ...checkout, environment },
    );
    expect(leaks(everything)).toEqual([]);
    expect(everything).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });

  it.each([
    ["refuses", "HTTP/1.1 407 zq7x\r\nproxy-authenticate: Basic zq7x\r\ncontent-length: 4\r\n\r\nzq7x"],
    ["answers what is no HTTP", "zq7x zq7x\r\n\r\n"],
    ["connects to what speaks no TLS", "HTTP/1.1 200 Connected\r\n\r\nzq7x"],
  ])("are not in what is said of a proxy with a password that %s", async (_what, answer) => {
    await using proxy = await startProxy(
      () => 0,
      (client) => {
        client.end(answer);
        return true;
      },
    );
    await using checkout = await checkOut(FILES);
    const environment = { HTTPS_PROXY: `http://zq7x-user:zq7x%2Fp%40ss@127.0.0.1:${proxy.port}` };
    using clock = virtualClock();
    const service = { url: "https://example.invalid", token: TOKEN, clock: clock.client };
    const { code, everything } = await runIn(format, "plan", service, { ...checkout, environment });
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(leaks(everything)).toEqual([]);
    expect(code).toBe(1);
  });
});
