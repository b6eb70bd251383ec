/*
 * The machines (kills, stops, secrets, random runs) search for unforeseen errors, in many rounds. `npm test` plays a few
 * of them, `npm run test:machines` all.
 */

const IS_FULL = process.env["TEST_ROUNDS"] === "all";

/** How many rounds to play: `few` in `npm test`, `all` in `npm run test:machines`. */
export function rounds({ few, all }: { readonly few: number; readonly all: number }): number {
  return IS_FULL ? all : few;
}

/** The cases to play: all of them, or in `npm test` `few` of them, evenly spread. */
export function sample<T>(cases: readonly T[], few: number): readonly T[] {
  if (IS_FULL || cases.length <= few) return cases;
  return Array.from({ length: few }, (_, index) => index).flatMap((index) =>
    cases.slice(Math.floor(((index + 0.5) * cases.length) / few)).slice(0, 1),
  );
}
