import { apache, caddy, envoy, haproxy, lighttpd, nginx, traefik, varnish } from "../gates.ts";
import type { Scene } from "../harness.ts";
import type { Declared } from "../oracle.ts";
import type { Fault } from "../service.ts";
import { OTHERS, lost, one, seeded, site, two } from "./gateways.ts";

/*
 * Gateways with settings that platform teams run: they take the service out after an error, answer in its place, are less patient than it, or
 * pass only a part of what is asked. Each fault was there when the scene was written.
 */

type Gateway = NonNullable<Scene["gateway"]>;

const fault = (write: number, effect: boolean, answer: Fault["answer"]): Fault => ({ write, effect, answer });
const refused = { unknown: "the answer does not tell whether the create took effect" };
/** The table of outcomes in docs/internals/faults.md says so of what is still as it was. */
const pages = {
  unknown: "a page is no answer: a service may do later what its gateway refused",
  partial: "answered with 2xx, and the service shows the old state",
};
const closed = { unknown: "no request passes any more", partial: "no request passes any more" };

/** The host name never left its project. */
const NOWHERE = /attached to no project/;

/** The host name goes from alpha to beta: the detach is write 1, the attach is write 2. */
const move: Pick<Scene, "declared" | "seed"> = {
  declared: [site("alpha", 0), { ...site("beta", 0), domains: ["moves.example.com"] }],
  seed: (service) => {
    seeded(service, "alpha", ["moves.example.com"]);
    seeded(service, "beta");
  },
};
/** A host name goes and one comes, a component goes, and one has another setting. */
const change: Pick<Scene, "declared" | "seed"> = {
  declared: [
    {
      ...site("alpha", 0),
      components: { "edgee/ga4": { settings: { measurement_id: "G-2" } }, "edgee/segment": { absent: true } },
      domains: [{ name: "goes.example.com", absent: true }, "comes.example.com"],
    } satisfies Declared,
  ],
  seed: (service) => seeded(service, "alpha", ["goes.example.com"]),
};

const failing = (time: string): Gateway =>
  caddy(`reverse_proxy SERVICE {\n fail_duration ${time}\n max_fails 1\n unhealthy_status 5xx\n}`);
const outlier = (time: string): Gateway =>
  envoy("", {
    cluster: `outlier_detection: { consecutive_5xx: 1, interval: 0.5s, base_ejection_time: ${time}, max_ejection_percent: 100 }
    common_lb_config: { healthy_panic_threshold: { value: 0 } }`,
  });
/** After one error, the only backend is out for some seconds, and the gateway answers all with 503. */
const ejects: Readonly<Record<string, Gateway>> = {
  "Caddy fail_duration 4s": failing("4s"),
  "HAProxy observe layer7, mark-down": haproxy(
    "default-server check inter 2s rise 2 fall 1 observe layer7 error-limit 1 on-error mark-down",
  ),
  "Envoy outlier_detection consecutive_5xx 1": outlier("4s"),
};
const ejectsLong: Readonly<Record<string, Gateway>> = {
  "Caddy fail_duration 30s": failing("30s"),
  "Envoy base_ejection_time 30s": outlier("30s"),
};

/** Answers 200 where the service has no answer, or has one that is an error. */
const sorry = (answer: string): Gateway =>
  nginx({
    server: `error_page 500 502 503 504 =200 @sorry; proxy_intercept_errors on; location @sorry { ${answer} }`,
  });
const maintenance: Readonly<Record<string, Gateway>> = {
  "nginx error_page =200 HTML": sorry('default_type text/html; return 200 "<html><h1>Back soon</h1></html>";'),
  "nginx error_page =200 JSON": sorry(`default_type application/json; return 200 '{"status":"maintenance"}';`),
  "Caddy handle_errors, empty 200": caddy("reverse_proxy SERVICE\nhandle_errors {\n respond 200\n}"),
};

/** Gives up on a write after a second, and the service does it two seconds later. */
const impatient: Readonly<Record<string, Gateway>> = {
  "nginx proxy_read_timeout 1s": nginx({ location: "proxy_read_timeout 1s;" }),
  "HAProxy timeout server 1s": haproxy("timeout server 1s"),
  "Caddy response_header_timeout 1s": caddy(
    "reverse_proxy SERVICE {\n transport http {\n  response_header_timeout 1s\n }\n}",
  ),
  "Envoy per_try_timeout 1s, repeated": envoy("{ retry_on: 5xx, num_retries: 1, per_try_timeout: 1s }", {
    route: ", timeout: 5s",
  }),
};

