import fc from "fast-check";
import { temperaments } from "../../../emulator/temperament/bundles.ts";
import type { Temperament } from "../../../emulator/temperament/temperament.ts";

/** Habits that go with each other, and under which a correct client succeeds. */
const some: fc.Arbitrary<Temperament> = fc.record(
  {
    forms: fc.record(
      {
        text: fc.constantFrom({ trim: "end" as const }, { lineEnds: "crlf" as const }, { empty: "null" as const }),
        projectSlugs: fc.constantFrom("capitals" as const, "prefixed" as const, "lower-case" as const),
        componentSlugs: fc.constantFrom("capitals" as const, "without-organization" as const, "omitted" as const),
        organizationIds: fc.constantFrom(
          { as: "upper-case" as const },
          { as: "omitted" as const, in: "lists" as const },
        ),
        addresses: fc.constantFrom({ prefix: "added" as const }, { prefix: "removed" as const }),
        sets: fc.constant({ sorted: true }),
        autocapture: fc.constant("only-true" as const),
        hostNames: fc.constantFrom("upper-case" as const, "trailing-dot" as const),
        unset: fc.constant("null" as const),
        defaults: fc.constant("omitted" as const),
      },
      { requiredKeys: [] },
    ),
    secrets: fc.record({
      as: fc.constantFrom(
        "omitted" as const,
        "stars" as const,
        "prefix-stars" as const,
        "same-length" as const,
        "redacted" as const,
      ),
      of: fc.constantFrom("live-version" as const, "any-version" as const),
    }),
    changes: fc.constantFrom<NonNullable<Temperament["changes"]>>(
      { settings: "merge" },
      { settings: "merge-patch" },
      { versionDropsSettings: true },
    ),
    lists: fc.constantFrom<NonNullable<Temperament["lists"]>>(
      { fields: "ids" },
      { without: ["settings", "active"] },
      { withoutObject: true, hasMoreAtEnd: "null", lastKey: "null-at-end" },
      { lastKey: "number" },
      { goBackMs: 3000 },
    ),
    late: fc.constantFrom({ readsMs: 1500 }, { newProjectMs: 1500 }),
    answers: fc.record(
      {
        create: fc.constantFrom("none" as const, "id" as const, "request" as const),
        update: fc.constantFrom("old" as const, "none" as const, "id" as const, "request" as const),
      },
      { requiredKeys: [] },
    ),
    extra: fc.constant({ counter: "reads" as const, status: true, etag: true, timestamp: true, domainIds: true }),
    ids: fc.constantFrom(
      "colon" as const,
      "base64" as const,
      "pipe" as const,
      "space" as const,
      "uuid" as const,
      "number" as const,
    ),
    errors: fc.record({
      shape: fc.constantFrom(
        "untyped" as const,
        "message" as const,
        "text" as const,
        "problem" as const,
        "list" as const,
      ),
      typed: fc.constant(["not_found_error" as const]),
    }),
    rate: fc.constantFrom({ requests: 15, windowMs: 1000 }, { requests: 50, windowMs: 10_000 }),
    hostNames: fc.constant({ releaseMs: 3000 }),
    // Not `deleted: false`: by design its deletion is failed unless a read says that the object is gone.
    deletions: fc.constantFrom({ answer: "none" as const }, { answer: "empty" as const }),
  },
  { requiredKeys: [] },
);

/** How the service always is: often as described, else a whole service by name, or some habits. */
export const drawnTemperaments: fc.Arbitrary<Temperament> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.constantFrom(...Object.values<Temperament>(temperaments)) },
  // Few at once: a violation is then easy to explain.
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        some,
        fc.shuffledSubarray(
          [
            "forms",
            "secrets",
            "changes",
            "lists",
            "late",
            "answers",
            "extra",
            "ids",
            "errors",
            "rate",
            "hostNames",
            "deletions",
          ] as const,
          { maxLength: 3 },
        ),
      )
      .map(([all, names]) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => names.some((each) => each === name))),
      ),
  },
);
