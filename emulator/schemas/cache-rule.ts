import { z } from "zod";

const matcher = z.strictObject({
  present: z.array(z.string()).optional(),
  absent: z.array(z.string()).optional(),
  values: z.record(z.string(), z.unknown()).optional(),
});

const conditions = z.strictObject({
  request_cookies: matcher.optional(),
  request_headers: matcher.optional(),
  request_query_params: matcher.optional(),
  response_headers: matcher.optional(),
  request_methods: z.array(z.string()).optional(),
  response_status: z.array(z.number()).optional(),
});

/** A rule of `override_cache`. No field is required, and no field has a documented default (docs/internals/service.md, Records). */
export const cacheRule = z.strictObject({
  path: z.string().optional(),
  regex: z.boolean().optional(),
  ttl: z.number().optional(),
  swr: z.number().optional(),
  pass: z.boolean().optional(),
  rank: z.number().optional(),
  conditions: conditions.optional(),
});