/** Some methods do not reach the service. What Caddy has no handler for, it answers with 200 and no body. */
const methods: Readonly<Record<string, Gateway>> = {
  "Caddy passes only GET": caddy("@reads method GET\nreverse_proxy @reads SERVICE"),
  "Caddy passes no DELETE": caddy("@known method GET POST\nreverse_proxy @known SERVICE"),
  "lighttpd denies DELETE (403)": lighttpd('$HTTP["request-method"] == "DELETE" { url.access-deny = ( "" ) }'),
  "HAProxy denies DELETE (405)": haproxy("http-request deny deny_status 405 if METH_DELETE"),
};

/** What gateways answer where they know no route. */
const returned = (type: string, text: string): string =>
  `http-request return status 404 content-type ${type} string '${text}'`;
const noRoute: Readonly<Record<string, string>> = {
  "Azure API Management": returned("application/json", '{ "statusCode": 404, "message": "Resource not found" }'),
  "AWS API Gateway": returned("application/json", '{"message":"Not Found"}'),
  Kong: returned("application/json", '{"message":"no Route matched with those values"}'),
  Traefik: returned("text/plain", "404 page not found"),
};

/** The first request of this method passes, and none after it: a session has ended, or somebody was locked out. */
const until = (method: "DELETE" | "POST", action: string): Gateway =>
  haproxy(`stick-table type ip size 1k expire 10m store gpc0
  http-request track-sc0 src
  http-request ${action} if { sc_get_gpc0(0) gt 0 }
  http-request sc-inc-gpc0(0) if { method ${method} }`);
const ends = {
  "a redirect to a login page": "redirect location https://login.example.com/",
  "a login page with 200": 'return status 200 content-type text/html string "<html><form>Log in</form></html>"',
  "a page with 401": 'return status 401 content-type text/html string "<html>Log in</html>"',
  "no answer": "reject",
};

/** Takes ten requests a second; what comes over it is refused in this way. */
const rate = (action: string): Gateway =>
  haproxy(`stick-table type ip size 1k expire 2s store http_req_rate(1s)
  timeout tarpit 1s
  http-request track-sc0 src
  http-request ${action} if { sc_http_req_rate(0) gt 10 }`);
const limited = (status: number): Gateway =>
  nginx({
    http: `limit_req_zone $server_port zone=all:1m rate=5r/s; limit_req_status ${status};`,
    location: "limit_req zone=all burst=4 nodelay;",
  });
const rates: Readonly<Record<string, Gateway>> = {
  "nginx limit_req_status 403": limited(403),
  "nginx limit_req_status 444 (closes)": limited(444),
  "nginx limit_req_status 509": limited(509),
  "HAProxy tarpit (500)": rate("tarpit"),
  "HAProxy tarpit deny_status 429": rate("tarpit deny_status 429"),
  "HAProxy reject (closes)": rate("reject"),
};

/** The token of the request, in a text for the person who is refused. */
const TOKEN = ["", ",base64", ",url_enc", ",json(utf8s)"].map((as) => `%[req.hdr(authorization)${as}]`).join(" ");

const kept = (lines: string): Gateway =>
  nginx({ http: "proxy_cache_path FOLDER/cache keys_zone=kept:1m;", location: `proxy_cache kept; ${lines}` });

