import { createHash } from "node:crypto";
import { z } from "zod";
import { CAUSES } from "../api/cause.ts";
import { isError, MOST_MESSAGE, MOST_PATH } from "../file/problem.ts";
import type { StepAction } from "../reconcile/step.ts";
import { KINDS } from "../resources/kind.ts";
import { compareText } from "../resources/compare-text.ts";
import type { FailOn } from "./plan-options.ts";
import { eachWord, count, name, redactions, word, type Data } from "./record-fields.ts";

/** All actions, in the order that counts list them. */
export const ACTIONS = ["create", "update", "move", "delete", "blocked", "unmanaged", "unchanged"] as const;
export type Action = (typeof ACTIONS)[number];

/*
 * The records of a plan. Their types, the JSON Schema that is published (sync/report/report-schema.ts) and what is redacted (redact-report.ts there)
 * follow from these tables.
 */

const position = z
  .object({
    file: name.describe("Path of the file, as the run names it."),
    line: count.describe("From 1. 0: the file as a whole."),
    column: count.describe("From 1, in UTF-16 units. 0: the file as a whole."),
  })
  .meta({ id: "position", description: "A position in a project file." });

export const problem = z
  .object({
    ...position.shape,
    level: z.enum(["error", "warning"]).describe("error: the file is not used."),
    path: z
      .string()
      .register(redactions, { as: "name", most: MOST_PATH })
      .describe("Dotted path in the file. Empty: the problem is about the text of the file."),
    message: z.string().register(redactions, { as: "text", most: MOST_MESSAGE }),
  })
  .meta({ id: "problem", description: "An error or a warning about a project file." });

export const plannedChange = z.object({
  path: name.describe("Dotted path, with the service's field names."),
  from: z.unknown().describe("Live value. (secret) or (sensitive) if it is not shown."),
  to: z.unknown().describe("Declared value. (secret) or (sensitive) if it is not shown."),
  written: word.describe(
    "Digest of the declared value as the file writes it: of each variable the name, of anything else the value, also where it is not shown.",
  ),
});
/** A field that will change. Secret values are already redacted. */
export type PlannedChange = Data<z.output<typeof plannedChange>>;

export const cause = z
  .enum(CAUSES)
  .meta({ id: "cause", description: "Why the service did not do it. Values: docs/action.md." });

export const planItem = z.object({
  kind: z.enum(KINDS),
  key: name.describe("organization/project; for an object in a project followed by /component or /host name."),
  action: z.enum(ACTIONS),
  id: name.optional().describe("The service's id, if it is known. After the write of a domain its host name."),
  changes: z.array(plannedChange),
  source: position.nullable().describe("The position of the declaration. null for an unmanaged object."),
  from: name.optional().describe("The key of the project that a domain moves away from."),
  reason: z.string().optional().describe("Why the object is blocked, or a detail of the action."),
  cause: cause.optional(),
  notes: z.array(z.string()).describe("Remarks that change nothing."),
});
/** The plan for one object. `cause`: only if the service did not answer, so what would change is not known. */
export type PlanItem = Data<z.output<typeof planItem>>;

const verdict = z
  .object({
    guard: z.enum(["max-deletes", "max-updates", "plan-check", "confirmation"]),
    passed: z.boolean(),
    message: z.string(),
  })
  .meta({ id: "guard", description: "The verdict of a guard. A plan is applied only if all guards passed." });
export type Verdict = Data<z.output<typeof verdict>>;

export const planRecord = z.object({
  format: z
    .literal(1)
    .describe("Version of this format. It changes only if a field changes its meaning or is removed."),
  origin: word.describe("The address of the service."),
  only: z.array(name).optional().describe("Keys, or globs of keys, of the only objects that were planned."),
  leftOut: count.optional().describe("Number of declared objects that only leaves out."),
  parents: z
    .array(z.object({ key: name, id: name.describe("The service's id.") }))
    .optional()
    .describe("The live projects that only leaves out, with objects that it covers. Absent if there is none."),
  ignored: count
    .optional()
    .describe(
      "Number of live objects that the files ignore, in the sections that they declare. Absent if there is none.",
    ),
  unset: count
    .optional()
    .describe(
      "Number of declared values that were not compared, because their variable is not set. Absent if there are none.",
    ),
  hidden: count
    .optional()
    .describe(
      "Number of declared values that were not compared, because the service does not show them. Absent if there are none.",
    ),
  fewFields: z
    .object({
      projects: count.describe("Number of live projects whose files declare less than a third of the fields."),
      managed: count.describe("Number of fields that these files declare."),
      known: count.describe("Number of fields that they could declare."),
    })
    .optional()
    .describe("Live projects that manage few of their fields. Absent if there is none."),
  counts: z.object(eachWord(ACTIONS, () => count)).describe("Objects by action."),
  items: z.array(planItem),
  guards: z.array(verdict),
  /** Conflicts between the files and the catalogue. A plan with an error is not applied. */
  problems: z.array(problem),
  digest: word.describe("Equal for two plans that make the same changes to the same objects."),
});
/** The changes that a run would make, sorted, without secrets. It holds only for the service at `origin`. */
export type Plan = Data<z.output<typeof planRecord>>;

