import type { Mask } from "../../../emulator/profile/habits.ts";
import { records } from "../../habit.ts";
import { asObject } from "../../world/oracle/meaning.ts";
import type { Row } from "../row.ts";

/** The forms in which a secret is hidden, in words. */
const MASKS: readonly (readonly [Mask, string])[] = [
  ["omitted", "leaves out secrets"],
  ["empty", 'shows secrets as ""'],
  ["null", "shows secrets as null"],
  ["stars", "shows secrets as ********"],
  ["prefix-stars", "shows the first letters of secrets and stars"],
  ["redacted", "shows secrets as [redacted]"],
];

/** How secrets are hidden. */
export const SECRETS: readonly Row[] = [
  ...MASKS.map(([as, habit]): Row => ({ habit, habits: { secrets: { as } } })),
  {
    habit: "shows the last four letters of secrets",
    habits: { secrets: { as: "suffix" } },
    ends: {
      says: "partial: the secret is named; each apply sends it again",
      message: /^(?!.*Declare the value that it stored).*shows settings\.\w+.*Never declare what the service shows/s,
    },
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
