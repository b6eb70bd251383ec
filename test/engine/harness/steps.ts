import type { Reply } from "./driver.ts";

/** The steps of an operation as `update ga`, without those that only look, sorted. */
export function steps({ steps: taken }: Reply): string[] {
  return taken
    .filter(({ op }) => op !== "refresh" && op !== "read")
    .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`)
    .sort();
}
