import type { dynamic } from "@pulumi/pulumi";
import { idOf as idInLog, isAnswered, isMadeByOthers, type AttemptLog } from "../../core/reconcile/attempts.ts";
import { listsIn } from "../../core/reconcile/snapshot.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import { bind, inputsOf, pinnedId, type ResourceKind, type Resource } from "../kinds/resource-kind.ts";
import { claimOf, describe, heldNames, idOf, keyOf, nameIn, pulumiId } from "../kinds/names.ts";
import { warn } from "../warnings.ts";
import { adoptionNote, existsError, findNow, liveOf, ownedError, refusalOf, search } from "./adoption.ts";
import { outputsAfter } from "./after-write.ts";
import { explainDomain, lateRelease } from "./explain-domain.ts";
import { learnSecrets } from "./read-live.ts";
import { organizationFor } from "./state.ts";
import { writeDeclared, type WriteOneResult } from "./write-one.ts";

/** Creates the object, or adopts the live one if the inputs allow it. */
export async function create(kind: ResourceKind, connection: Account, news: Fields): Promise<dynamic.CreateResult> {
  const inputs = inputsOf(kind, news);
  try {
    return await createNow(await bind(kind, connection, inputs, {}), news);
  } catch (error) {
    connection.claims.hold(heldNames({ kind, inputs }));
    throw error;
  }
}

async function createNow(resource: Resource, news: Fields): Promise<dynamic.CreateResult> {
  const { connection, kind } = resource;
  const { claims, client } = connection;
  // Read first: a failure after the create would lose the id.
  const organization = await organizationFor(connection, news);
  const { live, written } = await claims.oneAtATime(keyOf(resource), () => createOrAdopt(resource));
  const id = pulumiId(resource, idOf(resource, live));
  if (kind.name === "project") rememberProject(resource, id, written);
  const state = { organization, __ownedSince: client.now() };
  claimOf(resource, idOf(resource, live)).keepers.add(state.__ownedSince);
  const outs = await outputsAfter(resource, { id, news, state, live, written });
  return { id, outs };
}

/** Nothing is in a project that was just created, so nothing in it need be read. */
function rememberProject(resource: Resource, id: string, written: WriteOneResult | undefined): void {
  const { guard, newProjects, observer, organizations } = resource.connection;
  organizations.set(id, String(resource.inputs["organization_id"]));
  guard?.nameProject(id, nameIn(resource));
  if (written === undefined || !isAnswered(written.log, "create")) return;
  newProjects.set(id, id);
  for (const list of listsIn(id)) observer.take(list, [], Number.POSITIVE_INFINITY);
}

/** `written`: `undefined` if nothing had to be. */
async function createOrAdopt(resource: Resource) {
  const found = await findToAdopt(resource);
  const written = await writeDeclared(resource, found, {
    find: (view) => liveOf(search(view, resource)),
    onWritten: (log) => {
      const made = createdId(log);
      if (made !== undefined) delete claimOf(resource, made).removedAt;
    },
    singleObject: { onLateRelease: lateRelease(resource) },
  });
  const live = written === undefined ? found : liveAfter(resource, written);
  if (live === undefined) throw new Error(`${describe(resource)} has nothing to create.`);
  claimOf(resource, idOf(resource, live)).key = keyOf(resource);
  return { live, written };
}

function createdId(log: AttemptLog): string | undefined {
  return isAnswered(log, "create") ? idInLog(log) : undefined;
}

/** The live object that the create adopts. Throws if it may not be adopted. */
async function findToAdopt(resource: Resource): Promise<object | undefined> {
  const { connection, inputs, kind } = resource;
  const found = await findNow(resource);
  if (found === undefined) {
    const pinned = pinnedId(inputs);
    if (pinned !== undefined) throw new Error(`There is no ${kind.name} ${pinned} to adopt.`);
    const own = connection.claims.withKey(keyOf(resource));
    // The lists do not show it yet.
    if (own !== undefined) throw ownedError(resource, own.id);
    return undefined;
  }
  learnSecrets(resource, found);
  const claim = claimOf(resource, idOf(resource, found));
  const refusal = refusalOf(resource, found);
  if (refusal !== undefined) {
    claim.isHeld = true;
    throw refusal;
  }
  warn(adoptionNote(resource, found), connection);
  // Before the write: also if it fails, the old resource of this object must not delete it.
  claim.key = keyOf(resource);
  return found;
}

/** The object after its create. Throws if it is not there, and if it is somebody else's. */
function liveAfter(resource: Resource, { outcome, log, error, live: shown }: WriteOneResult): object {
  const id = outcome.id ?? createdId(log);
  const { body } = log.approved;
  const settings = isAnswered(log, "settings") ? log.approved.settings : {};
  // An object that cannot be read back, as it was sent.
  const live = shown ?? (id === undefined ? undefined : { ...body, ...settings, id });
  if (shown !== undefined && isMadeByOthers(log, idOf(resource, shown)))
    throw existsError(resource, idOf(resource, shown));
  // A project whose settings have no answer is there: its id must not be lost.
  const isMade = isAnswered(log, "create") && shown !== undefined;
  const isThere = outcome.status === "done" || outcome.status === "partial" || (outcome.status === "unknown" && isMade);
  if (isThere && live !== undefined) return live;
  if (resource.kind.name === "domain") throw explainDomain(resource, outcome, error);
  // The create was answered without an id, and no read shows the object.
  const withoutId =
    `${describe(resource)} was created, but its id is not known. ${outcome.notes.join(" ")} Declare ` +
    '`ifExists: "adopt"`, and run `pulumi up` again.';
  throw error ?? new Error(withoutId);
}
