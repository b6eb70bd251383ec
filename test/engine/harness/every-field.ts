import type { ProjectArgs } from "../../../provider/index.ts";
import { camelCase } from "../../../provider/pulumi/naming.ts";
import { CHANGED_FLAGS, FLAGS } from "../../documented-fields.ts";

/** Every field of a project that can change in place. */
export const first: Partial<ProjectArgs> = {
  ...flags(CHANGED_FLAGS),
  slug: "site",
  description: "Shop",
  externalProjectUrl: "https://example.com/a",
  logSeverity: "INFO",
  overrideCache: [{ path: "/a", rank: 1, ttl: 60 }],
  cookieName: "one",
  cookieDomain: "example.com",
  proxyOnlyPathRegex: "^/a",
  injectSdkPosition: "append",
  autocapture: { click: true, scroll: false },
  trustedIps: ["203.0.113.7", "203.0.113.1"],
  blockedIps: ["2001:DB8::1"],
  cookieWhitelist: ["b", "a"],
  forwardedHeaders: [{ name: "X-Key", value: "first-value" }],
  rateLimiting: [{ rank: 1, limit: 5, blockDuration: 30 }],
};

/** Another value of each. */
export const second: Partial<ProjectArgs> = {
  ...first,
  ...flags(FLAGS),
  slug: "shop",
  description: "Shop\nwith two lines\n",
  externalProjectUrl: "https://example.com",
  logSeverity: "ERROR",
  overrideCache: [
    { path: "/b", rank: 2, ttl: 30 },
    { path: "/a", rank: 1, ttl: 60 },
  ],
  cookieName: "two",
  cookieDomain: "www.example.com",
  proxyOnlyPathRegex: "^/b",
  injectSdkPosition: "prepend",
  autocapture: { click: false, scroll: true },
  trustedIps: ["198.51.100.0/24"],
  blockedIps: ["2001:db8::2"],
  cookieWhitelist: ["c"],
  forwardedHeaders: [{ name: "X-Key", value: "second-value" }],
  rateLimiting: [{ rank: 1, limit: 6, blockDuration: 60 }],
};

function flags(values: Readonly<Record<string, boolean>>): Partial<ProjectArgs> {
  const args: Partial<ProjectArgs> = {};
  for (const [name, value] of Object.entries(values)) Object.assign(args, { [camelCase(name)]: value });
  return args;
}
