import type { dynamic } from "@pulumi/pulumi";
import { z } from "zod";
import { sameMeaning } from "../../resources/canonical.ts";
import { inputsOf, type Shape } from "../kinds/shape.ts";
import { camelCase, type Fields } from "../naming.ts";

/**
 * Compares the state with the inputs, and never looks at the service: finding what changed there is a refresh's part.
 * Where they differ, `changes` stays open, for then the engine itself computes which inputs do, which
 * `replaceOnChanges` and `ignoreChanges` need.
 */
export function diff<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  id: string,
  state: Fields,
  news: Fields,
): dynamic.DiffResult {
  const changed = changedInputs(shape, inputsOf(shape, state), inputsOf(shape, news));
  if (changed.length === 0) return { changes: false };
  const pinned = shape.pinned(inputsOf(shape, news));
  const replaces = changed.filter(
    (name) => shape.fixed.includes(name) || (name === "adopt_id" && pinned !== undefined && pinned !== id),
  );
  // Both at once would be the same object: a replacement could adopt the old one and then delete it.
  return replaces.length === 0
    ? {}
    : { replaces: replaces.map(camelCase), deleteBeforeReplace: shape.kind.name !== "project" };
}

function changedInputs(shape: { readonly inputs: z.ZodObject }, old: Fields, now: Fields): string[] {
  return Object.keys(shape.inputs.shape).filter((name) => {
    const declared = Object.hasOwn(now, name);
    // Declared for the first time, or no longer: the outputs have to remember that.
    if (declared !== Object.hasOwn(old, name)) return true;
    if (!declared) return false;
    const field = shape.inputs.shape[name];
    // A value that is not known yet is like no value of a state, so it counts as a change.
    return !sameMeaning(field instanceof z.ZodType ? field : z.unknown(), old[name], now[name]);
  });
}
