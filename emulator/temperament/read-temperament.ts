import { isTemperamentName, temperaments } from "./bundles.ts";
import { parseTemperament } from "./temperament.ts";
import type { Temperament } from "./temperament.ts";

/**
 * The temperament itself, or the one with this name.
 *
 * @throws Error if the name is unknown, or the temperament is not valid.
 */
export function readTemperament(temperament: unknown): Temperament {
  if (isTemperamentName(temperament)) return temperaments[temperament];
  if (typeof temperament !== "string") return parseTemperament(temperament);
  throw new Error(`Unknown temperament "${temperament}". The names are ${Object.keys(temperaments).join(", ")}.`);
}
