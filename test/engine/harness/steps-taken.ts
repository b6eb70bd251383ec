import type { Reply } from "./driver.ts";

/** The steps of an operation as `update ga`, without the reads, sorted. */
export function stepsTaken({ steps }: Reply): string[] {
  return steps
    .filter(({ op }) => op !== "refresh" && op !== "read")
    .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`)
    .sort();
}
