import { isConflict, messageOf } from "../../core/api/errors.ts";
import type { ObjectOutcome } from "../../core/reconcile/outcome.ts";
import { isOtherRecord } from "../../core/resources/failures.ts";
import type { Resource } from "../kinds/resource-kind.ts";
import { nameIn } from "../kinds/names.ts";
import { warn } from "../warnings.ts";

/** Pulumi replaces a domain by a deletion and a create, so the service may still hold a host name that this update has detached. */
function isDetached({ connection, kind }: Resource, name: string): boolean {
  return connection.claims.removed().some((claim) => claim.kind === kind.name && claim.id === name);
}

/** Warns that the service does not release the host name yet. `undefined` if this update has not detached it. */
export function lateRelease(resource: Resource): (() => void) | undefined {
  const name = nameIn(resource);
  if (!isDetached(resource, name)) return undefined;
  // Without the refusal: each has another request id, and would be a warning of its own.
  return () =>
    warn(
      `${name} is detached, and the service does not attach it again yet. Trying again for five minutes.`,
      resource.connection,
    );
}

/** Why a host name is not attached. Says first if this update has detached it. */
export function explainDomain(
  resource: Resource,
  { status, error: refusal }: ObjectOutcome,
  error: Error | undefined,
): Error | undefined {
  const name = nameIn(resource);
  const isElsewhere = isConflict(refusal) || isOtherRecord(refusal);
  const reason = isElsewhere ? attachedElsewhere(refusal) : error;
  if (status === "unknown" || !isDetached(resource, name)) return reason;
  const message = `This update has detached ${name} from its old project, and it is not attached to the new one.`;
  return new Error(`${message} ${messageOf(reason)}`, { cause: reason });
}

function attachedElsewhere(error: unknown): Error {
  const advice = "If another resource of this stack has it, name that one in `aliases`.";
  return new Error(`${messageOf(error)} ${advice}`, { cause: error });
}
