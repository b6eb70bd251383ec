import type { View } from "../../reconcile/view.ts";
import { AmbiguousError } from "../../resources/failures.ts";
import { SETTLE_WINDOW } from "../../resources/settle-window.ts";
import { adopts, claimOf, pinnedId, type Binding, type Declaration } from "../shapes/shape.ts";

/*
 * An object that exists before its resource does: how it is found, whether it is adopted, and what a user is told of it, in the preview and
 * in the update. Whether another stack has it cannot be seen.
 */

/**
 * How a create finds the live object that its inputs mean: the pinned one, or the one with the natural key. It is read by its id: a list may
 * lag, so what is gone or has another key by now is not it. Reads may be late, too, so what this update has just deleted is not it either.
 */
export function searchOf(binding: Binding, declaration: Declaration): (view: View) => object | undefined {
  const { claims, client } = binding.connection;
  const pinned = pinnedId(binding.inputs);
  const withKey = (view: View): object | undefined => {
    const listed = declaration.find(view);
    const live = listed && binding.foreign(view, binding.idOf(listed));
    return live !== undefined && declaration.hasKey(live) ? live : undefined;
  };
  return (view) => {
    const live = pinned === undefined ? withKey(view) : binding.foreign(view, pinned);
    const removedAt = live && claims.removed.get(claimOf(binding, binding.idOf(live)));
    // What reads show after the settle window is there: a create without an answer may have arrived.
    return removedAt !== undefined && client.now() - removedAt < SETTLE_WINDOW ? undefined : live;
  };
}

/** Throws if a create may not adopt the live object with its key. */
export function refuseAdoption(binding: Binding, declaration: Declaration, found: object): void {
  const { made, kept } = binding.connection.claims;
  const id = binding.idOf(found);
  const claim = claimOf(binding, id);
  if (made.has(claim) || (kept.get(claim)?.size ?? 0) > 0) throw ownedError(binding, id);
  if (!adopts(binding)) throw existsError(binding, id);
  const pinned = pinnedId(binding.inputs);
  const fixed = declaration.compare(found).filter(({ replace }) => replace);
  if (pinned === undefined || fixed.length === 0) return;
  const names = fixed.map(({ path }) => path).join(", ");
  throw new Error(`${pinned} cannot be adopted: its ${names} differs from what is declared, and cannot be changed.`);
}

/** What adopting an object changes, by the names of its fields. `unknown`: names of inputs whose values are not known yet. */
export function adoptionNote(
  binding: Binding,
  declaration: Declaration,
  live: object,
  unknown: readonly string[] = [],
): string {
  const { inputs, shape } = binding;
  const fields = declaration.compare(live).map(({ path }) => path);
  const what =
    fields.length === 0 ? "nothing is changed" : `${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} changed`;
  const pending = unknown.filter((name) => Object.hasOwn(shape.declared.shape, name));
  const perhaps = pending.length === 0 ? "" : ` as far as is known (not known yet: ${pending.join(", ")})`;
  return (
    `${shape.subject(inputs)} exists: ${binding.idOf(live)}. It is adopted, and ${what}${perhaps}. If another stack has it, both ` +
    "will change it."
  );
}

export function existsError({ inputs, shape }: Binding, id: string): Error {
  const pin = shape.name === "project" ? ` or \`adoptId: "${id}"\`` : "";
  return new Error(
    `${shape.subject(inputs)} already exists: ${id}. If another resource of this stack has it, and was renamed, give this one ` +
      `the old name in \`aliases\`. To take what no resource has, what another one gives up, or what this one had before, declare ` +
      `\`ifExists: "adopt"\`${pin}, or for one update set PROJECTSYNC_IF_EXISTS=adopt. If another stack has it, both would change it. ` +
      "To replace the object with `--replace`, declare `deleteBeforeReplace: true`.",
  );
}

export function ownedError({ inputs, shape }: Binding, id: string): Error {
  return new Error(`${shape.subject(inputs)} belongs to another resource of this program: ${id}. Declare it once.`);
}

/** Runs a search, and explains that it finds several objects. */
export async function explainSeveral<Found>({ inputs, shape }: Binding, search: () => Promise<Found>): Promise<Found> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const pin = shape.name === "domain" ? "" : ", or adopt one with `adoptId`";
    throw new Error(
      `${shape.subject(inputs)} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that you do not want${pin}.`,
      { cause: error },
    );
  }
}
