import { z } from "zod";
import { invalidDocument } from "../schemas/invalid-document.ts";
import { check } from "../schemas/read-fields.ts";
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
     * When the connection is reset: `before` the request is handled; `after` it was, before a byte of the answer; in the
     * middle of the answer's `body`.
     */
    when: z.enum(["before", "after", "body"]),
  }),
  z.strictObject({
    /** No answer begins. After 24 hours the connection ends. */
    kind: z.literal("hang"),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** The request is handled, and the body of the answer comes in small pieces. */
    kind: z.literal("slow-body"),
    /** Bytes in a piece. Default: 8. */
    chunkBytes: z.int().min(1).optional(),
    /** Milliseconds between two pieces, up to a day. Default: 1000. */
    everyMs: z.int().min(0).max(day).optional(),
  }),
  z.strictObject({
    /** This answer in place of the service's own. */
    kind: z.literal("answer"),
    status,
    headers: z.record(headerName, headerValue).optional(),
    /** A text is sent as it is, anything else as JSON. Default: an empty body. */
    body: z.unknown().optional(),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** A page of HTML, as from a proxy or a captive portal. */
    kind: z.literal("html"),
    /** Default: 200. */
    status: status.optional(),
    /** Whether the request takes effect. Default: false. */
    handled,
  }),
  z.strictObject({
    /** The request is handled; its answer is whole for HTTP, but the JSON in it breaks off. */
    kind: z.literal("truncated"),
  }),
  z.strictObject({
    /** The request is handled; its answer is valid JSON, padded and streamed. */
    kind: z.literal("huge"),
    /** Bytes of the padded body, up to 1 GiB. Default: 9 MiB. */
    bytes: z.int().min(1).max(gibibyte).optional(),
  }),
  z.strictObject({
    /** A list pages badly. On what is no list this has no effect, and the request does not count as met. */
    kind: z.literal("list"),
    /**
     * - `repeated-cursor`: it has always more, with the same `last_key`;
     * - `empty-page`: an empty page, with a key that goes on to the items that belong there;
     * - `same-object-twice`: the last object of a page comes again as the first of the next one, or, where no page
     *   follows, twice in this one; an empty page is not met;
     * - `missing-key`: it has more, without a `last_key`.
     *
     * A page asked for with a key that only `empty-page` or `same-object-twice` made is never met by these two: so they
     * end, whatever `times` says.
     */
    as: z.enum(["repeated-cursor", "empty-page", "same-object-twice", "missing-key"]),
  }),
]);

const rule = z.strictObject({
  /** Default: any. */
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  /**
   * The path without its query, as sent: `*` stands for one segment, `**` at the end for one or more. Default: any path
   * outside of `/__emulator`, where no request meets a fault.
   */
  path: z
    .string()
    .refine(isPathPattern, "must begin with /, with * for a whole segment, ** only at the end, and no query")
    .optional(),
  /** The first of the matching requests that meets the fault, from 1. Default: 1. */
  nth: z.int().min(1).optional(),
  /** How many of them from there on. Default: 1. */
  times: z.union([z.int().min(1), z.literal("always")], 'must be a whole number from 1 on, or "always"').optional(),
  /** How probable the fault is for each of these, 0 to 1. Default: 1. */
  probability: z.number().min(0).max(1).optional(),
  fault,
});

const service = z.strictObject({
  /**
   * A list, not a single GET, shows the creation, update or deletion of a project, a component or a domain only this many
   * milliseconds after it. What was written while this was 0 shows at once. Default: 0.
   */
  staleListsMs: z.int().min(0).optional(),
  /** Settings that the catalogue calls secret are left out of answers, or shown as "********". Default: shown. */
  hiddenSecrets: z.enum(["omitted", "masked"]).optional(),
  /** Two projects of an organization may have one slug. Default: false. */
  duplicateSlugs: z.boolean().optional(),
  /** A host name may be attached to several projects, never twice to one. Default: false. */
  duplicateDomains: z.boolean().optional(),
  /** A project may have the same component twice. Default: false. */
  duplicateComponents: z.boolean().optional(),
  /** Every record has a field that nobody documented; the settings in it have none. Default: false. */
  extraFields: z.boolean().optional(),
  /**
   * Records come without what is optional: all that is null, `object`, `created_at`, `updated_at` and `url`. Never
   * without an id, a slug, a name or an organization. Default: false.
   */
  missingFields: z.boolean().optional(),
});

export const faultSchedule = z.strictObject({
  /** Of the draws of `probability`: one seed gives the same draws each time. Default: 1. */
  seed: z.int().optional(),
  /** What the service as a whole does. */
  service: service.optional(),
  /** The first rule, in this order, that takes a request decides; every rule counts its own matching requests. */
  faults: z.array(rule).readonly().optional(),
});

/** What goes wrong, and when. `{}`: nothing. */
export type FaultSchedule = z.infer<typeof faultSchedule>;
export type ServiceBehaviour = z.infer<typeof service>;
export type Rule = z.infer<typeof rule>;
export type Fault = z.infer<typeof fault>;
export type ListFault = Extract<Fault, { kind: "list" }>["as"];

/**
 * Reads a schedule from parsed JSON.
 *
 * @throws Error that names every place that is wrong, such as `faults.0.fault.kind`.
 */
export function readFaultSchedule(json: unknown): FaultSchedule {
  const result = check(faultSchedule, json);
  if ("problems" in result) throw invalidDocument("fault schedule", result.problems);
  return result.fields;
}
