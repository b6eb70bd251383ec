import { z } from "zod";
import type { Semantics } from "./canonical.ts";
import { sensitive } from "./sensitive-values.ts";

/** Marks a list that means a set: two lists are equal if they hold the same values, in any order. */
export const asSet = means({ set: true });

/** Marks the field that orders the items of a list. */
const asRank = means({ rank: true });

/** The meta data that says how the values of a field are compared. */
export function means(meaning: Semantics): { readonly meaning: Semantics } {
  return { meaning };
}

/** Marks a field that names its object. It is shown in plans, URLs and messages, and cannot be a secret. */
export const asKey = { key: true } as const;

/** Marks a key that the service does not tell from the same in another case: a slug, a component's name, an organization's id. */
export const asCaselessKey = { ...asKey, ...means({ form: "key" }) };

const setOf = <Item extends z.ZodType>(item: Item) => z.array(item).optional().meta(asSet);
const nullishSetOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().meta(asSet);

/** Conditions on named parts of a request or response. `names`: the form of the names. */
const presenceOf = (names: Semantics) =>
  z
    .strictObject({
      present: setOf(z.string().meta(means(names))).describe("Names that must be present."),
      absent: setOf(z.string().meta(means(names))).describe("Names that must be absent."),
      values: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ ...means(names), ...sensitive("value") })
        .describe("Values by name."),
    })
    .optional();
const presence = presenceOf({});
const headerPresence = presenceOf({ form: "headerName" });

/** A rule of `override_cache` (docs/internals/service.md, "Records"). Rules are ordered by `rank`. */
export const cacheRule = z.strictObject({
  path: z.string().nullish().describe("Path that the rule applies to. A pattern if `regex` is true."),
  regex: z.boolean().nullish().meta({ default: false }).describe("Whether `path` is a regular expression."),
  ttl: z.number().nullish().describe("Seconds to keep a response."),
  swr: z.number().nullish().describe("Seconds to serve a stale response while it is renewed (stale-while-revalidate)."),
  pass: z.boolean().nullish().meta({ default: false }).describe("Do not cache."),
  rank: z.number().nullish().meta(asRank).describe("Order of the rules, lowest first."),
  conditions: z
    .strictObject({
      request_cookies: presence.describe("Request cookies."),
      request_headers: headerPresence.describe("Request headers."),
      request_query_params: presence.describe("Query parameters of the request."),
      response_headers: headerPresence.describe("Response headers of the origin."),
      request_methods: setOf(z.string().meta(means({ form: "upperCase" }))).describe("HTTP methods."),
      response_status: setOf(z.number()).describe("Response statuses of the origin."),
    })
    .nullish()
    .describe("When the rule applies. Without conditions: always."),
});

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, "must be two capital letters (ISO 3166-1)")
  .meta(means({ form: "upperCase" }));
const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] as const;

/** A rule of `rate_limiting` (docs/internals/service.md, "Records"). Rules are ordered by `rank`. */
export const rateLimitingRule = z.strictObject({
  rank: z.int().min(1).meta(asRank).describe("Order of the rules, lowest first."),
  limit: z.int().min(1).describe("Requests per second."),
  window: z
    .enum(["1s", "10s", "60s"])
    .nullish()
    .meta({ default: "10s" })
    .describe("Period over which requests are counted."),
  block_duration: z.int().min(1).nullish().meta({ default: 60 }).describe("Seconds to block a client."),
  key: z
    .array(z.enum(["ip", "ua"]))
    .nullish()
    .meta({ ...asSet, default: ["ip"] })
    .describe("What identifies a client: IP address, user agent or both."),
  conditions: z
    .strictObject({
      path: z.string().nullish().describe("Request path. A pattern if `regex` is true."),
      regex: z.boolean().nullish().meta({ default: false }).describe("Whether `path` is a regular expression."),
      method: nullishSetOf(z.enum(HTTP_METHODS)).describe("HTTP methods."),
      continent: nullishSetOf(z.enum(["AF", "AN", "AS", "EU", "NA", "OC", "SA"])).describe("Continents of the client."),
      country: nullishSetOf(country).describe("Countries of the client (ISO 3166-1 alpha-2)."),
    })
    .nullish()
    .describe("Which requests the rule counts. Without conditions: all."),
});
