import type { Temperament } from "./temperament.ts";

/** Whole services by name: habits that occur together, and under which a correct client succeeds. */
export const temperaments = {
  /** As described, in every respect. */
  plain: {},

  /** Brings every value to one form before it stores it. */
  normalizing: {
    forms: {
      text: { trim: "both", lineEnds: "lf", unicode: "composed" },
      projectSlugs: "lower-case",
      componentSlugs: "lower-case",
      urls: "whatwg",
      addresses: { prefix: "added", ipv6: "compressed" },
      methods: "upper-case",
      headers: { names: "lower-case", sorted: true },
      sets: { sorted: true, unique: true },
      rules: { ranks: "tens", sorted: true },
      settingValues: "typed",
    },
    changes: { settings: "merge", versionDropsSettings: true },
  },

  /** Says no more than it must. */
  terse: {
    forms: {
      text: { empty: "omitted" },
      componentSlugs: "without-organization",
      addresses: { prefix: "removed" },
      autocapture: "only-true",
      defaults: "omitted",
    },
    lists: { fields: "ids", withoutObject: true, hasMoreAtEnd: "omitted", lastKey: "omitted-at-end", pageSize: 5 },
    answers: { create: "id", update: "id" },
    deletions: { answer: "none" },
  },

  /** Never shows a secret, in any version, and keeps what an update leaves out. */
  masking: {
    secrets: { as: "prefix-stars", of: "any-version" },
    changes: { settings: "merge" },
  },

  /** A table with a column for each field: everything is filled in, and rules are rows with a rank of their own. */
  relational: {
    forms: {
      text: { empty: "null" },
      sets: { sorted: true, unique: true },
      rules: { ranks: "from-1", sorted: true, unset: "zero" },
      headers: { sorted: true },
      unset: "null",
    },
    secrets: { as: "null" },
    changes: { settings: "merge" },
    lists: { lastKey: "null-at-end" },
    extra: { counter: "writes", etag: true, domainIds: true },
    ids: "uuid",
    deletions: { onlyEmptyProjects: true },
  },

  /** Copies of a database that follow slowly: reads are late, and updates answer what was there before. */
  eventual: {
    lists: { staleMs: 1000, goBackMs: 3000 },
    late: { readsMs: 1500, newProjectMs: 1500 },
    answers: { update: "old" },
    extra: { status: true, timestamp: true },
    hostNames: { releaseMs: 10_000 },
  },

  /** A service behind a gateway with a limit of its own, and with errors in its own form. */
  gateway: {
    lists: { lastKey: "number-at-end" },
    answers: { create: "empty", update: "none" },
    errors: { shape: "message", typed: ["not_found_error"], conflict: 422, invalid: 422 },
    rate: { requests: 15, windowMs: 1000, body: "html" },
    hostNames: { releaseMs: 3000 },
    deletions: { answer: "none", again: "done" },
  },

  /** A service of another age: settings are text, ids are numbers, and names have capitals. */
  legacy: {
    forms: {
      text: { lineEnds: "crlf" },
      componentSlugs: "capitals",
      addresses: { ipv6: "upper-case" },
      methods: "lower-case",
      headers: { names: "canonical" },
      rules: { ranks: "from-0" },
      settingValues: "text",
      countries: "lower-case",
      hostNames: "upper-case",
    },
    secrets: { as: "stars" },
    changes: { settings: "merge" },
    extra: { counter: "reads" },
    ids: "digits",
    errors: { shape: "untyped", typed: ["not_found_error"] },
    deletions: { answer: "empty" },
  },
} as const satisfies Readonly<Record<string, Temperament>>;

export type TemperamentName = keyof typeof temperaments;

export function isTemperamentName(value: unknown): value is TemperamentName {
  return typeof value === "string" && Object.hasOwn(temperaments, value);
}
