import type { Habits } from "../../../emulator/profile/habits.ts";
import { profiles } from "../../../emulator/profile/profiles.ts";
import type { Row } from "../row.ts";
import { FORMS } from "./forms.ts";
import { ERRORS, LISTS } from "./lists-and-errors.ts";
import { ODD } from "./odd.ts";
import { SECRETS } from "./secrets.ts";
import { WRITES } from "./writes.ts";

/** By section of docs/internals/compatibility.md: every habit that is tried. */
export const SECTIONS: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Whole services",
    Object.entries<Habits>(profiles).map(([name, habits]): Row => ({
      habit: `has the profile ${name}`,
      habits,
      ...(name === "plain" ? { isUsual: true } : {}),
      ...(habits.lists?.goBackMs === undefined ? {} : { settles: true }),
    })),
  ],
  ["How values are written", FORMS],
  ["How secrets are hidden", SECRETS],
  ["What writes store and answer", WRITES],
  ["Lists", LISTS],
  ["Refusals and limits", ERRORS],
  ["Other habits", ODD],
];

export const ROWS: readonly Row[] = SECTIONS.flatMap(([, rows]) => rows);
