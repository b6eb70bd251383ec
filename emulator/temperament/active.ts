import type { Temperament } from "./temperament.ts";

/** The temperament that the service has now. */
export interface ActiveTemperament {
  current(): Temperament;
  replace(temperament: Temperament): void;
}

export function activeTemperament(first: Temperament = {}): ActiveTemperament {
  let temperament = first;
  return {
    current: () => temperament,
    replace(next) {
      temperament = next;
    },
  };
}
