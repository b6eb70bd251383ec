import { explain } from "../../core/reconcile/explain.ts";
import type { Became } from "../../core/reconcile/outcome.ts";
import type { Change } from "../../core/resources/kind.ts";
import { holds, SECRET } from "../../core/resources/hidden.ts";
import { fieldOf } from "../../core/resources/project-fields.ts";
import { hideSensitive, withoutUserInfo } from "../../core/resources/sensitive-values.ts";
import type { PlanItem } from "../../core/plan/plan.ts";
import { StepError } from "../report/outcome.ts";

/** Longest stored value that a message shows: half a secret would not be found any more. */
const MAX_LENGTH = 200;

/** What a user reads of an outcome. Empty if there is nothing to say. */
export function explainBecame(item: PlanItem, became: Became): string {
  const { error, left, notes } = became;
  const hidden = new Set(item.changes.flatMap(({ path, to }) => (to === SECRET ? [path] : [])));
  const said = [error, error?.cause].find((each) => each instanceof StepError);
  const why = said ?? explain(item, became, ({ path }) => hidden.has(path));
  const stored =
    error === undefined && left !== undefined ? left.changes.flatMap((change) => describeStored(change, item)) : [];
  return [why?.message, stored.length === 0 ? undefined : `It stored ${stored.join(", ")}.`, ...notes]
    .filter((part) => part !== undefined)
    .join(" ");
}

function describeStored({ path, from }: Change, { kind, changes }: PlanItem): string[] {
  const planned = changes.find((change) => change.path === path);
  if (planned === undefined || holds(planned.to, SECRET) || holds(planned.from, SECRET)) return [];
  const field = kind === "project" ? fieldOf(path) : undefined;
  // The catalogue describes texts, numbers and booleans: anything else may hold anything.
  if (kind === "component" && typeof (from ?? "") === "object") return [];
  const stored = field === undefined ? withoutUserInfo(from) : hideSensitive(field, from, null, path).from;
  const text = JSON.stringify(stored);
  const shown = text.length > MAX_LENGTH ? `a value of ${text.length} characters` : text;
  return [`${path} as ${(from ?? null) === null ? "nothing" : shown}`];
}
