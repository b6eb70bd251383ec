import { apache, caddy, envoy, haproxy, lighttpd, nginx, reloaded, squid, traefik, varnish } from "../gates.ts";
import type { Scene } from "../harness.ts";
import type { Declared } from "../oracle.ts";
import type { LabService } from "../service.ts";

/* The service behind real gateways. Each fault is what commit eb3175f1 does. */

export function site(slug: string, domains = 3): Declared {
  return {
    version: 1,
    project: { organization_id: "org_1", slug, description: "made in the lab", force_https: false },
    components: {
      "edgee/ga4": { settings: { measurement_id: "G-1" } },
      "edgee/segment": { settings: { write_key: "w-1" } },
      "edgee/amplitude": { settings: { api_key: "a-1" } },
    },
    domains: Array.from({ length: domains }, (_, index) => `h${index + 1}.${slug}.example.com`),
  };
}
/** The site is there as declared, with these host names. */
export const seeded = (service: LabService, slug: string, domains: readonly string[] = []): void =>
  service.seed({
    slug,
    fields: { description: "made in the lab", force_https: false },
    components: {
      "edgee/ga4": { measurement_id: "G-1" },
      "edgee/segment": { write_key: "w-1" },
      "edgee/amplitude": { api_key: "a-1" },
    },
    domains,
  });
export const two: readonly Declared[] = [site("alpha"), site("beta")];
export const one: readonly Declared[] = [site("alpha")];

const plain: readonly Scene[] = Object.entries({
  nginx: nginx(),
  haproxy: haproxy(),
  varnish: varnish(),
  apache: apache(),
  envoy: envoy(),
  caddy: caddy(),
  "caddy below /edge/api, compressing": caddy(
    "encode zstd gzip {\n minimum_length 1\n}\nhandle_path /edge/api/* {\n reverse_proxy SERVICE\n}",
    "/edge/api/",
  ),
  lighttpd: lighttpd(),
  "lighttpd below /edge, two requests a connection": lighttpd(
    'server.max-keep-alive-requests = 2\nproxy.header = ( "map-urlpath" => ( "/edge/" => "/" ) )',
    "/edge",
  ),
  traefik: traefik(),
  "traefik below /edge": traefik("stripPrefix", { prefixes: ["/edge"] }, "/edge"),
}).map(([name, gateway]) => ({ name: `plain: ${name}`, fault: "none", declared: two, gateway, expect: "done" }));

const limited = (extra: string): Pick<Scene, "gateway"> => ({
  gateway: nginx({
    http: `limit_req_zone $server_port zone=all:1m rate=5r/s; limit_conn_zone $server_port zone=one:1m; ${extra}`,
    location: "limit_req zone=all burst=2 nodelay;",
  }),
});
/** A create takes effect and its answer is lost on the way, so the gateway sends it again. */
const repeats: Readonly<Record<string, NonNullable<Scene["gateway"]>>> = {
  "nginx non_idempotent": nginx({
    servers: 2,
    location: "proxy_next_upstream error timeout http_503 non_idempotent; proxy_next_upstream_tries 2;",
  }),
  "HAProxy all-retryable-errors": haproxy("retries 1\n  retry-on all-retryable-errors\n  option http-buffer-request"),
  "Caddy lb_retry_match 5xx": caddy(
    `reverse_proxy SERVICE {
      lb_retries 1
      lb_retry_match {
        expression "{rp.is_transport_error} || {rp.status_code} >= 500"
      }
      request_buffers 64KiB
    }`,
  ),
  "Traefik retry, also POST": traefik("retry", { attempts: 2, status: ["500-599"], retryNonIdempotentMethod: true }),
  "Envoy retry_on 5xx": envoy("{ retry_on: 5xx, num_retries: 1 }"),
};
const cached = (bypass: string): Pick<Scene, "declared" | "applies" | "gateway" | "habits"> => ({
  declared: one,
  applies: 2,
  gateway: nginx({
    http: "proxy_cache_path FOLDER/cache keys_zone=kept:1m;",
    location: `proxy_cache kept; proxy_cache_valid 200 60s; ${bypass}`,
  }),
  habits: { doubles: true },
});
const stale = { unknown: "the gateway shows what it kept", partial: "the gateway shows what it kept" };
/** It was this very run, through the gateway. */
export const OTHERS = /Somebody else (?:did|created) it meanwhile/;
const pages = { unknown: "a page with 503 does not tell whether the create took effect" };
export const lost = { unknown: "an answer is lost, and no later list can tell whose object it is" };

