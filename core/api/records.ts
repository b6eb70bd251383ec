import { z } from "zod";
import { UNSEEN } from "../text/printable.ts";

/*
 * Records of the service (docs/internals/service.md, Records). Required: the field that identifies an object. Any other field may have
 * an unexpected type: it is kept as it is or counts as absent, because one odd record must not stop a run over a hundred good
 * ones. Fields that are not listed here are kept.
 */

/** `"true"`, `"True"`, `1` and `"1"` mean true where a boolean is expected: not every database has booleans. */
export function booleanForm(value: unknown): unknown {
  const form = typeof value === "string" ? value.toLowerCase() : value;
  if (form === "true" || form === 1 || form === "1") return true;
  return form === "false" || form === 0 || form === "0" ? false : value;
}

/** A value of an unexpected type counts as absent. */
function lenient<Part extends z.ZodType>(part: Part) {
  return part.nullish().catch(undefined);
}

/** A boolean. Some services write it as text, or as 0 and 1. */
const flag = z.preprocess(booleanForm, z.boolean());

/** Text that names an object. A service may number its objects: a whole number becomes text if JSON carries it exactly. */
const nameText = z.union([z.string(), z.int().nonnegative().transform(String)]);
/** Some services write `null`, `N/A` or a sign where a component has no name. */
const NO_NAME = /^[^\p{L}\p{N}]*(?:(?:null|undefined|none|nil|n\/a)[^\p{L}\p{N}]*)*$/iu;
const componentName = nameText.refine((text) => !NO_NAME.test(text.normalize("NFKC").replace(UNSEEN, "")));
const idText = z.union([z.string().min(1), z.int().nonnegative().transform(String)]);

/** Stands for an owner of an unexpected type. No declared id has spaces, so it is another's than any that is declared. */
export const UNREADABLE_OWNER = "an owner that cannot be read";

/** The id of the organization or project that has the object. Never counts as absent if it is there: the object may be another's. */
const ownerAs = (text: z.ZodString) =>
  z.union([text, z.int().nonnegative().transform(String), z.unknown().transform(() => UNREADABLE_OWNER)]).nullish();
/** One with characters that are not seen may be any that looks like it. */
const organization = ownerAs(z.string().refine((text) => text.search(UNSEEN) === -1));
/** Is compared as it is. */
const project = ownerAs(z.string());

/** What a record calls itself. One of another kind, such as a gateway may take from its cache, cannot be read. */
const notOf = (...others: readonly string[]) => named((object) => !others.some((other) => other === object));

export const projectRecord = z.looseObject({
  object: notOf("project_component", "domain"),
  id: idText,
  organization_id: organization,
  slug: lenient(nameText),
});
export type ProjectRecord = z.infer<typeof projectRecord>;

/** The key in a record without an id. */
export const projectKeyRecord = projectRecord.omit({ id: true }).catch({});

/** How some languages write an empty map. */
const nothing = z.union([z.tuple([]), z.literal("")]).transform((): Record<string, unknown> => ({}));

/** Not `z.record`, which leaves out a setting with the name `__proto__`. */
const settingsMap = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

export const projectComponentRecord = z.looseObject({
  object: notOf("project", "domain"),
  id: idText,
  /** Not documented. */
  project_id: project,
  component_id: lenient(componentName),
  /** `organization/component` in the catalogue. */
  component_slug: lenient(componentName),
  component_version: lenient(z.string()),
  /** A boolean. Another value is kept: it differs from both `true` and `false`. */
  active: z.unknown().optional(),
  /** Never counts as absent: an update sends live settings back, and could lose what was not understood. */
  settings: z.union([settingsMap, nothing]).nullish(),
});
export type ProjectComponentRecord = z.infer<typeof projectComponentRecord>;

export const domainRecord = z.looseObject({
  object: notOf("project", "project_component", "component"),
  name: z.string().min(1),
  project_id: project,
  /** A boolean: the DNS of the host name points at the service. Shown, never compared. */
  dns_status: z.unknown().optional(),
  /** A boolean: the certificate was issued. Shown, never compared. */
  ssl_status: z.unknown().optional(),
});
export type DomainRecord = z.infer<typeof domainRecord>;

const configurationField = z
  .looseObject({
    name: z.string(),
    title: lenient(z.string()),
    type: z.string(),
    /** Numbers become text, because only text settings have options. */
    options: lenient(z.array(z.union([z.string(), z.number()]).transform(String))),
    required: flag.nullish(),
    description: lenient(z.string()),
    secret: flag.nullish(),
  })
  // Not a documented type. A service that has it may trust it alone to hide the value.
  .transform((field) => (/^(password|secret)$/i.test(field.type) ? { ...field, secret: true } : field));
/** A setting of one version of a component. */
export type ConfigurationField = z.infer<typeof configurationField>;