export const settings: readonly Scene[] = [
  ...Object.entries(ejects).flatMap(([name, gateway]): Scene[] => [
    {
      name: `${name}: a create is lost`,
      fault: "none",
      declared: two,
      gateway,
      habits: { faults: [fault(2, true, "drop")] },
      applies: 2,
      allowed: refused,
      expect: "done",
      not: OTHERS,
    },
    {
      name: `${name}: the answer to a detach is lost`,
      fault: "none",
      ...move,
      gateway,
      habits: { faults: [fault(1, true, "drop")] },
      expect: "done",
    },
  ]),
  ...Object.entries({ ...ejects, ...ejectsLong }).map(([name, gateway]): Scene => ({
    name: `${name}: between detach and attach`,
    fault: "none",
    ...move,
    gateway,
    habits: { faults: [fault(2, false, 503)] },
    expect: "done",
  })),
  ...Object.entries(maintenance).flatMap(([name, gateway]): Scene[] => [
    {
      name: `${name}: changes without effect`,
      fault: "none",
      ...change,
      gateway,
      allowed: pages,
      habits: { faults: [1, 2, 3, 4].map((write) => fault(write, false, 503)) },
    },
    {
      name: `${name}: changes with effect`,
      fault: "none",
      ...change,
      gateway,
      habits: { faults: [1, 2, 3, 4].map((write) => fault(write, true, 503)) },
      expect: "done",
    },
    {
      name: `${name}: creates without effect`,
      fault: "none",
      declared: one,
      gateway,
      habits: { faults: [1, 2, 3].map((write) => fault(write, false, "drop")) },
      allowed: lost,
    },
    {
      name: `${name}: the detach of a move`,
      fault: "an answer with JSON: five minutes, then `may be attached to no project`, though it is",
      ...move,
      gateway,
      habits: { faults: [fault(1, false, 503)] },
      // The attach is tried for five minutes.
      limit: 400,
      not: NOWHERE,
    },
    {
      name: `${name}: the attach of a move`,
      fault: "an answer with JSON: not attached again, and the host name stays offline",
      ...move,
      gateway,
      habits: { faults: [fault(2, false, 503)] },
      expect: "done",
    },
  ]),
  ...Object.entries(impatient).flatMap(([name, gateway]): Scene[] =>
    Object.entries({ creates: { declared: one }, changes: change, "a move": move }).map(([what, scene]) => ({
      name: `${name}: ${what}`,
      fault: "none",
      ...scene,
      gateway,
      habits: { slowWrites: 3000 },
      expect: "done",
      not: OTHERS,
    })),
  ),
  ...Object.entries(methods).flatMap(([name, gateway]): Scene[] => [
    {
      name: `${name}: changes`,
      fault: "none",
      ...change,
      gateway,
      allowed: pages,
    },
    {
      name: `${name}: a move`,
      fault: "says `may be attached to no project`, though it is",
      ...move,
      gateway,
      allowed: pages,
      limit: 400,
      not: NOWHERE,
    },
  ]),
  {
    name: "Caddy passes only GET: creates",
    fault: "none",
    declared: one,
    gateway: caddy("@reads method GET\nreverse_proxy @reads SERVICE"),
    allowed: refused,
  },
  ...Object.entries(noRoute).flatMap(([name, answer]): Scene[] => [
    {
      name: `no route for one component or domain (${name})`,
      fault: "none",
      ...change,
      allowed: pages,
      gateway: haproxy(`${answer} if { path_reg ^/v1/projects/[^/]+/(domains|components)/ }`),
    },
    {
      name: `no route for DELETE (${name}): a move`,
      fault: "none",
      ...move,
      allowed: pages,
      not: NOWHERE,
      gateway: haproxy(`${answer} if METH_DELETE`),
    },
    {
      name: `no route for GET of one project (${name})`,
      fault: "none",
      ...change,
      gateway: haproxy(`${answer} if METH_GET { path_reg ^/v1/projects/[^/]+$ }`),
    },
    {
      name: `no route for POST below a project (${name})`,
      fault: "none",
      declared: one,
      gateway: haproxy(`${answer} if METH_POST { path_sub /projects/ }`),
      allowed: { ...refused, partial: "the settings of a new project are its second request" },
    },
  ]),
  ...Object.entries(ends).map(([name, action]): Scene => ({
    name: `${name} after the first create`,
    fault: "none",
    declared: two,
    gateway: until("POST", action),
    allowed: closed,
  })),
  ...(["a redirect to a login page", "a page with 401"] as const).map((name): Scene => ({
    name: `${name} after the detach of a move`,
    fault: "none",
    ...move,
    gateway: until("DELETE", ends[name]),
    allowed: closed,
    // The attach is tried for five minutes.
    limit: 400,
  })),
  ...Object.entries(rates).map(([name, gateway]): Scene => ({
    name,
    fault: "509: four applies do not finish",
    declared: two,
    applies: 4,
    gateway,
    allowed: { ...refused, partial: "the settings of a new project are its second request" },
    // The others cannot be told from a refusal or a fault: docs/limits.md.
    ...(/ 403|\(closes\)|\(500\)/.test(name) ? {} : { expect: "done" }),
  })),
  {
    name: "Caddy unhealthy_request_count 1",
    fault: "none",
    declared: two,
    gateway: caddy("reverse_proxy SERVICE {\n fail_duration 1s\n unhealthy_request_count 1\n}"),
    habits: { latency: 100 },
    applies: 3,
    allowed: refused,
    expect: "done",
  },
  {
    name: "Envoy max_requests 1, no queue",
    fault: "none",
    declared: two,
    gateway: envoy("", {
      cluster: "circuit_breakers: { thresholds: [{ max_requests: 1, max_connections: 1, max_pending_requests: 1 }] }",
    }),
    habits: { latency: 100 },
    applies: 3,
    allowed: refused,
    expect: "done",
  },
  {
    name: "Caddy request_body max_size 60",
    fault: "none",
    declared: one,
    gateway: caddy("request_body {\n max_size 60\n}\nreverse_proxy SERVICE"),
    says: /413/,
  },
  {
    name: "HAProxy shows the token in a page with 403",
    fault: "none",
    declared: one,
    gateway: haproxy(`http-request return status 403 content-type text/html lf-string "${TOKEN}" if METH_POST`),
    allowed: refused,
  },
  {
    name: "HAProxy shows the token in a page with 200",
    fault: "none",
    declared: one,
    gateway: haproxy(`http-request return status 200 content-type text/html lf-string "${TOKEN}"`),
    ends: true,
  },
  {
    name: "HAProxy redirects to a login page, with the token",
    fault: "none",
    declared: one,
    gateway: haproxy(
      "http-request redirect location https://login.example.com/?back=%[url,url_enc]&auth=%[req.hdr(authorization),url_enc]",
    ),
    ends: true,
  },
  {
    name: "nginx keeps for 1s and while there is an error, doubles allowed",
    fault: "none",
    declared: one,
    applies: 2,
    between: 1500,
    gateway: kept("proxy_cache_valid 200 1s; proxy_cache_use_stale error timeout http_502 http_503;"),
    habits: { doubles: true },
    expect: "done",
  },
  ...Object.entries({ creates: { declared: one }, changes: change, "a move": move }).flatMap(([what, scene]): Scene[] =>
    [1, 2].map((write) => ({
      name: `nginx shows old answers of a service that died at write ${write}: ${what}`,
      fault: "a move whose detach has effect: does not say that the host name may be offline",
      ...scene,
      gateway: kept("proxy_cache_valid 200 1s; proxy_cache_use_stale error timeout updating http_502 http_503;"),
      habits: { faults: [fault(write, true, "die")] },
      allowed: closed,
      limit: 400,
    })),
  ),
  {
    name: "nginx keeps for 5s, applied again at once, doubles allowed",
    fault: "none",
    declared: one,
    applies: 2,
    gateway: kept("proxy_cache_valid 200 5s;"),
    habits: { doubles: true },
    expect: "done",
  },
  {
    name: "Varnish keeps for 8s and hides the age, applied again at once, doubles allowed",
    fault: "none",
    declared: one,
    applies: 2,
    gateway: varnish(`sub vcl_recv { if (req.method == "GET") { return (hash); } }
sub vcl_backend_response { set beresp.ttl = 8s; set beresp.grace = 0s; }
sub vcl_deliver { unset resp.http.Age; }`),
    habits: { doubles: true },
    expect: "done",
  },
  {
    name: "nginx keeps each 404 for a minute",
    fault: "none",
    ...move,
    gateway: kept("proxy_cache_valid 404 1m;"),
    expect: "done",
  },
  {
    name: "nginx keeps any answer for 5s, and the service answers 429",
    fault: "none",
    declared: two,
    gateway: kept("proxy_cache_valid any 5s;"),
    habits: { limit: 10 },
    expect: "done",
  },
  ...Object.entries({ "a move": move, changes: change }).map(([what, scene]): Scene => ({
    name: `nginx proxy_intercept_errors, a page for each error: ${what}`,
    fault: "none",
    ...scene,
    gateway: nginx({
      server: `error_page 400 401 403 404 405 409 429 500 502 503 504 /page; proxy_intercept_errors on;
          location = /page { internal; default_type text/html; return 200 "<html>Sorry</html>"; }`,
    }),
    expect: "done",
  })),
  ...Object.entries({
    "nginx proxy_pass with a path": nginx({ server: "location /edge/ { proxy_pass http://service/; }" }),
    "Caddy handle_path": caddy("handle_path /edge/* {\n reverse_proxy SERVICE\n}"),
    Traefik: traefik("stripPrefix", { prefixes: ["/edge"] }),
    "lighttpd map-urlpath": lighttpd('proxy.header = ( "map-urlpath" => ( "/edge/" => "/" ) )'),
  }).map(([name, gateway]): Scene => ({
    name: `${name}, IDs with marks`,
    fault: "none",
    ...change,
    gateway: async (place) => {
      const gate = await gateway(place);
      return { ...gate, url: `${gate.url}/edge` };
    },
    habits: { ids: ":ü %41;+=" },
    expect: "done",
  })),
  {
    name: "Apache force-gzip",
    fault: "none",
    declared: one,
    allowed: { unknown: "no answer of some length can be read, also not that of the create" },
    gateway: apache("SetEnv force-gzip\nSetOutputFilter DEFLATE", ["env", "filter", "deflate"]),
  },
];
