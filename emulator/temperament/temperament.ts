import { z } from "zod";
import { STORED_KINDS } from "../routes/handled.ts";
import { invalidDocument } from "../schemas/invalid-document.ts";
import { check } from "../schemas/read-fields.ts";
import { changes } from "./changes.ts";
import { forms } from "./forms.ts";

const day = 86_400_000;
const milliseconds = z.int().min(0).max(day);
const kinds = z.array(z.enum(STORED_KINDS)).readonly();

const secrets = z.strictObject({
  /**
   * How a secret setting is shown.
   *
   * - `omitted`, `empty` (`""`), `null`
   * - `stars`: `********`. `prefix-stars`: `EAABsb******`. `same-length`: `xxxx...`
   * - `prefix`: the first four characters. `suffix`: the last four
   * - `hash`: `sha256:` and 64 hexadecimal digits. `redacted`: `[redacted]`. `word`: `hidden`
   */
  as: z.enum([
    "omitted",
    "empty",
    "null",
    "stars",
    "prefix-stars",
    "same-length",
    "prefix",
    "suffix",
    "hash",
    "redacted",
    "word",
  ]),
  /** Which settings are secret: those of the version in the project, or those of any version. Default: `live-version`. */
  of: z.enum(["live-version", "any-version"]).optional(),
});

const lists = z.strictObject({
  /** `ids`: records in lists have only `id` and `slug`, `id` and `component_id`, or `name`. Default: all fields. */
  fields: z.literal("ids").optional(),
  /** Names of fields that records in lists lack, such as `settings`. Default: none. */
  without: z.array(z.string()).readonly().optional(),
  /** The `object` of a list and of its records is left out. Default: false. */
  withoutObject: z.boolean().optional(),
  /** `null`: the `data` of an empty page is `null`. Default: `[]`. */
  emptyData: z.literal("null").optional(),
  /** The order of the records in a page. Pages follow each other as before. Default: as requested. */
  order: z.literal("reversed").optional(),
  /** `has_more` of the last page. Default: `false`. */
  hasMoreAtEnd: z.enum(["null", "omitted"]).optional(),
  /** `last_key`. `number`: as a number on each page. Default: the key of the last record, on each page. */
  lastKey: z.enum(["number", "number-at-end", "null-at-end", "omitted-at-end"]).optional(),
  /** Records per page without `limit`. Default: 20. */
  pageSize: z.int().min(1).max(100).optional(),
  /** The filter by organization is ignored. Default: false. */
  allOrganizations: z.boolean().optional(),
  /** Milliseconds that lists lag behind writes, as `staleListsMs` of a fault schedule. The longer one counts. Default: 0. */
  staleMs: milliseconds.optional(),
  /** Every second list shows the state of so many milliseconds ago, so that lists go back in time. Default: 0. */
  goBackMs: milliseconds.optional(),
});

const late = z.strictObject({
  /** Milliseconds until a GET of a single object shows a write. Until then a new object is not found. Default: 0. */
  readsMs: milliseconds.optional(),
  /** Milliseconds after its creation in which a project cannot be changed and everything below it is not found. Default: 0. */
  newProjectMs: milliseconds.optional(),
});

const answers = z.strictObject({
  /**
   * The answer to a create. `none`: 204. `empty`: `{}`. `id`: `{ id }`, for a domain `{ name }`. `request`: the id and the
   * fields of the request. Default: the record.
   */
  create: z.enum(["none", "empty", "id", "request"]).optional(),
  /** The answer to an update. `old`: the record as it was before. Default: the record. */
  update: z.enum(["old", "none", "empty", "id", "request"]).optional(),
  /** The status of a create that is answered with a body. Default: 200. */
  created: z.literal(201).optional(),
});

const extra = z.strictObject({
  /** `counter`: a number that grows at each read, or only at each write. Default: none. */
  counter: z.enum(["reads", "writes"]).optional(),
  /** `status`: `pending` in the first second after a write, then `active`. Default: false. */
  status: z.boolean().optional(),
  /** `etag`: changes with each change of the record. Default: false. */
  etag: z.boolean().optional(),
  /** `last_seen_at`: the time of the read. Default: false. */
  timestamp: z.boolean().optional(),
  /** Domains have an `id`, which no request uses. Default: false. */
  domainIds: z.boolean().optional(),
});

const errorType = z.enum([
  "invalid_request_error",
  "not_found_error",
  "creation_error",
  "update_error",
  "deletion_error",
  "forbidden_error",
  "authentication_error",
  "conflict_error",
]);