/** A plan of these items. `rest`: another plan, or all of one that does not follow from its items. */
export function assemblePlan(
  unsorted: readonly PlanItem[],
  rest: Omit<Plan, "format" | "counts" | "items" | "digest">,
): Plan {
  const items = unsorted.toSorted(
    (a, b) =>
      compareText(projectOf(a), projectOf(b)) ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      compareText(a.key, b.key),
  );
  const ids = projectIds({ ...rest, items });
  return { ...rest, format: 1, counts: countActions(items), items, digest: digestOf(rest.origin, items, ids) };
}

/** How many items have each action. */
export function countActions(items: readonly PlanItem[]): Plan["counts"] {
  return eachWord(ACTIONS, (each) => items.filter(({ action }) => action === each).length);
}

/** True if the item is neither unchanged nor unmanaged. A blocked item counts as a change. */
export function isChange({ action }: PlanItem): boolean {
  return action !== "unchanged" && action !== "unmanaged";
}

/** How many objects an apply of the plan writes. */
export function countWrites({ counts }: Pick<Plan, "counts">): number {
  return counts.create + counts.update + counts.move + counts.delete;
}

/** True if the plan has something of this. Without a plan, nothing says that it has not. */
export function hasAny(plan: Plan | undefined, failOn: readonly FailOn[]): boolean {
  if (plan === undefined) return true;
  const counts: Readonly<Record<FailOn, number>> = {
    drift: countWrites(plan),
    unset: plan.unset ?? 0,
    hidden: plan.hidden ?? 0,
    unmanaged: plan.counts.unmanaged,
  };
  return failOn.some((each) => counts[each] > 0);
}

/** True if values were not compared, so that it is not known whether there are changes. Hidden ones count only if they are listed. */
export function isBlind(plan: Plan, failOn: readonly FailOn[]): boolean {
  return hasAny(plan, ["unset", ...failOn.filter((each) => each === "hidden")]);
}

/** True if an apply writes the item: a blocked one is a change that it does not make. */
export function isWritten(item: PlanItem): item is PlanItem & { readonly action: StepAction } {
  return isChange(item) && item.action !== "blocked";
}

export function failedGuards(plan: Pick<Plan, "guards"> | undefined): readonly Verdict[] {
  return (plan?.guards ?? []).filter(({ passed }) => !passed);
}

/** The reasons not to apply the plan. Empty if it can be applied. */
export function refusals(plan: Plan): readonly string[] {
  const failed = failedGuards(plan).map(({ message }) => message);
  const invalid = plan.problems.some(isError);
  return invalid ? ["The files do not match the catalogue.", ...failed] : failed;
}

export type ItemDetails = Partial<Omit<PlanItem, "kind" | "key" | "action">>;

/** An item with these details; without any, that of an object that no file declares. */
export function newItem(kind: PlanItem["kind"], key: string, action: Action, details: ItemDetails = {}): PlanItem {
  return { kind, key, action, changes: [], source: null, notes: [], ...details };
}

export function blocked(item: PlanItem, reason: string): PlanItem {
  return { ...item, action: "blocked", reason };
}

export function withNote(item: PlanItem, note: string): PlanItem {
  return { ...item, notes: [...item.notes, note] };
}

/** The key of the item's project: the first two parts of its own key. */
export function projectOf({ key }: Pick<PlanItem, "key">): string {
  return key.split("/", 2).join("/");
}

/** What follows the key of the project in the key of an object in it: `organization/component`, or a host name. Empty for a project. */
export function nameInProject({ key }: Pick<PlanItem, "key">): string {
  return key.slice(projectOf({ key }).length + 1);
}

/** Covers only what the plan does: no positions, notes, live values or unmanaged objects. */
function digestOf(origin: string, items: readonly PlanItem[], ids: ReadonlyMap<string, string>): string {
  return createHash("sha256")
    .update(JSON.stringify([origin, ...items.filter(isChange).map((item) => effectOf(item, ids))]))
    .digest("hex");
}

/** The ids of the projects that a plan finds, by their keys. */
export function projectIds({
  items,
  parents = [],
}: Pick<Plan, "parents"> & { readonly items: readonly Pick<PlanItem, "kind" | "key" | "id">[] }): ReadonlyMap<
  string,
  string
> {
  const projects = [...parents, ...items.filter(({ kind }) => kind === "project")];
  return new Map(projects.flatMap(({ key, id }) => (id === undefined ? [] : [[key, id]])));
}

/**
 * The effect of an item on its object, as a value that can be compared as JSON. `ids`: those of the plan's projects, because what an item
 * does to a project that has replaced another one is another effect.
 */
export function effectOf(
  item: Omit<PlanItem, "source" | "reason" | "cause" | "notes">,
  ids: ReadonlyMap<string, string>,
): readonly unknown[] {
  const { kind, key, action, id, from, changes } = item;
  const fields = changes.map(({ path, to, written }) => [path, to, written]);
  const own = action === "create" ? null : (id ?? null);
  const projects = kind === "project" ? [] : [projectOf(item), from].map((each) => ids.get(each ?? "") ?? null);
  return [kind, key, action, own, from ?? null, fields, ...projects];
}

/** A digest of plain data. 128 bits: too many to search for two contents with one digest, and short enough for a comment. */
export function digest(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16).toString("base64url");
}
