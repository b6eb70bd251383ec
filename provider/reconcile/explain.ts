import { hasMask } from "../resources/component/mask.ts";
import { NotAcceptedError, NotAsDeclaredError, SettingsNotAppliedError } from "../resources/failures.ts";
import type { Change, KindName } from "../resources/kind.ts";
import type { Became } from "./outcome.ts";
import { DisplacedError } from "./shown.ts";

/** The object of a step. */
interface Target {
  readonly kind: KindName;
  readonly key: string;
  readonly action: string;
}

/**
 * Why an object is not done. `undefined` if it is. `isHidden`: whether what the service shows of a field may be a form of its own,
 * such as a mask.
 */
export function explain(
  target: Target,
  { status, id, error, left }: Became,
  isHidden: (change: Change) => boolean,
): Error | undefined {
  const reason =
    error ?? (left === undefined ? undefined : notAccepted(target, id ?? target.key, left.changes, isHidden));
  return reason !== undefined && status === "partial" ? ofNew(target, id, reason) : reason;
}

function notAccepted(
  { kind, key, action }: Target,
  id: string,
  changes: readonly Change[],
  isHidden: (change: Change) => boolean,
): Error {
  if (changes.length === 0)
    return new Error(
      action === "delete" ? `The service still shows ${kind} ${key}.` : `The service does not show ${kind} ${key}.`,
    );
  const subject = kind === "project" ? `project ${id}` : `component ${nameIn(key)}`;
  // What the service shows of a secret may be a form of its own. To declare that would replace the secret.
  const masked = changes.filter((change) => isHidden(change) || hasMask(change.from)).map(({ path }) => path);
  return new NotAcceptedError(subject, changes, masked);
}

/** `acme/ga4` of `org_1/site/acme/ga4` and of `prj_1/acme/ga4`. */
function nameIn(key: string): string {
  return key.split("/").slice(-2).join("/");
}

/** Says first that a new object exists. */
function ofNew({ kind, key, action }: Target, id: string | undefined, cause: Error) {
  if (action !== "create" || id === undefined || cause instanceof DisplacedError) return cause;
  if (kind === "project") return new SettingsNotAppliedError(id, cause);
  return kind === "component" ? new NotAsDeclaredError(`component ${key}`, id, cause) : cause;
}
