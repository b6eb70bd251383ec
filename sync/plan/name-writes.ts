import type { PlanItem } from "./plan.ts";

/** More names hide the first ones. */
const MOST = 10;

/** What items do, such as `create project org_1/a, delete domain org_1/a/b.example.com`: at most ten, and how many more. */
export function nameWrites(items: readonly PlanItem[]): string {
  const names = items.slice(0, MOST).map(({ action, kind, key }) => `${action} ${kind} ${key}`);
  return `${names.join(", ")}${items.length > MOST ? ` and ${items.length - MOST} more` : ""}`;
}
