import { fewNames } from "../../core/resources/few-names.ts";
import { isNotFound, isServiceError } from "../../core/api/errors.ts";
import { FRESH } from "../../core/reconcile/fresh.ts";
import { deletionStep } from "../../core/reconcile/step.ts";
import { paused, READ_DELAYS } from "../../core/reconcile/loop-run.ts";
import type { WriteResult } from "../../core/reconcile/attempts.ts";
import { listsIn } from "../../core/reconcile/snapshot.ts";
import { refuseOthers } from "../../core/resources/owner.ts";
import { bind, inputsOf, type Resource } from "../kinds/resource-kind.ts";
import { claimOf, heldNames, isNamed, keyOf, pulumiId } from "../kinds/names.ts";
import { warn } from "../warnings.ts";
import { learnSecrets, readNow, readUnlessGone } from "./read-live.ts";
import type { StateRecord } from "./state.ts";
import { writeOne } from "./write-one.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource has or looks up: the
 * resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it, in this update or in a later one.
 */
export async function remove(recorded: StateRecord): Promise<void> {
  const { kind, connection, subject, state } = recorded;
  const { claims } = connection;
  claims.giveUp(subject, state["__ownedSince"]);
  // A create of another resource must not adopt what is being deleted.
  const inputs = { ...inputsOf(kind, state), ...recorded.inputs };
  const named = { kind, inputs };
  await claims.oneAtATime(isNamed(named) ? keyOf(named) : subject, () => removeNow(recorded, heldNames(named)));
}

async function removeNow(recorded: StateRecord, names: readonly string[]): Promise<void> {
  const { kind, connection, id, projectId, subject } = recorded;
  const { claims, guard } = connection;
  if (claims.isTaken(subject) || claims.lookedUp.has(subject)) {
    warn(`${subject} was kept: another resource of this program has it.`);
    return;
  }
  // A plan shows what is deleted, whatever fails.
  const mayBeDeclared =
    guard === undefined && claims.hasFailed() && !names.some((name) => claims.declaredBefore.has(name));
  if (mayBeDeclared || claims.isHeld(subject, ...names)) throw heldError(subject);
  const isProject = kind.name === "project";
  // The address follows from the id; what the catalogue says does not matter any more.
  const { organization, inputs } = recorded;
  const resource = await bind(kind, connection, isProject ? { organization_id: organization } : inputs);
  guard?.check("delete", { kind: kind.name, subject, name: id, id, projectId });
  connection.forgetOlder(FRESH);
  if (isProject) {
    const project = await readUnlessGone(resource, recorded);
    if (project === undefined) return;
    learnSecrets(resource, project);
  } else await requireOwn(resource, recorded);
  const answer = await send(resource, recorded);
  // Only if a component or domain is not found, it is read: is it gone, or out of the token's sight?
  if (isProject || !wasNotFound(answer)) return;
  // The service may know it by another spelling, the answer to an earlier attempt may be lost, and a read may be late.
  const sent = new Set([id]);
  for (const delay of READ_DELAYS) {
    if (delay > 0 && !(await paused(connection.client, delay, `for ${subject} to be gone`))) break;
    connection.observer.forget(listsIn(projectId));
    const live = await readUnlessGone(resource, recorded);
    if (live === undefined && !(await isListed(resource, id))) return;
    const spelled = live !== undefined && "name" in live ? String(live.name) : id;
    if (!sent.has(spelled) && !wasNotFound(await send(resource, recorded, spelled))) return;
    sent.add(spelled);
  }
  throw new Error(`${subject} is not deleted: the service does not find it, and shows it. Run this again.`);
}

/**
 * Throws if the service says that what is in a project is another project's. One list serves all deletions in it: only what that does not
 * show is read by itself.
 */
async function requireOwn(resource: Resource, { kind, connection, id, projectId }: StateRecord): Promise<void> {
  try {
    const row = await connection.look((view) => resource.listed(view).find((each) => resource.idOf(each) === id));
    if (row === undefined) await readNow(resource, id);
    else refuseOthers(kind.name, row, projectId);
  } catch (error) {
    // The deletion finds that too.
    if (!isNotFound(error)) throw error;
  }
}

/** The engine deletes what the program does not declare, which a failure in the same update may only make look so. */
function heldError(subject: string): Error {
  return new Error(
    `${subject} is not deleted, because something else failed in this update. If its resource got another name, give the new one the ` +
      "old name in `aliases`. If it should go, correct what failed, and run `pulumi up` again.",
  );
}

/** Whether the list of its project shows an object: the service may take none of the names by which it is known. */
async function isListed(resource: Resource, id: string): Promise<boolean> {
  try {
    return await resource.connection.look((view) => resource.listed(view).some((each) => resource.idOf(each) === id));
  } catch (error) {
    // The project is gone too.
    if (isNotFound(error)) return false;
    throw error;
  }
}

function wasNotFound(answer: WriteResult | undefined): boolean {
  return answer?.answer === "answered" && answer.wasGone === true;
}

/** Sends the deletion, and throws if the object is not gone after it. `name`: as the service writes it. */
async function send(resource: Resource, recorded: StateRecord, name = recorded.id): Promise<WriteResult | undefined> {
  const { kind, connection, id, projectId, organization: organizationId = "", state } = recorded;
  const { claims, client, guard } = connection;
  const frame = { key: pulumiId(resource, name), project: projectId, slugs: [], projectId, organizationId };
  const singleObject = {
    gone: new Set([...claims.removed.keys()].map((object) => object.slice(object.indexOf(" ") + 1))),
    // A plan shows all that is deleted, one by one.
    takesContent: state["forceDestroy"] === true && guard === undefined,
  };
  const approved = deletionStep(frame, kind.name, name);
  const { outcome, log, error } = await writeOne(resource, approved, {
    find: () => undefined,
    stepFor: () => approved,
    singleObject,
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
  outcome.notes.forEach(warn);
  claims.removed.set(claimOf(resource, id), client.now());
  return log.results.get("delete");
}

/** Pulumi has already deleted what it manages: the rest was never declared, or is retained on purpose. */
function refuseContent({ connection, id }: StateRecord, children: readonly string[]): never {
  // A plan shows what is deleted one by one.
  connection.guard?.checkEmpty(`project ${id}`, children);
  throw new Error(
    `Project ${id} is not deleted: it holds ${fewNames(children)}, which would be deleted with it. Delete or move them. ` +
      "Or set `forceDestroy: true` on the project (also if they have `deletedWith`), run `pulumi up`, and then delete it. Where a " +
      "new project has replaced it, that has no effect.",
  );
}