export const gateways: readonly Scene[] = [
  ...plain,
  {
    ...limited(""),
    name: "nginx limit_req, 503",
    fault: "five applies in a row do not finish",
    declared: two,
    applies: 3,
    expect: "done",
    allowed: pages,
  },
  { ...limited("limit_req_status 429;"), name: "nginx limit_req, 429", fault: "none", declared: two, expect: "done" },
  {
    name: "nginx limit_conn 1",
    fault: "many requests are refused, and not all is done",
    declared: two,
    gateway: nginx({ http: "limit_conn_zone $server_port zone=one:1m;", location: "limit_conn one 1;" }),
    habits: { latency: 100 },
    applies: 2,
    expect: "done",
    allowed: pages,
  },
  {
    name: "nginx, reloaded all the time",
    fault: "creates that are lost with a connection that was kept open are unknown",
    declared: Array.from({ length: 20 }, (_, index) => site(`site-${index}`)),
    gateway: reloaded(7),
    habits: { latency: 2 },
    expect: "done",
  },
  {
    name: "Traefik rateLimit, 429",
    fault: "none",
    declared: two,
    gateway: traefik("rateLimit", { average: 5, burst: 3 }),
    expect: "done",
  },
  {
    name: "Traefik inFlightReq 1, 429",
    fault: "none",
    declared: two,
    gateway: traefik("inFlightReq", { amount: 1 }),
    habits: { latency: 100 },
    expect: "done",
  },
  {
    name: "Traefik circuitBreaker",
    fault: "none",
    declared: two,
    applies: 2,
    gateway: traefik("circuitBreaker", {
      expression: "ResponseCodeRatio(500, 600, 0, 600) > 0.01",
      checkPeriod: "100ms",
      fallbackDuration: "2s",
      recoveryDuration: "2s",
    }),
    habits: { faults: [{ write: 2, effect: true, answer: 500 }] },
    allowed: { ...lost, ...pages },
    expect: "done",
  },
  {
    name: "Traefik buffering maxRequestBodyBytes 60",
    fault: "waits and says unknown, `The next run creates it`",
    declared: one,
    gateway: traefik("buffering", { maxRequestBodyBytes: 60 }),
    says: /413/,
  },
  {
    name: "nginx proxy_cache_valid 60s, doubles allowed",
    fault: "the second apply creates everything again, exit code 0",
    ...cached(""),
    allowed: { ...stale, two: "nothing in the answers shows that nginx kept them: docs/limits.md" },
    ends: true,
  },
  {
    name: "nginx proxy_cache_valid 60s with a bypass for no-cache, doubles allowed",
    fault: "the second apply creates everything again, exit code 0",
    ...cached("proxy_cache_bypass $http_cache_control;"),
  },
  {
    name: "Varnish keeps all for 60s, doubles allowed",
    fault: "the second apply creates everything again, exit code 0",
    declared: one,
    applies: 2,
    // Past the settle window: what is kept is older than the last write can explain.
    between: 12_000,
    gateway: varnish(`sub vcl_recv { if (req.method == "GET") { return (hash); } }
sub vcl_backend_response { set beresp.ttl = 60s; }`),
    habits: { doubles: true },
    allowed: stale,
  },
  {
    name: "nginx client_max_body_size 60",
    fault: "waits and says unknown, `The next run creates it`",
    declared: one,
    gateway: nginx({ location: "client_max_body_size 60;" }),
    says: /413/,
  },
  ...["drop", 503].flatMap((answer) =>
    Object.entries(repeats).flatMap(([name, gateway]): Scene[] => [
      {
        name: `${name} repeats a create (${answer}), second 429`,
        fault: "sends it a third time, and there are two",
        declared: one,
        gateway,
        habits: {
          doubles: true,
          faults: [
            { write: 1, effect: true, answer: answer as "drop" | number },
            { write: 2, effect: false, answer: 429 },
          ],
        },
        allowed: lost,
      },
      {
        name: `${name} repeats a create (${answer}), second 409`,
        fault: "says `Somebody else created it meanwhile`",
        not: OTHERS,
        declared: one,
        gateway,
        habits: { faults: [{ write: 1, effect: true, answer: answer as "drop" | number }] },
        allowed: lost,
      },
      {
        name: `${name} repeats the attach (${answer})`,
        fault: "says `Somebody else did it meanwhile`",
        not: OTHERS,
        declared: [site("alpha", 1)],
        seed: (service) => seeded(service, "alpha"),
        gateway,
        habits: { faults: [{ write: 1, effect: true, answer: answer as "drop" | number }] },
        expect: "done",
      },
    ]),
  ),
  ...Object.entries({
    nginx: nginx(),
    haproxy: haproxy(),
    apache: apache(),
    envoy: envoy(),
    caddy: caddy(),
    lighttpd: lighttpd(),
    traefik: traefik(),
  }).map(([name, gateway]): Scene => ({
    name: `the service dies at write 5 behind ${name}`,
    fault: "11 to 13 of 14 unknown: each remaining create is still sent",
    declared: two,
    gateway,
    args: ["--parallelism", "1"],
    habits: { faults: [{ write: 5, effect: true, answer: "die" }] },
    allowed: { ...lost, partial: "the settings of a new project are its second request" },
    not: /"unknown": ?(?:[5-9]|\d\d)/,
  })),
  {
    name: "Squid, wrong password (407)",
    fault: "sent 16 times, which locks accounts",
    declared: one,
    // Once for each of the reads that start together.
    gateway: squid({ password: "wrong-password-7a3", atMost: 4 }),
    says: /HTTPS_PROXY/,
    ends: true,
  },
  {
    name: "Squid, CONNECT refused with 503",
    fault: "says `Ask the operator for access`",
    declared: one,
    gateway: squid({ atMost: 20 }),
    not: /for access/,
    ends: true,
  },
];
