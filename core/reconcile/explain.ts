import { hasMask } from "../resources/component/masked-settings.ts";
import type { Change, KindName } from "../resources/kind.ts";
import type { ObjectOutcome } from "./outcome.ts";
import { DisplacedError } from "./observed-state.ts";

interface Target {
  readonly kind: KindName;
  readonly key: string;
  readonly action: string;
}

/**
 * The reason why an object is not done. `undefined` if it is. `isHidden`: whether what the service shows of a field may be a form of its own,
 * such as a mask.
 */
export function explain(
  target: Target,
  { status, id, error, left }: ObjectOutcome,
  isHidden: (change: Change) => boolean,
): Error | undefined {
  const isNotStored = error === undefined && left !== undefined && left.changes.length > 0;
  const reason =
    error ?? (left === undefined ? undefined : notAccepted(target, id ?? target.key, left.changes, isHidden));
  return reason !== undefined && status === "partial" ? ofNew(target, id, reason, isNotStored) : reason;
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
  const isMasked = (change: Change): boolean => isHidden(change) || hasMask(change.from);
  const pathsOf = (wanted: readonly Change[]): string => wanted.map(({ path }) => path).join(", ");
  const stored = pathsOf(changes.filter((change) => !isMasked(change)));
  // The service may show a secret in a form of its own. To declare that would replace the secret.
  const masked = pathsOf(changes.filter(isMasked));
  const sentences = [
    stored === ""
      ? ""
      : `The service did not store ${stored} of ${subject} as declared, or somebody changed it since. If it stays so, ` +
        `declare the value that it stored, or ask the service's owner.`,
    masked === ""
      ? ""
      : `The service shows ${masked} of ${subject} in a form of its own, so it is not known whether it stored the declared ` +
        `value. Each apply sends it again. Never declare what the service shows: that would replace the value.`,
  ];
  return new Error(sentences.filter((text) => text !== "").join(" "));
}

/** `acme/ga4` of `org_1/site/acme/ga4` and of `prj_1/acme/ga4`. */
function nameIn(key: string): string {
  return key.split("/").slice(-2).join("/");
}

/** Says first that a new object exists. `isNotStored`: the service does not accept a value, so the next run will not help. */
function ofNew({ kind, key, action }: Target, id: string | undefined, cause: Error, isNotStored: boolean): Error {
  if (action !== "create" || id === undefined || kind === "domain" || cause instanceof DisplacedError) return cause;
  const outlook = isNotStored ? "" : " The next run applies them.";
  const message =
    kind === "project"
      ? `Project ${id} was created, but its settings were not applied: ${cause.message}${outlook}`
      : `The component ${key} was integrated as ${id}, but is not as declared: ${cause.message}`;
  return new Error(message, { cause });
}
