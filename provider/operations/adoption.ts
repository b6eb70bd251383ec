import { isServiceError, messageOf } from "../../core/api/errors.ts";
import { FRESH } from "../../core/reconcile/fresh.ts";
import { paused, READ_DELAYS, SETTLE_WINDOW } from "../../core/reconcile/loop-run.ts";
import type { View } from "../../core/reconcile/view.ts";
import { AmbiguousError, OtherFormError } from "../../core/resources/failures.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import {
  bind,
  declaredFields,
  ifExistsOf,
  type ResourceKind,
  pinnedId,
  type Resource,
} from "../kinds/resource-kind.ts";
import { claimOf, keyOf, describe } from "../kinds/names.ts";
import { holdsUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";

/*
 * An object that exists before its resource does: how it is found, whether it is adopted, and what a user is told of it. Whether another
 * stack has it cannot be seen.
 */

export function adopts({ connection, inputs }: Resource): boolean {
  return ifExistsOf(inputs, connection) === "adopt" || pinnedId(inputs) !== undefined;
}

/**
 * How a create finds the live object that its inputs mean: the pinned one, or the one with the natural key. It is read by its id: a list may
 * lag, so what is gone or has another key by now is not it. Reads may be late, too, so what this update has just deleted is not it either.
 * `onNotFound`: what is listed, and not found by its id.
 */
export function searchOf(
  resource: Resource,
  onNotFound = (_id: string): void => {},
): (view: View) => object | undefined {
  const { claims, client } = resource.connection;
  const pinned = pinnedId(resource.inputs);
  return (view) => {
    const listed = pinned === undefined ? resource.find(view) : undefined;
    const id = pinned ?? (listed && resource.idOf(listed));
    const live = id === undefined ? undefined : resource.read(view, id, true);
    // A host name cannot be doubled: it is its address.
    const mayBeThere = live === undefined && listed !== undefined && resource.kind.name !== "domain";
    if (mayBeThere && !claims.removed.has(claimOf(resource, resource.idOf(listed)))) onNotFound(resource.idOf(listed));
    if (live === undefined || (pinned === undefined && !resource.hasKey(live))) return undefined;
    const removedAt = claims.removed.get(claimOf(resource, resource.idOf(live)));
    // What reads show after the settle window is there: a create without an answer may have arrived.
    return removedAt !== undefined && client.now() - removedAt < SETTLE_WINDOW ? undefined : live;
  };
}

/**
 * Searches now, and explains if it finds several objects. If the list shows one that is not found by its id, one of the two is late: it looks
 * again within the settle window.
 */
export async function findNow(resource: Resource): Promise<object | undefined> {
  const { connection, kind } = resource;
  let missing: string | undefined;
  try {
    for (const delay of READ_DELAYS) {
      if (delay > 0 && !(await paused(connection.client, delay, `for ${missing} to be found`))) break;
      connection.forgetOlder(delay === 0 ? FRESH : 0);
      missing = undefined;
      const found = await connection.look(searchOf(resource, (id) => (missing = id)));
      if (found !== undefined || missing === undefined) return found;
    }
    const what = `${describe(resource)} is ${missing} in the list, and the service does not find it by its id.`;
    throw new Error(`${what} Nothing was sent. Run this again.`);
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const pin = kind.name === "domain" ? "" : ", or adopt one with `adoptId`";
    throw new Error(
      `${describe(resource)} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that you do not want${pin}.`,
      { cause: error },
    );
  }
}

/** Why a create may not adopt the live object with its key. `undefined` if it may. */
export function refusalOf(resource: Resource, found: object): Error | undefined {
  const id = resource.idOf(found);
  if (resource.connection.claims.isTaken(claimOf(resource, id))) return ownedError(resource, id);
  if (!adopts(resource)) return existsError(resource, id);
  const pinned = pinnedId(resource.inputs);
  const fixed = resource.compare(found, true).filter(({ replace }) => replace);
  const names = fixed.map(({ path }) => path).join(", ");
  if (pinned === undefined || names === "") return undefined;
  return new Error(`${pinned} cannot be adopted: its ${names} differs from what is declared, and cannot be changed.`);
}

/** Warns in the check of a new resource that its object exists: what adopting it changes, or that the create will fail. */
export async function warnOfExisting(kind: ResourceKind, preview: Account, given: Fields): Promise<void> {
  const inputs = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsUnknown(value)));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  // Whether it adopts is not known yet, or in which project.
  if (["if_exists", "adopt_id", "project_id"].some((name) => unknown.includes(name))) return;
  if (preview.newProjects.has(String(inputs["project_id"]))) return;
  if (!kind.declared.safeParse(declaredFields(kind, inputs)).success) return;
  const resource = await bind(kind, preview, inputs, {});
  try {
    const live = await preview.look(searchOf(resource));
    if (live === undefined) return;
    const { claims } = preview;
    if (claims.isTaken(claimOf(resource, resource.idOf(live))) || claims.declaredBefore.has(keyOf(resource))) return;
    // The error of the create says what to do. With `--replace`, only the engine knows whether it deletes the object first.
    const without =
      `${describe(resource)} exists: ${resource.idOf(live)}. Without \`ifExists: "adopt"\` its create fails, unless the update ` +
      "deletes it first.";
    warn(adopts(resource) ? (refusalOf(resource, live)?.message ?? adoptionNote(resource, live, unknown)) : without);
  } catch (error) {
    const isUnclear = error instanceof AmbiguousError || error instanceof OtherFormError;
    if (!isServiceError(error) && !isUnclear) throw error;
    warn(`Whether ${describe(resource)} exists cannot be seen: ${messageOf(error)}`);
  }
}

/** What adopting an object changes, by the names of its fields. `unknown`: names of inputs whose values are not known yet. */
export function adoptionNote(resource: Resource, live: object, unknown: readonly string[] = []): string {
  const fields = resource.compare(live, true).map(({ path }) => path);
  const what = `${fields.join(", ") || "nothing"} ${fields.length > 1 ? "are" : "is"} changed`;
  const pending = unknown.filter((name) => Object.hasOwn(resource.kind.declared.shape, name));
  const perhaps = pending.length === 0 ? "" : ` as far as is known (not known yet: ${pending.join(", ")})`;
  return (
    `${describe(resource)} exists: ${resource.idOf(live)}. It is adopted, and ${what}${perhaps}. If another stack has it, both ` +
    "will change it."
  );
}

/** Why a create fails, and the one thing to do first. The rest is in docs/pulumi.md, "If an object exists". */
export function existsError(resource: Resource, id: string): Error {
  return new Error(
    `${describe(resource)} already exists: ${id}. Declare \`ifExists: "adopt"\`, or name the resource that had it in \`aliases\`.`,
  );
}

export function ownedError(resource: Resource, id: string): Error {
  return new Error(`${describe(resource)} belongs to another resource of this program: ${id}. Declare it once.`);
}
