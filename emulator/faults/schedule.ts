import { z } from "zod";
import { readDocument } from "../schemas/read-fields.ts";
import { isPathPattern } from "./path-pattern.ts";

const day = 86_400_000;
const gibibyte = 1_073_741_824;

const status = z.int().min(200).max(599);
const headerName = z.string().regex(/^[!#$%&'*+.^`|~\w-]+$/, "must be a header name");
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, "must be a header value");
const handled = z.boolean().optional();

const fault = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("reset"),
    /**
     * When to reset the connection: `before` the request is handled, `after` it is handled but before the first byte of the
     * answer, or in the middle of the answer's `body`.
     */
    when: z.enum(["before", "after", "body"]),
  }),
  z.strictObject({
    /** No answer starts. The connection ends after 24 hours. */
    kind: z.literal("hang"),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** The request is handled. The body of the answer is sent in small pieces. */
    kind: z.literal("slow-body"),
    /** Bytes per piece. Default: 8. */
    chunkBytes: z.int().min(1).optional(),
    /** Milliseconds between two pieces, up to one day. Default: 1000. */
    everyMs: z.int().min(0).max(day).optional(),
  }),
  z.strictObject({
    /** This answer replaces the answer of the service. */
    kind: z.literal("answer"),
    status,
    headers: z.record(headerName, headerValue).optional(),
    /** Text is sent unchanged, anything else as JSON. Default: an empty body. */
    body: z.unknown().optional(),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** An HTML page, like the ones of proxies and captive portals. */
    kind: z.literal("html"),
    /** Default: 200. */
    status: status.optional(),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** The request is handled. The HTTP answer is complete, but its JSON is cut in half. */
    kind: z.literal("truncated"),
  }),
  z.strictObject({
    /** The request is handled. The answer is valid JSON, padded with spaces and streamed. */
    kind: z.literal("huge"),
    /** Bytes of the padded body, up to 1 GiB. Default: 9 MiB. */
    bytes: z.int().min(1).max(gibibyte).optional(),
  }),
  z.strictObject({
    /** Wrong paging of a list. Requests for anything but a list are not affected and not counted. */
    kind: z.literal("list"),
    /**
     * - `repeated-cursor`: `has_more` is always true, with the same `last_key`.
     * - `empty-page`: the page is empty, and its key leads to the items that belong in it.
     * - `same-object-twice`: the last object of a page is also the first of the next page. If there is no next page, the
     *   page holds it twice. Empty pages are not affected.
     * - `missing-key`: `has_more` is true, but `last_key` is missing.
     *
     * `empty-page` and `same-object-twice` do not affect a page that is requested with a key that they made. So paging ends
     * even if `times` is "always".
     */
    as: z.enum(["repeated-cursor", "empty-page", "same-object-twice", "missing-key"]),
  }),
]);

const rule = z.strictObject({
  /** Default: any. */
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  /**
   * The path as sent, without the query. `*` matches one segment, `**` at the end one or more. Default: any path. Paths under
   * `/__emulator` are never affected.
   */
  path: z
    .string()
    .refine(isPathPattern, "must begin with /, with * for a whole segment, ** only at the end, and no query")
    .optional(),
  /** Number of the first matching request that meets the fault, from 1. Default: 1. */
  nth: z.int().min(1).optional(),
  /** Number of matching requests from there on. Default: 1. */
  times: z.union([z.int().min(1), z.literal("always")], 'must be a whole number of at least 1, or "always"').optional(),
  /** Probability of the fault for each of these requests, 0 to 1. Default: 1. */
  probability: z.number().min(0).max(1).optional(),
  fault,
});

const service = z.strictObject({
  /**
   * How many milliseconds lists lag behind creations, updates and deletions. A GET of a single object never lags. Writes
   * made while this is 0 show at once. Default: 0.
   */
  staleListsMs: z.int().min(0).optional(),
  /** Projects of one organization can have the same slug. Default: false. */
  duplicateSlugs: z.boolean().optional(),
  /** A host name can be attached to several projects, but not twice to the same one. Default: false. */
  duplicateDomains: z.boolean().optional(),
  /** A project can have the same component twice. Default: false. */
  duplicateComponents: z.boolean().optional(),
});

export const faultSchedule = z.strictObject({
  /** Seed for `probability`: the same seed gives the same faults each time. Default: 1. */
  seed: z.int().optional(),
  /** How the service as a whole behaves, whatever its profile says. */
  service: service.optional(),
  /** The first rule that applies to a request decides. Every rule counts its own matching requests. */
  faults: z.array(rule).readonly().optional(),
});

/** Which faults occur, and when. `{}`: none. */
export type FaultSchedule = z.infer<typeof faultSchedule>;
export type ServiceBehaviour = z.infer<typeof service>;
export type Rule = z.infer<typeof rule>;
export type Fault = z.infer<typeof fault>;
export type ListFault = Extract<Fault, { kind: "list" }>["as"];

/**
 * Reads a schedule from parsed JSON.
 *
 * @throws Error that lists every problem with its path, such as `faults.0.fault.kind`.
 */
export function readFaultSchedule(json: unknown): FaultSchedule {
  return readDocument("fault schedule", faultSchedule, json);
}
