import { createHash } from "node:crypto";
import type { Cause } from "../../provider/api/cause.ts";
import type { Position } from "../../provider/file/position.ts";
import type { Problem } from "../../provider/file/problem.ts";
import type { KindName } from "../../provider/resources/kind.ts";
import { compareText } from "../../provider/resources/compare-text.ts";

/** All actions, in the order that counts list them. */
export const ACTIONS = ["create", "update", "move", "delete", "blocked", "unmanaged", "unchanged"] as const;
export type Action = (typeof ACTIONS)[number];

/** A field that will change. Secret values are already redacted. */
export interface PlannedChange {
  /** Dotted path with the service's field names. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The plan for one object. */
export interface PlanItem {
  readonly kind: KindName;
  /** `organization/project`; for an object in a project followed by `/component` or `/host name`. */
  readonly key: string;
  readonly action: Action;
  /** The service's id, if the object exists. */
  readonly id?: string | undefined;
  readonly changes: readonly PlannedChange[];
  /** The position of the declaration. `null` for an unmanaged object. */
  readonly source: Position | null;
  /** The key of the project that a domain moves away from. */
  readonly from?: string | undefined;
  /** The reason why the object is blocked, or a detail of the action. */
  readonly reason?: string | undefined;
  /** Why the object is blocked, if the service did not answer: what would change is not known. */
  readonly cause?: Cause | undefined;
  /** Remarks that change nothing, such as what was not compared and why. */
  readonly notes: readonly string[];
}

/** The result of a guard. A plan is applied only if all guards passed. */
export interface Verdict {
  readonly guard: "max-deletes" | "plan-check" | "confirmation";
  readonly passed: boolean;
  readonly message: string;
}

/** The changes that a run would make, sorted, without secrets. Its JSON is a public format. */
export interface Plan {
  readonly format: 1;
  /** The address of the service. The plan holds for no other one. */
  readonly origin: string;
  /** Keys, or globs of keys, of the only objects that were planned. Absent if all were. */
  readonly only?: readonly string[];
  /** The number of declared objects that `only` leaves out. Absent without `only`. */
  readonly leftOut?: number;
  /** The number of declared values that are not known, because their variable is not set. Absent if all are known. */
  readonly notCompared?: number;
  readonly counts: Readonly<Record<Action, number>>;
  readonly items: readonly PlanItem[];
  readonly guards: readonly Verdict[];
  /** Conflicts between the files and the catalogue. A plan with an error is not applied. */
  readonly problems: readonly Problem[];
  /** A digest of origin and changes. Equal for two plans that make the same changes to the same objects. */
  readonly digest: string;
}

/** What a plan does not show, and why. */
type PlanScope = Pick<Plan, "only" | "leftOut" | "notCompared">;

export function scopeOf({ only, leftOut, notCompared }: Plan): PlanScope {
  return {
    ...(only === undefined ? {} : { only }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(notCompared === undefined ? {} : { notCompared }),
  };
}

const KINDS: readonly KindName[] = ["project", "component", "domain"];

export function assemblePlan(
  origin: string,
  unsorted: readonly PlanItem[],
  guards: readonly Verdict[],
  problems: readonly Problem[],
  scope: PlanScope = {},
): Plan {
  const items = unsorted.toSorted(
    (a, b) => compareText(projectOf(a), projectOf(b)) || byKind(a, b) || compareText(a.key, b.key),
  );
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
  return { format: 1, origin, ...scope, counts, items, guards, problems, digest: digestOf(origin, items) };
}

/** Whether the item is neither unchanged nor unmanaged. A blocked item counts as a change. */
export function isChange({ action }: PlanItem): boolean {
  return action !== "unchanged" && action !== "unmanaged";
}

/** How many objects an apply of the plan writes. */
export function countWrites({ counts }: Pick<Plan, "counts">): number {
  return counts.create + counts.update + counts.move + counts.delete;
}

/** Whether an apply writes the item: a blocked one is a change that it does not make. */
export function isWritten(item: PlanItem): boolean {
  return isChange(item) && item.action !== "blocked";
}

/** The reasons not to apply the plan. Empty if it can be applied. */
export function refusals(plan: Plan): readonly string[] {
  const failed = plan.guards.filter(({ passed }) => !passed).map(({ message }) => message);
  const invalid = plan.problems.some(({ level }) => level === "error");
  return invalid ? ["The files do not match the catalogue.", ...failed] : failed;
}

/** Names an item, or its outcome. No two items of a plan have the same name. */
export function itemName({ kind, key }: Pick<PlanItem, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** The key of the item's project: the first two parts of its own key. */
export function projectOf({ key }: Pick<PlanItem, "key">): string {
  return key.split("/", 2).join("/");
}

/** Covers only what the plan does: no positions, notes, live values or unmanaged objects. */
function digestOf(origin: string, items: readonly PlanItem[]): string {
  return createHash("sha256")
    .update(JSON.stringify([origin, ...items.filter(isChange).map(effectOf)]))
    .digest("hex");
}

/** The effect of an item on its object, as a value that can be compared as JSON. */
export function effectOf({ kind, key, action, id, from, changes }: Effect): readonly unknown[] {
  const fields = changes.map(({ path, to }) => [path, to]);
  return [kind, key, action, action === "create" ? null : (id ?? null), from ?? null, fields];
}

/** The fields of an item that its effect depends on. A saved plan has them too. */
interface Effect {
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
