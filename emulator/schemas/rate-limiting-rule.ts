import { z } from "zod";

const httpMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;
const continents = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;

const conditions = z.strictObject({
  path: z.string().optional(),
  regex: z.boolean().optional(),
  method: z.array(z.enum(httpMethods)).optional(),
  continent: z.array(z.enum(continents)).optional(),
  country: z.array(z.string().regex(/^[A-Z]{2}$/, "must be an ISO 3166-1 alpha-2 country code")).optional(),
});

/** A rule of `rate_limiting`: above `limit` requests per second over `window`, clients are blocked for `block_duration` seconds. */
export const rateLimitingRule = z.strictObject({
  rank: z.int().min(1),
  limit: z.int().min(1),
  window: z.enum(["1s", "10s", "60s"]).default("10s"),
  block_duration: z.int().min(1).default(60),
  key: z.array(z.enum(["ip", "ua"])).default((): ("ip" | "ua")[] => ["ip"]),
  conditions: conditions.optional(),
});
