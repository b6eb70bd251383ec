import { nameList } from "../../core/resources/name-list.ts";
import { isNotFound, isServiceError } from "../../core/api/errors.ts";
import { FRESH } from "../../core/api/retry.ts";
import { deletionStep } from "../../core/reconcile/step.ts";
import { poll } from "../../core/reconcile/poll.ts";
import { wasNotFound, type AttemptLog } from "../../core/reconcile/attempts.ts";
import { refuseOthers } from "../../core/resources/owner.ts";
import { isTaken } from "../claims.ts";
import { bind, inputsOf, type Resource } from "../kinds/resource-kind.ts";
import { heldNames } from "../kinds/names.ts";
import { warn } from "../warnings.ts";
import { learnSecrets, ListedError, listedIn, readNow, readUnlessGone } from "./read-live.ts";
import type { StateRecord } from "./state.ts";
import { writeOne } from "./write-one.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource has or looks up: the
 * resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it, in this update or in a later one.
 */
export async function remove(recorded: StateRecord): Promise<void> {
  const { kind, connection, claim, subject, state } = recorded;
  claim.keepers.delete(state["__ownedSince"]);
  const names = heldNames({ kind, inputs: { ...inputsOf(kind, state), ...recorded.inputs } });
  // A create of another resource must not adopt what is being deleted.
  await connection.claims.oneAtATime(names[0] ?? subject, async () => {
    if (isTaken(claim) || claim.isLookedUp)
      warn(`${subject} was kept: another resource of this program has it.`, connection);
    else if (claim.isHeld || mayBeDeclared(recorded, names)) throw heldError(subject);
    else await removeNow(recorded);
  });
}

/** After a failure in this update, what is deleted may only look as if the program does not declare it. */
function mayBeDeclared({ connection: { claims, guard } }: StateRecord, names: readonly string[]): boolean {
  if (claims.isHeld(names)) return true;
  // A plan shows what is deleted, whatever fails.
  return guard === undefined && claims.hasFailed() && !names.some((name) => claims.timesDeclared(name) > 0);
}

async function removeNow(recorded: StateRecord): Promise<void> {
  const { kind, connection, id, projectId, subject, organization, inputs } = recorded;
  const isProject = kind.name === "project";
  // The address follows from the id; what the catalogue says does not matter any more.
  const resource = await bind(kind, connection, isProject ? { organization_id: organization } : inputs);
  connection.guard?.check("delete", { kind: kind.name, subject, name: id, id, projectId });
  connection.forgetOlder(FRESH);
  if (isProject) {
    const project = await readUnlessGone(resource, recorded);
    if (project === undefined) return;
    learnSecrets(resource, project);
    await send(resource, recorded, id);
    return;
  }
  const live = await readOwn(resource, recorded);
  // A host name as the service writes it.
  const log = await send(resource, recorded, live !== undefined && "name" in live ? String(live.name) : id);
  // Only if a component or domain is not found, it is read: is it gone, or out of the token's sight?
  if (!wasNotFound(log)) return;
  const isGone = async (): Promise<boolean> => {
    try {
      return (await readUnlessGone(resource, recorded)) === undefined;
    } catch (error) {
      if (error instanceof ListedError) return false;
      throw error;
    }
  };
  // The answer to an earlier attempt may be lost, and a read may be late.
  const { end } = await poll(connection.client, { reason: () => `for ${subject} to be gone` }, isGone, Boolean);
  if (end === "done") return;
  throw new Error(`${subject} is not deleted: the service does not find it, and shows it. Run this again.`);
}

/**
 * The live object, if it is found. Throws if the service says that it is another project's. One list serves all deletions in it: only what that
 * does not show is read by itself.
 */
async function readOwn(resource: Resource, recorded: StateRecord): Promise<object | undefined> {
  const { kind, connection, id, projectId } = recorded;
  try {
    const row = await connection.look((view) => listedIn(view, resource, id));
    if (row === undefined) return await readUnlessGone(resource, recorded);
    refuseOthers(kind.name, row, projectId);
    return row;
  } catch (error) {
    // The deletion finds that too.
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** The engine deletes what the program does not declare, which a failure in the same update may only make look so. */
function heldError(subject: string): Error {
  return new Error(
    `${subject} is not deleted, because something else failed in this update. If its resource got another name, give the new one the ` +
      "old name in `aliases`. If it should go, correct what failed, and run `pulumi up` again.",
  );
}

/** Sends the deletion, and throws if the object is not gone after it. `name`: as the service writes it. */
async function send(resource: Resource, recorded: StateRecord, name: string): Promise<AttemptLog> {
  const { kind, connection, claim, id, pulumiId, projectId, organization: organizationId = "", state } = recorded;
  const { claims, client, guard } = connection;
  const frame = { key: pulumiId, project: projectId, slugs: [], projectId, organizationId };
  const approved = deletionStep(frame, kind.name, name);
  const { outcome, log, error } = await writeOne(resource, approved, {
    find: () => undefined,
    stepFor: () => approved,
    singleObject: {
      gone: new Set(claims.removed().map((removed) => removed.pulumiId)),
      // A plan shows all that is deleted, one by one.
      takesContent: state["forceDestroy"] === true && guard === undefined,
    },
  });
  if (log.skipped?.stays !== undefined) refuseContent(recorded, log.skipped.stays);
  if (outcome.status !== "done") {
    // A refusal may quote the live object. It says more than a failure of this read.
    await readNow(resource, id).then(
      (live) => learnSecrets(resource, live),
      (failure: unknown) => {
        if (!isServiceError(failure)) throw failure;
      },
    );
    throw error;
  }
  for (const each of outcome.notes) warn(each, connection);
  claim.removedAt = client.now();
  return log;
}

/** Pulumi has already deleted what it manages: the rest was never declared, or is retained on purpose. */
function refuseContent({ connection, id }: StateRecord, children: readonly string[]): never {
  // A plan shows what is deleted one by one.
  connection.guard?.checkEmpty(`project ${id}`, children);
  throw new Error(
    `Project ${id} is not deleted: it holds ${nameList(children)}, which would be deleted with it. Delete or move them. ` +
      "Or set `forceDestroy: true` on the project (also if they have `deletedWith`), run `pulumi up`, and then delete it. Where a " +
      "new project has replaced it, that has no effect.",
  );
}
