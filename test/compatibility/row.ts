import type { Seed } from "../../emulator/start.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import type { Declared } from "./declared.ts";
import { records, type Habit } from "../habit.ts";

/** One habit of a service, and what the tool makes of it. */
export interface Row {
  /** What the service does, for docs/internals/compatibility.md. */
  readonly habit: string;
  /**
   * Habits of the emulator. `milliseconds` is how long the service takes, for habits in time: much in virtual time, little where
   * the clock is real.
   */
  readonly habits?: (milliseconds: number) => Habits;
  /** A habit between socket and emulator, for those that the emulator does not have. */
  readonly between?: () => Habit;
  /** Whether the tool asks for nothing in which the habit would show. */
  readonly isUsual?: true;
  /** Lists and reads settle only some seconds after a run: the next one begins after that. */
  readonly settles?: true;
  /** Live before the first run, besides the neighbours. */
  readonly seed?: Seed["projects"];
  /** What is declared, where it is not `rich` and `plain`. */
  readonly files?: readonly Declared[];
  /** Default: the service is served well. */
  readonly ends?: Refusal;
  /** What the file declares nearest to the habit, but different. Each must be planned as this change, and be done. */
  readonly different?: readonly Different[];
}

/** Where the tool cannot do what is declared: it says so. */
export interface Refusal {
  /** What happens, for docs/internals/compatibility.md. */
  readonly says: string;
  /** The second apply does what the first one could not. Default: it says the same again. */
  readonly heals?: true;
  /** Found in an outcome's message, in the reason of a blocked item, or in the run's error. */
  readonly message: RegExp;
}

export interface Different {
  /** Names the value, for docs and tests. */
  readonly value: string;
  readonly edit: (declared: Declared) => Declared;
  /** `project.trusted_ips`, `acme/all.settings.share`. */
  readonly path: string;
}

/** Declares another value of a field of the project. */
export function declares(name: string, value: unknown): Different {
  return {
    value: `${name}: ${JSON.stringify(value)}`,
    path: `project.${name}`,
    edit: (declared) => ({ ...declared, project: { ...declared.project, [name]: value } }),
  };
}

/** Declares another value of a setting. */
export function sets(component: string, name: string, value: unknown): Different {
  return {
    value: `${component} ${name}: ${JSON.stringify(value)}`,
    path: `${component}.settings.${name}`,
    edit: (declared) => {
      const part = declared.components[component] ?? {};
      const settings = { ...part.settings, [name]: value };
      return { ...declared, components: { ...declared.components, [component]: { ...part, settings } } };
    },
  };
}

/** A service that shows values in its own form. */
export function form(
  habit: string,
  between: Habit,
  different: readonly Different[] = [],
  more: Pick<Row, "isUsual" | "files"> = {},
): Row {
  return { habit, between: () => between, ...more, ...(different.length === 0 ? {} : { different }) };
}

/** A service that shows each record of one sort in its own form. */
export function shows(sort: Parameters<typeof records>[0], habit: string, change: Parameters<typeof records>[1]): Row {
  return form(habit, records(sort, change));
}