/** `dynamic_fields` is complete or absent: a field that cannot be read could be required or secret. */
const componentVersion = z.looseObject({ dynamic_fields: lenient(z.array(configurationField)) });

/** All fields are optional in an answer (docs/internals/service.md, Records). */
export const componentRecord = z.looseObject({
  id: lenient(componentName),
  name: lenient(z.string()),
  slug: lenient(componentName),
  description: lenient(z.string()),
  latest_version: lenient(z.string()),
  versions: lenient(z.record(z.string(), componentVersion.catch({}))),
  documentation_link: lenient(z.string()),
  is_public: lenient(flag),
  is_archived: lenient(flag),
});
export type ComponentRecord = z.infer<typeof componentRecord>;

/**
 * A list with an error is not a list without objects: what it seems to lack would be created again. Some services and gateways answer a
 * failure with the status 200, and say so in one of these.
 */
const noFailure = {
  error: named(isNone),
  errors: named(isNone),
  success: named(isNoDenial),
  ok: named(isNoDenial),
};
const noError = {
  ...noFailure,
  status: named(isNoFailure),
  code: named(isNoFailure),
  object: named((object) => typeof object !== "string" || !NO_LISTS.has(object.toLowerCase())),
};

/** What an error and single records call themselves. */
const NO_LISTS: ReadonlySet<string> = new Set(["error", "project", "project_component", "component", "domain"]);

/** A field whose value may be anything for which this is true. It may be absent. */
function named(isRight: (value: unknown) => boolean) {
  return z.unknown().refine(isRight).optional();
}

/** True for `null`, an empty value, and how services write "none". */
export function isNone(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isNone);
  const form = booleanForm(typeof value === "string" ? value.toLowerCase() : value);
  return [undefined, null, "", "null", "none", "no", "n", false].some((none) => none === form);
}

/** False for 500, `"50008"`, `ERR_UPSTREAM` and `failed: timeout`. A code such as 20000, and `failover`, are no failures. */
function isNoFailure(status: unknown): boolean {
  if (typeof status !== "number" && typeof status !== "string") return true;
  return !/^(?:[45]\d\d(?:\d\d)?\b|(?:err(?:or(?:ed|s)?)?|fail(?:ed|ure|ing)?)(?![a-z]))/i.test(String(status));
}

/** False for `false`, `"no"`, an empty text, and what is a failure. */
function isNoDenial(success: unknown): boolean {
  return success === null || (!isNone(success) && isNoFailure(success));
}

export const listRecord = z.union([
  z.looseObject({
    ...noError,
    data: z.array(z.unknown()),
    has_more: flag.nullish(),
    last_key: z.unknown().optional(),
  }),
  // Some services write an empty list as null. Only with `has_more: false` can nothing be hidden by it.
  z.looseObject({
    ...noError,
    data: z.null().transform(() => []),
    has_more: flag.refine((more) => !more),
    last_key: z.unknown().optional(),
  }),
  // Others leave out whatever is empty or false. Only the name of the answer says then that it is a list.
  z
    .strictObject({ object: z.literal("list"), url: z.string().optional() })
    .transform(() => ({ data: [], has_more: false, last_key: undefined })),
]);

/** The key of the next page. Anything else cannot be sent back. */
export const pageKey = idText;

const RECORDS: ReadonlySet<unknown> = new Set(["project", "project_component", "domain"]);

/** The answer to a delete that is no refusal: text, nothing, or objects. The status of the object itself is its own. */
const notRefused = z.union([
  z
    .looseObject({ ...noFailure, deleted: named((deleted) => deleted === null || !isNone(deleted)) })
    .refine(({ object, status, code }) => RECORDS.has(object) || (isNoFailure(status) && isNoFailure(code))),
  z.unknown().refine((answer) => typeof answer !== "object" || answer === null),
]);
export const deletedAnswer = z.union([z.array(notRefused), notRefused]);

const noFailedAnswer = z.looseObject(noFailure);

/** True if an answer says of itself that the request failed, whatever its status is. */
export function saysFailure(answer: unknown): boolean {
  return isRecord.safeParse(answer).success && !noFailedAnswer.safeParse(answer).success;
}

const isRecord = z.record(z.string(), z.unknown());

/** The answer to an update: a record, or part of it. The body may be absent. */
export const updateAnswer = z.record(z.string(), z.unknown()).nullish();

/** An object of each kind as the service shows it. */
export interface LiveRecords {
  readonly project: ProjectRecord;
  readonly component: ProjectComponentRecord;
  readonly domain: DomainRecord;
}

/** Most levels of lists and objects in an answer. Records have about six; recursion over much deeper ones overflows the stack. */
export const MAX_DEPTH = 64;

/** True if a JSON value has more than `levels` levels. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
