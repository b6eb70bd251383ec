/*
 * The machines (kills, stops, secrets, random runs) search for unforeseen errors, in many rounds. `npm test` plays a few
 * of them, `npm run test:machines` all.
 */

const WANTED = process.env["TEST_ROUNDS"] ?? "";
const IS_FULL = WANTED === "all";

/** How many rounds to play: `few` in `npm test`, `all` in `npm run test:machines`, any number with `TEST_ROUNDS=100000`. */
export function rounds({ few, all }: { readonly few: number; readonly all: number }): number {
  if (/^[1-9]\d*$/.test(WANTED)) return Number(WANTED);
  return IS_FULL ? all : few;
}

/** The cases to play: all of them, or in `npm test` `few` of them, evenly spread. */
export function sample<T>(cases: readonly T[], few: number): readonly T[] {
  if (IS_FULL || cases.length <= few) return cases;
  return Array.from({ length: few }, (_, index) => index).flatMap((index) =>
    cases.slice(Math.floor(((index + 0.5) * cases.length) / few)).slice(0, 1),
  );
}
