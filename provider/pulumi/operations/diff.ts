import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import { sameMeaning } from "../../resources/canonical.ts";
import { inputsOf, pinnedId, type Shape } from "../shapes/shape.ts";
import { asType } from "../../resources/schema-walk.ts";
import type { Connection } from "../connection.ts";
import { camelCase } from "../naming.ts";
import { refuseOtherOrigin } from "./state.ts";
import type { Fields } from "../../resources/json.ts";

/**
 * Compares the state with the inputs. Never reads the service: finding what changed there is a refresh. Throws if the
 * resource was created on another service. If they differ,
 * `changes` stays undefined: then the engine itself computes which inputs differ, which `replaceOnChanges` and
 * `ignoreChanges` need (observed).
 */
export function diff(
  shape: Shape,
  { client, claims: { kept }, organizations }: Connection,
  id: string,
  state: Fields,
  news: Fields,
): dynamic.DiffResult {
  // Before anything is written: another resource may be created below an id that means something else there.
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const { organizationId } = state;
  if (shape.name === "project" && typeof organizationId === "string") organizations.set(id, organizationId);
  const changed = changedInputs(shape, inputsOf(shape, state), inputsOf(shape, news));
  const pinned = pinnedId(inputsOf(shape, news));
  const { id: serviceId } = shape.parseId(id);
  const replaces = changed.filter(
    (name) => shape.fixedNames.includes(name) || (name === "adopt_id" && pinned !== undefined && pinned !== serviceId),
  );
  if (replaces.length > 0) {
    // The new one comes first: if it is refused, nothing is lost. But a host name can be attached only once.
    const isMove = shape.name === "domain" && !replaces.includes("name");
    return { replaces: replaces.map(camelCase), deleteBeforeReplace: isMove };
  }
  kept.set(subject, (kept.get(subject) ?? new Set()).add(state["ownedSince"]));
  // With `replaceOnChanges`, old and new have one key.
  return changed.length === 0 ? { changes: false } : { deleteBeforeReplace: true };
}

function changedInputs(shape: { readonly inputs: z.ZodObject }, old: Fields, now: Fields): string[] {
  return Object.keys(shape.inputs.shape).filter((name) => {
    const declared = Object.hasOwn(now, name);
    // Newly declared, or no longer declared: the outputs must record that.
    if (declared !== Object.hasOwn(old, name)) return true;
    if (!declared) return false;
    // An unknown value equals no value of the state, so it counts as a change.
    return !sameMeaning(asType(shape.inputs.shape[name]), old[name], now[name]);
  });
}
