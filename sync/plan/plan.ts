import { createHash } from "node:crypto";
import type { Position } from "../../provider/file/position.ts";
import type { Problem } from "../../provider/file/problem.ts";
import type { KindName } from "../../provider/resources/kind.ts";

/** In the order in which they are counted and shown. */
export const ACTIONS = ["create", "update", "move", "delete", "blocked", "unmanaged", "unchanged"] as const;
export type Action = (typeof ACTIONS)[number];

/** A field that will change. Secret values are redacted already. */
export interface PlannedChange {
  /** Dotted path by the service's names. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface PlanItem {
  readonly kind: KindName;
  /** `organization/project`, followed by `/component` or `/host name` for what is in one. */
  readonly key: string;
  readonly action: Action;
  /** The service's id, where the object exists. */
  readonly id?: string | undefined;
  readonly changes: readonly PlannedChange[];
  /** Where it is declared; `null` for what is live and not declared. */
  readonly source: Position | null;
  /** Key of the project that a domain moves away from. */
  readonly from?: string | undefined;
  /** Why it is blocked, or what is special about the action. */
  readonly reason?: string | undefined;
  /** What a reader should know and that changes nothing: what was not compared, and why. */
  readonly notes: readonly string[];
}

/** What a guard says of the plan. A plan with a guard that has not passed is not applied. */
export interface Verdict {
  readonly guard: "max-deletes" | "plan-check";
  readonly passed: boolean;
  readonly message: string;
}

/** What a run would do: made without writing, sorted, without secrets. Its JSON is a public format. */
export interface Plan {
  readonly format: 1;
  readonly counts: Readonly<Record<Action, number>>;
  readonly items: readonly PlanItem[];
  readonly guards: readonly Verdict[];
  /** What the catalogue says against the files: with an error among them nothing is applied. */
  readonly problems: readonly Problem[];
  /** The same for two plans that would do the same to the same objects. */
  readonly digest: string;
}

const KINDS: readonly KindName[] = ["project", "component", "domain"];

export function assemblePlan(
  unsorted: readonly PlanItem[],
  guards: readonly Verdict[],
  problems: readonly Problem[],
): Plan {
  const items = unsorted.toSorted((a, b) => order(projectOf(a), projectOf(b)) || byKind(a, b) || order(a.key, b.key));
  const count = (wanted: Action): number => items.filter(({ action }) => action === wanted).length;
  const counts = {
    create: count("create"),
    update: count("update"),
    move: count("move"),
    delete: count("delete"),
    blocked: count("blocked"),
    unmanaged: count("unmanaged"),
    unchanged: count("unchanged"),
  };
  return { format: 1, counts, items, guards, problems, digest: digestOf(items) };
}

/** Items that a run would act on, or cannot. */
export function isChange({ action }: PlanItem): boolean {
  return action !== "unchanged" && action !== "unmanaged";
}

/** Why the plan may not be applied at all; empty when it may. */
export function refusals(plan: Plan): readonly string[] {
  const failed = plan.guards.filter(({ passed }) => !passed).map(({ message }) => message);
  const invalid = plan.problems.some(({ level }) => level === "error");
  return invalid ? ["The files do not fit the catalogue.", ...failed] : failed;
}

/** The project's key: the first two parts of any item's. */
export function projectOf({ key }: Pick<PlanItem, "key">): string {
  return key.split("/", 2).join("/");
}

/** What will be, not what was: no positions, notes or statuses, no earlier values, nothing unmanaged. */
function digestOf(items: readonly PlanItem[]): string {
  return createHash("sha256")
    .update(JSON.stringify(items.filter(isChange).map(meaningOf)))
    .digest("hex");
}

/** What would be done to one object. */
export function meaningOf({ kind, key, action, id, from, changes }: Meant): readonly unknown[] {
  const fields = changes.map(({ path, to }) => [path, to]);
  return [kind, key, action, action === "create" ? null : (id ?? null), from ?? null, fields];
}

interface Meant {
  readonly kind: string;
  readonly key: string;
  readonly action: string;
  readonly id?: string | undefined;
  readonly from?: string | undefined;
  readonly changes: readonly { readonly path: string; readonly to?: unknown }[];
}

function byKind(a: PlanItem, b: PlanItem): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
