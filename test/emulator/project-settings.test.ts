import { expect, it } from "vitest";
import { CHANGED_FLAGS, DOCUMENTED_FIELDS } from "../documented-fields.ts";
import { EVERY_FIELD } from "../every-field.ts";
import { has, lacks, PROJECT, talk, type Step } from "./conversation.ts";

const update = `POST ${PROJECT}`;
const read = `GET ${PROJECT}`;

const values: Record<string, unknown> = {
  ...EVERY_FIELD,
  ...CHANGED_FLAGS,
  type: "ai_analytics",
  // They have no effect together with trusted_ips, but are not refused.
  blocked_ips: ["203.0.113.2"],
  forwarded_headers: [{ name: "x-a", value: "" }],
};

talk("stores every setting unchanged", {}, [
  [update, values, values],
  [read, values],
]);

it("has a value here for every field", () => {
  expect(Object.keys(values).toSorted()).toEqual(DOCUMENTED_FIELDS.map(({ name }) => name).toSorted());
});

talk(
  "resets each nullable setting to its default on null, and leaves the others unchanged; refuses null for the others",
  {},
  DOCUMENTED_FIELDS.flatMap(({ name, byDefault, isNullable }): Step[] => {
    const { [name]: _value, ...others } = values;
    const reset = { ...others, ...(byDefault === undefined ? {} : { [name]: byDefault }) };
    return [
      [update, values, values],
      [update, { [name]: null }, isNullable ? reset : [name]],
      [read, lacks({ [name]: isNullable ? values[name] : null })],
    ];
  }),
);

const odd = [{}, { ttl: 0, swr: 1.5, conditions: { request_headers: {}, response_headers: { absent: [] } } }];

talk("stores rules with little in them unchanged", {}, [
  [update, { override_cache: odd }, has("override_cache", odd)],
  [read, has("override_cache", odd)],
]);

talk("keeps an empty list distinct from one without a value", {}, [
  [read, lacks({ override_cache: [] })],
  [update, { override_cache: [] }, { override_cache: [] }],
]);

const events = ["pageview", "spa_pageview", "engagement", "click", "form", "scroll"];
const noEvents = Object.fromEntries(events.map((event) => [event, false]));

talk("stores false for each event that an update of autocapture leaves out", {}, [
  [update, { autocapture: { click: true } }, has("autocapture", { ...noEvents, click: true })],
  [update, { autocapture: {} }, has("autocapture", noEvents)],
]);

const byDefault = { rank: 1, limit: 2, window: "10s", block_duration: 60, key: ["ip"] };
const sameRank = [
  { rank: 1, limit: 2 },
  { rank: 1, limit: 3, window: "1s" },
];

talk("accepts rules with the same rank, and fills in the defaults of those of rate_limiting only", {}, [
  [update, { override_cache: [{ rank: 1 }, { rank: 1 }] }, has("override_cache", [{ rank: 1 }, { rank: 1 }])],
  [update, { rate_limiting: sameRank }, has("rate_limiting", [byDefault, { ...byDefault, ...sameRank[1] }])],
]);

const WRONG: readonly (readonly [param: string, value: unknown])[] = [
  ["log_severity", "info"],
  ["cookie_name", 1],
  ["force_https", "true"],
  ["trusted_ips", "203.0.113.1"],
  ["cookie_whitelist.1", ["a", 2]],
  ["autocapture.hover", { hover: true }],
  ["autocapture.click", { click: null }],
  ["override_cache.0.path", [{ path: null }]],
  ["forwarded_headers.0.value", [{ name: "a", value: null }]],
  ["forwarded_headers.0.value", [{ name: "a" }]],
  ["forwarded_headers.0.extra", [{ name: "a", value: "b", extra: 1 }]],
  ["override_cache.0.ttl", [{ ttl: "60" }]],
  ["override_cache.1.colour", [{}, { colour: 1 }]],
  ["override_cache.0.conditions.request_cookies.present", [{ conditions: { request_cookies: { present: "a" } } }]],
  ["override_cache.0.conditions.response_status.0", [{ conditions: { response_status: ["200"] } }]],
  ["rate_limiting.0.rank", [{ limit: 1 }]],
  ["rate_limiting.0.limit", [{ rank: 1, limit: 0 }]],
  ["rate_limiting.0.rank", [{ rank: 1.5, limit: 1 }]],
  ["rate_limiting.0.window", [{ rank: 1, limit: 1, window: "5s" }]],
  ["rate_limiting.0.block_duration", [{ rank: 1, limit: 1, block_duration: 0 }]],
  ["rate_limiting.0.key.0", [{ rank: 1, limit: 1, key: ["IP"] }]],
  ["rate_limiting.0.conditions.method.0", [{ rank: 1, limit: 1, conditions: { method: ["get"] } }]],
  ["rate_limiting.0.conditions.continent.0", [{ rank: 1, limit: 1, conditions: { continent: ["EUR"] } }]],
  ["rate_limiting.0.conditions.country.0", [{ rank: 1, limit: 1, conditions: { country: ["fr"] } }]],
];

talk(
  "refuses a wrong value and names it",
  {},
  WRONG.map(([param, value]) => [update, { [param.replace(/\..*/, "")]: value }, [param]]),
);

const several = { force_https: 1, description: "D", override_cache: [{ ttl: "1", swr: "2" }], colour: 1, slug: "A" };

talk("names all problems at once, and changes nothing", {}, [
  [update, several, ["slug", "force_https", "override_cache.0.ttl", "override_cache.0.swr", "colour"]],
  [read, lacks({ description: "D" })],
]);
