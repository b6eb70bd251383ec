import type { Seed } from "../../emulator/start.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import type { Declared } from "./declared.ts";
import type { Habit } from "../habit.ts";

/** One habit of a service, and what the tool makes of it. */
export interface Row {
  /** What the service does, for docs/internals/compatibility.md. */
  readonly habit: string;
  readonly habits?: Habits;
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

/** A service whose habits the emulator has. */
export function emulated(habit: string, habits: Habits, more: Partial<Row> = {}): Row {
  return { habit, habits, ...more };
}

/** A service with a habit between client and emulator, such as values in its own form. */
export function form(habit: string, between: Habit, more: Partial<Row> = {}): Row {
  return { habit, between: () => between, ...more };
}

/** Such services by their habits. */
export function forms(habits: Readonly<Record<string, Habit>>): readonly Row[] {
  return Object.entries(habits).map(([habit, between]) => form(habit, between));
}
