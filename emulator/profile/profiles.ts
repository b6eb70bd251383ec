import type { Habits } from "./habits.ts";

/** Whole services by name: habits that occur together, and under which a correct client succeeds. */
export const profiles = {
  /** As described, in every respect. */
  plain: {},

  /** Brings every value to one form, and merges settings. */
  normalizing: {
    forms: "normalized",
    changes: { settings: "merge", versionDropsSettings: true },
  },

  /** Never shows a secret, and keeps what an update leaves out. */
  masking: {
    secrets: { as: "prefix-stars" },
    changes: { settings: "merge" },
  },

  /** Copies of a database that follow slowly: reads are late, and updates answer what was there before. */
  late: {
    staleListsMs: 1000,
    lists: { goBackMs: 3000 },
    late: { readsMs: 1500, newProjectMs: 1500 },
    answers: { update: "old" },
    extra: true,
    hostNames: { releaseMs: 10_000 },
    domains: { dnsMs: 20_000, sslMs: 60_000 },
  },

  /** Says no more than it must. */
  terse: {
    forms: "terse",
    lists: { fields: "ids", end: "omitted", pageSize: 5 },
    answers: { create: "id", update: "id", delete: "none" },
  },

  /** A service behind a gateway with a limit of its own, and with errors in its own form. */
  gateway: {
    answers: { create: "empty", update: "none", delete: "none" },
    errors: "message",
    rate: { requests: 15, windowMs: 1000 },
    hostNames: { releaseMs: 3000 },
    onlyEmptyProjects: true,
    automaticHostName: "fixed",
  },
} as const satisfies Readonly<Record<string, Habits>>;

export type ProfileName = keyof typeof profiles;

export const profileNames: readonly ProfileName[] = ["plain", "normalizing", "masking", "late", "terse", "gateway"];

export function isProfileName(value: unknown): value is ProfileName {
  return typeof value === "string" && Object.hasOwn(profiles, value);
}

/** @throws Error that lists the names, if this is not one of them. */
export function habitsOf(profile: unknown): Habits {
  if (isProfileName(profile)) return profiles[profile];
  throw new RangeError(`The profile ${JSON.stringify(profile)} is not one of ${profileNames.join(", ")}`);
}
