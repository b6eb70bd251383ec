import type { Row } from "./row.ts";

/** Every habit that is tried, in the order of docs/compatibility.md. */
export const ROWS: readonly Row[] = [{ habit: "is as described" }];
