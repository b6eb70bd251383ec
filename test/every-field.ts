import { CHANGED_FLAGS, FLAGS } from "./documented-fields.ts";
import type { Fields } from "./world/oracle/meaning.ts";

/** Every field of a project that can change in place, but `blocked_ips`, which excludes `trusted_ips`. */
export const EVERY_FIELD: Fields = {
  description: "A shop, in\ntwo lines.\n",
  external_project_url: "https://shop.example.com",
  log_severity: "WARNING",
  ...CHANGED_FLAGS,
  // Not in the order of their ranks.
  override_cache: [
    { path: "/live", pass: true, rank: 7 },
    {
      path: "^/assets/",
      regex: true,
      ttl: 600,
      swr: 30,
      rank: 5,
      conditions: {
        request_cookies: { present: ["session", "basket"] },
        request_headers: { absent: ["X-Preview"], values: { "X-Kind": "page" } },
        request_query_params: { values: { page: 1 } },
        response_headers: { present: ["ETag"] },
        request_methods: ["POST", "get"],
        response_status: [404, 200],
      },
    },
  ],
  cookie_name: "shop",
  cookie_domain: "example.com",
  proxy_only: false,
  proxy_only_path_regex: "^/(?:api|admin)/",
  inject_sdk_position: "prepend",
  autocapture: { pageview: true, click: false, scroll: true },
  trusted_ips: ["203.0.113.7", "198.51.100.0/24", "2001:DB8:0:0::1"],
  cookie_whitelist: ["session", "basket"],
  forwarded_headers: [
    { name: "X-Shop", value: "main" },
    { name: "Authorization", value: { secret: "ORIGIN_KEY" } },
  ],
  rate_limiting: [
    {
      rank: 2,
      limit: 20,
      window: "60s",
      block_duration: 30,
      key: ["ua", "ip"],
      conditions: {
        path: "^/login",
        regex: true,
        method: ["POST", "GET"],
        continent: ["NA", "EU"],
        country: ["FR", "DE"],
      },
    },
    { rank: 4, limit: 100 },
  ],
};

/** Another value of each. */
export const ANOTHER_VALUE: Fields = {
  description: "Shop\nwith two lines\n",
  external_project_url: "https://example.com",
  log_severity: "ERROR",
  ...FLAGS,
  override_cache: [
    { path: "/b", rank: 2, ttl: 30 },
    { path: "/a", rank: 1, ttl: 60 },
  ],
  cookie_name: "two",
  cookie_domain: "www.example.com",
  proxy_only_path_regex: "^/b",
  inject_sdk_position: "append",
  autocapture: { pageview: false, click: true, scroll: false },
  trusted_ips: ["203.0.113.0/25"],
  cookie_whitelist: ["c"],
  forwarded_headers: [{ name: "X-Shop", value: "other" }],
  rate_limiting: [{ rank: 1, limit: 6, block_duration: 60 }],
};
