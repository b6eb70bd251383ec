import { z } from "zod";

/** Where the order of a list says nothing, two lists are the same when they hold the same values. */
export const asSet = { set: true } as const;

const presence = z
  .strictObject({
    present: z.array(z.string()).optional().meta(asSet),
    absent: z.array(z.string()).optional().meta(asSet),
    values: z.record(z.string(), z.unknown()).optional(),
  })
  .optional();

/** A rule of `override_cache` (service description). Rules are ordered by `rank`. */
export const cacheRule = z.strictObject({
  path: z.string().nullish().describe("Path the rule is for; a pattern when `regex` is true."),
  regex: z.boolean().nullish().meta({ default: false }).describe("Whether `path` is a regular expression."),
  ttl: z.number().nullish().describe("Seconds an answer is kept."),
  swr: z.number().nullish().describe("Seconds a stale answer may be served while it is renewed."),
  pass: z.boolean().nullish().meta({ default: false }).describe("Do not cache."),
  rank: z.number().nullish().describe("Position among the rules, lowest first."),
  conditions: z
    .strictObject({
      request_cookies: presence,
      request_headers: presence,
      request_query_params: presence,
      response_headers: presence,
      request_methods: z.array(z.string()).optional().meta(asSet),
      response_status: z.array(z.number()).optional().meta(asSet),
    })
    .nullish()
    .describe("When the rule applies; always, without conditions."),
});

const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"] as const;

/** A rule of `rate_limiting` (service description). Rules are ordered by `rank`. */
export const rateLimitingRule = z.strictObject({
  rank: z.int().min(1).describe("Position among the rules, lowest first."),
  limit: z.int().min(1).describe("Requests per second."),
  window: z
    .enum(["1s", "10s", "60s"])
    .nullish()
    .meta({ default: "10s" })
    .describe("Time over which requests are counted."),
  block_duration: z.int().min(1).nullish().meta({ default: 60 }).describe("Seconds a client is blocked for."),
  key: z
    .array(z.enum(["ip", "ua"]))
    .nullish()
    .meta({ ...asSet, default: ["ip"] })
    .describe("What tells clients apart."),
  conditions: z
    .strictObject({
      path: z.string().nullish(),
      regex: z.boolean().nullish().meta({ default: false }),
      method: z.array(z.enum(HTTP_METHODS)).nullish().meta(asSet),
      continent: z
        .array(z.enum(["AF", "AN", "AS", "EU", "NA", "OC", "SA"]))
        .nullish()
        .meta(asSet),
      country: z
        .array(z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)"))
        .nullish()
        .meta(asSet),
    })
    .nullish()
    .describe("Which requests the rule counts; all, without conditions."),
});
