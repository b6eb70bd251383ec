import fc from "fast-check";
import type { Habits } from "../../../emulator/profile/habits.ts";
import { profiles } from "../../../emulator/profile/profiles.ts";

/** Habits that go with each other, and under which a correct client succeeds. */
const single: readonly Habits[] = [
  { forms: "normalized" },
  { forms: "terse" },
  ...(["omitted", "empty", "null", "stars", "prefix-stars", "redacted"] as const).map((as) => ({ secrets: { as } })),
  { changes: { settings: "merge" } },
  { changes: { settings: "merge-patch", versionDropsSettings: true } },
  { lists: { fields: "ids", pageSize: 2 } },
  { lists: { end: "omitted" } },
  { lists: { goBackMs: 3000 } },
  { late: { readsMs: 1500 } },
  { late: { newProjectMs: 1500 } },
  { answers: { create: "none", update: "old" } },
  { answers: { create: "id", update: "empty", delete: "none" } },
  { extra: true },
  { errors: "message" },
  { rate: { requests: 50, windowMs: 10_000 } },
  { hostNames: { releaseMs: 3000 } },
  { onlyEmptyProjects: true },
  { automaticHostName: "fixed" },
  { automaticHostName: "removable" },
];

/** How the service always is: often as described, else a profile, or some habits. */
export const drawnHabits: fc.Arbitrary<Habits> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.constantFrom(...Object.values<Habits>(profiles)) },
  // Few at once: a violation is then easy to explain.
  {
    weight: 3,
    arbitrary: fc
      .shuffledSubarray([...single], { minLength: 1, maxLength: 3 })
      .map((drawn) => Object.assign({}, ...drawn)),
  },
);
