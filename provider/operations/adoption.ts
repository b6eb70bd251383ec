import { isServiceError, messageOf } from "../../core/api/errors.ts";
import { FRESH } from "../../core/api/retry.ts";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";
import { poll } from "../../core/reconcile/poll.ts";
import type { View } from "../../core/reconcile/snapshot-view.ts";
import { AmbiguousError, OtherFormError } from "../../core/resources/failures.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import { isTaken } from "../claims.ts";
import {
  adopts,
  bind,
  declaredFields,
  holdsUnknown,
  type ResourceKind,
  pinnedId,
  type Resource,
} from "../kinds/resource-kind.ts";
import { claimOf, idOf, keyOf, describe, type NamedInputs } from "../kinds/names.ts";
import { warn } from "../warnings.ts";
import { findIn, readIn } from "./read-live.ts";

/*
 * An object that exists before its resource does: how it is found, whether it is adopted, and what a user is told of it. Whether another
 * stack has it cannot be seen.
 */

/** `listedOnly`: the id of an object that a list shows, and that is not found by it. */
export type Found = { readonly live: object } | { readonly listedOnly: string } | { readonly none: true };

/**
 * Searches for the live object that the inputs of a create mean: the pinned one, or the one with the natural key. It is read by its id: a list
 * may lag, so what is gone or has another key by now is not it. Reads may be late, too, so what this update has just deleted is not it either.
 */
export function search(view: View, resource: Resource): Found {
  const pinned = pinnedId(resource.inputs);
  const listed = pinned === undefined ? findIn(view, resource) : undefined;
  const id = pinned ?? (listed && idOf(resource, listed));
  if (id === undefined) return { none: true };
  const live = readIn(view, resource, id, true);
  const { removedAt } = claimOf(resource, id);
  if (live === undefined) {
    // A host name cannot be doubled: it is its address.
    const mayBeThere = listed !== undefined && removedAt === undefined && resource.kind.name !== "domain";
    return mayBeThere ? { listedOnly: id } : { none: true };
  }
  if (pinned === undefined && !resource.hasKey(live)) return { none: true };
  // An object that reads show after the settle window is there: a create without an answer may have arrived.
  const isStillShown = removedAt !== undefined && resource.connection.client.now() - removedAt < SETTLE_WINDOW;
  return isStillShown ? { none: true } : { live };
}

export function liveOf(found: Found): object | undefined {
  return "live" in found ? found.live : undefined;
}

/**
 * Searches now, and explains if it finds several objects. If the list shows one that is not found by its id, one of the two is late: it reads
 * again within the settle window.
 */
export async function findNow(resource: Resource): Promise<object | undefined> {
  const { client, forgetOlder, look } = resource.connection;
  const name = describe(resource);
  try {
    const searchNow = (before?: Found): Promise<Found> => {
      forgetOlder(before === undefined ? FRESH : 0);
      return look((view) => search(view, resource));
    };
    const reason = (): string => `for ${name} to be found`;
    const { last: found } = await poll(client, { reason }, searchNow, (last) => !("listedOnly" in last));
    if (!("listedOnly" in found)) return liveOf(found);
    const what = `${name} is ${found.listedOnly} in the list, and the service does not find it by its id.`;
    throw new Error(`${what} Nothing was sent. Run this again.`);
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const pin = resource.kind.name === "domain" ? "" : ", or adopt one with `adoptId`";
    throw new Error(
      `${name} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that you do not want${pin}.`,
      { cause: error },
    );
  }
}

/** The reason why a create may not adopt the live object with its key. `undefined` if it may. */
export function refusalOf(resource: Resource, found: object): Error | undefined {
  const id = idOf(resource, found);
  if (isTaken(claimOf(resource, id))) return ownedError(resource, id);
  if (!adopts(resource.inputs, resource.connection)) return existsError(resource, id);
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
  // Its choice, or its project, is not known yet.
  if (["if_exists", "adopt_id", "project_id"].some((name) => unknown.includes(name))) return;
  if (preview.newProjects.has(String(inputs["project_id"]))) return;
  if (!kind.declared.safeParse(declaredFields(kind, inputs)).success) return;
  const resource = await bind(kind, preview, inputs, {});
  try {
    const live = liveOf(await preview.look((view) => search(view, resource)));
    if (live === undefined) return;
    const id = idOf(resource, live);
    if (isTaken(claimOf(resource, id)) || preview.claims.timesDeclared(keyOf(resource)) > 0) return;
    // The error of the create says what to do. With `--replace`, only the engine knows whether it deletes the object first.
    const without = `${describe(resource)} exists: ${id}. Without \`ifExists: "adopt"\` its create fails, unless the update deletes it first.`;
    warn(
      adopts(inputs, preview) ? (refusalOf(resource, live)?.message ?? adoptionNote(resource, live, unknown)) : without,
      preview,
    );
  } catch (error) {
    const isUnclear = error instanceof AmbiguousError || error instanceof OtherFormError;
    if (!isServiceError(error) && !isUnclear) throw error;
    warn(`Whether ${describe(resource)} exists cannot be seen: ${messageOf(error)}`, preview);
  }
}

/** Says what adopting an object changes, by the names of its fields. `unknown`: names of inputs whose values are not known yet. */
export function adoptionNote(resource: Resource, live: object, unknown: readonly string[] = []): string {
  const fields = resource.compare(live, true).map(({ path }) => path);
  const what = `${fields.join(", ") || "nothing"} ${fields.length > 1 ? "are" : "is"} changed`;
  const pending = unknown.filter((name) => Object.hasOwn(resource.kind.declared.shape, name));
  const perhaps = pending.length === 0 ? "" : ` as far as is known (not known yet: ${pending.join(", ")})`;
  return (
    `${describe(resource)} exists: ${idOf(resource, live)}. It is adopted, and ${what}${perhaps}. If another stack has it, both ` +
    "will change it."
  );
}

/** Why a create fails, and the one thing to do first. The rest is in docs/pulumi.md, "If an object exists". */
export function existsError(resource: Resource, id: string): Error {
  return new Error(
    `${describe(resource)} already exists: ${id}. Declare \`ifExists: "adopt"\`, or name the resource that had it in \`aliases\`.`,
  );
}

export function ownedError(named: NamedInputs, id: string): Error {
  return new Error(`${describe(named)} belongs to another resource of this program: ${id}. Declare it once.`);
}