const errors = z.strictObject({
  /**
   * - `untyped`: `{"error": {"message"}}`
   * - `message`: `{"message"}`
   * - `text`: `{"error": "..."}`
   * - `problem`: RFC 9457, `application/problem+json`
   * - `list`: `{"errors": [{"message"}]}`
   *
   * Default: as described.
   */
  shape: z.enum(["untyped", "message", "text", "problem", "list"]).optional(),
  /** Types of errors that keep the described shape. Default: none. */
  typed: z.array(errorType).readonly().optional(),
  /** The status of a conflict. Default: 409. */
  conflict: z.union([z.literal(400), z.literal(422)], "must be 400 or 422").optional(),
  /** The status of invalid parameters. Default: 400. */
  invalid: z.literal(422).optional(),
  /** `not-found`: a refusal for lack of rights is a 404 of the type `not_found_error`. Default: 403. */
  forbidden: z.literal("not-found").optional(),
});

const rate = z.strictObject({
  /** Requests of one token that are handled in each window. */
  requests: z.int().min(1),
  windowMs: z.int().min(1).max(day),
  /** Refused requests count too. Default: false. */
  countsRefused: z.boolean().optional(),
  /** The form of `Retry-After`. Default: no such header. */
  retryAfter: z.enum(["seconds", "date"]).optional(),
  /** The body of the refusal. Default: an error as described, of the type `invalid_request_error`. */
  body: z.enum(["empty", "html", "message"]).optional(),
  /** Default: 429. */
  status: z.literal(503).optional(),
});

const hostNames = z.strictObject({
  /** Milliseconds after a detachment in which the name is still taken. Default: 0. */
  releaseMs: milliseconds.optional(),
});

const domains = z.strictObject({
  /** Milliseconds after its attachment from which `dns_status` of a domain is true. Default: as a seed says, else never. */
  dnsMs: milliseconds.optional(),
  /** The same for `ssl_status`. */
  sslMs: milliseconds.optional(),
  /** Milliseconds after its attachment from which both are false again, for `lostForMs`. Default: never. */
  lostMs: milliseconds.optional(),
  /** Milliseconds for which both are false again. Default: for ever. */
  lostForMs: milliseconds.optional(),
  /** How a status is shown. `text`: `"true"`. `words`: `"active"` or `"pending"`. Default: a boolean. */
  status: z.enum(["text", "words", "null", "omitted"]).optional(),
});

const deletions = z.strictObject({
  /** The answer to a deletion. `none`: 204. `empty`: `{}`. `deleted-false`: `deleted` is false. Default: `deleted` is true. */
  answer: z.enum(["none", "empty", "deleted-false"]).optional(),
  /** Kinds that are never deleted: the answer has `deleted: false`. Default: none. */
  ineffective: kinds.optional(),
  /** `done`: deleting an object that is gone succeeds. Default: not found. */
  again: z.literal("done").optional(),
  /** Deleting a project that has components or domains is refused with a conflict. Default: false. */
  onlyEmptyProjects: z.boolean().optional(),
});

export const temperament = z.strictObject({
  /** In what form values are shown. */
  forms: forms.optional(),
  /** How secret settings are shown. The catalogue says which settings are secret. Default: unchanged. */
  secrets: secrets.optional(),
  /** What the service makes of an update. */
  changes: changes.optional(),
  /** How lists differ from single reads. */
  lists: lists.optional(),
  /** How late reads show writes. */
  late: late.optional(),
  /** What the service answers to a write. */
  answers: answers.optional(),
  /** Fields that are not described. */
  extra: extra.optional(),
  /**
   * New ids. `colon`: `prj:1`. `base64`: `cHJqOjE=`. `pipe`: `prj|1`. `space`: `prj 1`. `uuid`. `digits`: `"1001"`. `number`:
   * the number 1001 in answers. Existing ids do not change. Default: `prj_1`.
   */
  ids: z.enum(["colon", "base64", "pipe", "space", "uuid", "digits", "number"]).optional(),
  /** The form of refusals. */
  errors: errors.optional(),
  /** A limit on requests. Default: none. */
  rate: rate.optional(),
  /** When host names are free again. */
  hostNames: hostNames.optional(),
  /** When domains are ready, and how they show it. */
  domains: domains.optional(),
  /** What a deletion does and answers. */
  deletions: deletions.optional(),
});

/**
 * The habits of a service: what it does differently from the description. `{}`: nothing. A fault happens to a request; a
 * habit is how the service always is.
 */
export type Temperament = z.infer<typeof temperament>;

/**
 * Reads a temperament from parsed JSON.
 *
 * @throws Error that lists every problem with its path, such as `forms.text.trim`.
 */
export function parseTemperament(json: unknown): Temperament {
  const result = check(temperament, json);
  if ("problems" in result) throw invalidDocument("temperament", result.problems);
  return result.fields;
}
