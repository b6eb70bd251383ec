import { REDACTED } from "../../provider/api/redaction.ts";
import { NotAcceptedError } from "../../provider/resources/failures.ts";
import type { Change } from "../../provider/resources/kind.ts";
import { fieldOf } from "../../provider/resources/project-fields.ts";
import { hideSensitive, withoutUserInfo } from "../../provider/resources/sensitive-values.ts";
import type { PlanItem } from "../plan/plan.ts";

/** Characters of a stored value that a message shows. */
const MAX_LENGTH = 200;

/** Why an object is not as declared, with what the service stored where the plan shows the field's value. */
export function explainIncomplete(error: Error, item: PlanItem): string {
  const stored = notAcceptedIn(error)?.left.flatMap((change) => describeStored(change, item)) ?? [];
  return stored.length === 0 ? error.message : `${error.message} It stored ${stored.join(", ")}.`;
}

function notAcceptedIn(error: Error): NotAcceptedError | undefined {
  if (error instanceof NotAcceptedError) return error;
  return error.cause instanceof Error ? notAcceptedIn(error.cause) : undefined;
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
