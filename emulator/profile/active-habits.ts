import type { Faults } from "../faults/choose-fault.ts";
import type { Habits } from "./habits.ts";

/** The habits that the service has now. */
export interface ActiveHabits {
  /** With what the fault schedule says of the service as a whole. */
  current(): Habits;
  replace(habits: Habits): void;
}

export function activeHabits(first: Habits, faults: Pick<Faults, "service">): ActiveHabits {
  let habits = first;
  return {
    current: () => ({ ...habits, ...faults.service() }),
    replace(next) {
      habits = next;
    },
  };
}
