import type { Temperament } from "../../../emulator/temperament/temperament.ts";
import { asObject } from "../../world/oracle/meaning.ts";
import { records } from "../habit.ts";
import type { Row } from "../row.ts";

type Mask = NonNullable<Temperament["secrets"]>["as"];

/** The forms in which a secret is hidden, in words. */
const MASKS: readonly (readonly [Mask, string])[] = [
  ["omitted", "leaves out secrets"],
  ["empty", 'shows secrets as ""'],
  ["null", "shows secrets as null"],
  ["stars", "shows secrets as ********"],
  ["prefix-stars", "shows the first letters of secrets and stars"],
  ["same-length", "shows secrets as xxxx, as long as they are"],
  ["redacted", "shows secrets as [redacted]"],
];

/** The forms that may be another secret, in words. */
const TEXTS: readonly (readonly [Mask, string])[] = [
  ["prefix", "shows the first four letters of secrets"],
  ["suffix", "shows the last four letters of secrets"],
  ["hash", "shows secrets as sha256:…"],
  ["word", "shows secrets as hidden"],
];

/** How secrets are hidden. */
export const SECRETS: readonly Row[] = [
  ...MASKS.map(([as, habit]): Row => ({ habit, temperament: () => ({ secrets: { as, of: "any-version" } }) })),
  ...TEXTS.map(([as, habit]): Row => ({
    habit,
    temperament: () => ({ secrets: { as, of: "any-version" } }),
    ends: {
      says: "partial: the secret is named; each apply sends it again",
      message: /^(?!.*Declare the value that it stored).*shows settings\.\w+.*Never declare what the service shows/s,
    },
  })),
  {
    habit: "hides what is secret in the live version only",
    temperament: () => ({ secrets: { as: "stars", of: "live-version" } }),
  },
  {
    habit: "shows the values of forwarded headers as ********",
    between: () =>
      records("project", (record) => {
        const headers = record["forwarded_headers"];
        if (!Array.isArray(headers)) return record;
        return { ...record, forwarded_headers: headers.map((header) => ({ ...asObject(header), value: "********" })) };
      }),
    ends: {
      says: "partial: the mask is named; each apply sends the headers again",
      message:
        /^(?!.*Declare the value that it stored).*shows forwarded_headers.*Never declare what the service shows/s,
    },
  },
];
