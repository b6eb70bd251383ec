import { REDACTED } from "../../provider/api/redaction.ts";
import type { Became } from "../../provider/reconcile/outcome.ts";
import { hasMask } from "../../provider/resources/component/mask.ts";
import { NotAcceptedError, NotAsDeclaredError, SettingsNotAppliedError } from "../../provider/resources/failures.ts";
import type { Change } from "../../provider/resources/kind.ts";
import { fieldOf } from "../../provider/resources/project-fields.ts";
import { hideSensitive, withoutUserInfo } from "../../provider/resources/sensitive-values.ts";
import type { PlanItem } from "../plan/plan.ts";

/** Characters of a stored value that a message shows. */
const MAX_LENGTH = 200;

/** What a user reads of an outcome. Empty if there is nothing to say. */
export function explainBecame(item: PlanItem, { status, id, error, left, notes }: Became): string {
  const reason = error ?? (left === undefined ? undefined : notAccepted(item, id ?? item.key, left.changes));
  const why = reason === undefined ? undefined : status === "partial" ? ofNew(item, id, reason) : reason;
  const stored =
    error === undefined && left !== undefined ? left.changes.flatMap((change) => describeStored(change, item)) : [];
  return [why?.message, stored.length === 0 ? undefined : `It stored ${stored.join(", ")}.`, ...notes]
    .filter((part) => part !== undefined)
    .join(" ");
}

function notAccepted({ kind, key, action, changes: planned }: PlanItem, id: string, changes: readonly Change[]): Error {
  if (changes.length === 0)
    return new Error(
      action === "delete" ? `The service still shows ${kind} ${key}.` : `The service does not show ${kind} ${key}.`,
    );
  const subject = kind === "project" ? `project ${id}` : `component ${key.split("/").slice(2).join("/")}`;
  // What the service shows of a secret may be a form of its own. To declare that would replace the secret.
  const hidden = new Set(planned.flatMap(({ path, to }) => (to === REDACTED ? [path] : [])));
  const masked = changes.filter(({ path, from }) => hidden.has(path) || hasMask(from)).map(({ path }) => path);
  return new NotAcceptedError(subject, changes, masked);
}

/** Says first that a new object exists. */
function ofNew({ kind, key, action }: PlanItem, id: string | undefined, cause: Error): Error {
  if (action !== "create" || id === undefined) return cause;
  if (kind === "project") return new SettingsNotAppliedError(id, cause);
  return kind === "component" ? new NotAsDeclaredError(`component ${key}`, id, cause) : cause;
}

function describeStored({ path, from }: Change, { kind, changes }: PlanItem): string[] {
  const planned = changes.find((change) => change.path === path);
  if (planned === undefined || planned.to === REDACTED || planned.from === REDACTED) return [];
  const field = kind === "project" ? fieldOf(path) : undefined;
  // The catalogue describes texts, numbers and booleans: anything else may hold anything.
  if (kind === "component" && typeof (from ?? "") === "object") return [];
  const stored = withoutUserInfo(field === undefined ? from : hideSensitive(field, from, null).from);
  const text = JSON.stringify(stored);
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return [`${path} as ${(from ?? null) === null ? "nothing" : shown}`];
}
