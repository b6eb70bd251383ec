import type { z } from "zod";
import { sameJson } from "../../resources/canonical.ts";
import { isObject, itemsOf, own, type Fields } from "../../resources/json.ts";
import type { Binding } from "../shapes/shape.ts";
import { declaredProperties } from "./state.ts";

/**
 * Paths of the secrets that the service hides, and that the program declares with another value than `written`, the inputs of the
 * last complete write. After a write that may not have arrived, either value may be live. So the state must have neither: then
 * whatever the program declares is newly declared, and the next update sends it.
 */
export function unprovenSecrets<Declared, Live>(
  { compare, drift }: Pick<Binding<Declared, Live>, "compare" | "drift">,
  declared: Declared,
  live: Live,
  inputs: Fields,
  written: Fields,
): string[] {
  const shown = new Set(drift(declared, live).map(({ path }) => path));
  const hidden = compare(declared, live).filter(({ path }) => !shown.has(path));
  return hidden.map(({ path }) => path).filter((path) => !sameJson(valueAt(inputs, path), valueAt(written, path)));
}

/**
 * The state after an update whose outcome is unknown: as it was, without the secrets at `unproven`. Pulumi finds the secrets in it
 * by the new inputs. So it has nothing that these do not declare, and nothing that they no longer mark: that would be in clear.
 */
export function stateWithout(
  shape: { readonly inputs: z.ZodObject },
  state: Fields,
  news: Fields,
  unproven: readonly string[],
): Fields {
  const { __provider: _, ...before } = state;
  const declared = new Set(pathsIn(news));
  const removed = pathsIn(declaredProperties(shape, before)).filter((path) => !declared.has(path));
  const marked = itemsOf(news["secretInputs"]);
  const unmarked = itemsOf(before["secretInputs"]).filter((path) => !marked.includes(path));
  return without(before, [...unproven, ...removed, ...unmarked.map(String)]);
}

/** The fields without those at the paths, such as `active` and `settings.token`. */
export function without(fields: Fields, paths: readonly string[]): Fields {
  const gone = new Set(paths);
  const entries = Object.entries(fields).filter(([name]) => !gone.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!isObject(value)) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).filter(([key]) => !gone.has(`${name}.${key}`)))];
    }),
  );
}

function pathsIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => [
    name,
    ...(isObject(value) ? Object.keys(value).map((key) => `${name}.${key}`) : []),
  ]);
}

function valueAt(fields: Fields, path: string): unknown {
  const [name = "", ...rest] = path.split(".");
  const value = own(fields, name);
  return isObject(value) ? own(value, rest.join(".")) : undefined;
}
