import type { Faults } from "../faults/choose-fault.ts";
import type { Habits } from "./habits.ts";

export type ActiveHabits = ReturnType<typeof activeHabits>;

/** The habits that the service has now, with what the fault schedule says of the service as a whole. */
export function activeHabits(first: Habits, faults: Pick<Faults, "schedule">) {
  let habits = first;
  return {
    current: (): Habits => ({ ...habits, ...faults.schedule().service }),
    replace(next: Habits): void {
      habits = next;
    },
  };
}
