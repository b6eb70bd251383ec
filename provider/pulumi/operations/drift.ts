import type { z } from "zod";
import { sameJson, sameMeaning } from "../../resources/canonical.ts";
import { isObject, own, type Fields } from "../../resources/json.ts";
import type { Change } from "../../resources/kind.ts";
import { asType } from "../../resources/schema-walk.ts";

/*
 * The inputs of a resource, with what the service has instead.
 */

/** Without odd values that an earlier refresh found: they cannot be declared, so they differ until an update. */
export function comparable(shape: { readonly inputs: z.ZodObject }, recorded: Fields): Fields {
  const { error } = shape.inputs.safeParse(recorded);
  const odd = new Set(error?.issues.map(({ path: [field] }) => field));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !odd.has(name)));
}

/** The declared inputs, with the live value where it differs. */
export function withDrift(shape: { readonly inputs: z.ZodObject }, inputs: Fields, changes: readonly Change[]): Fields {
  const drifted: Record<string, unknown> = { ...inputs };
  for (const { path, from } of changes) {
    const [name = "", ...rest] = path.split(".");
    const owner = drifted[name];
    const isField = Object.hasOwn(shape.inputs.shape, name) && Object.hasOwn(inputs, name);
    if (isField && rest.length === 0) drifted[name] = from;
    else if (isField && isObject(owner)) drifted[name] = { ...owner, [rest.join(".")]: from };
    else drifted["extra"] = { ...(isObject(drifted["extra"]) ? drifted["extra"] : {}), [path]: from };
  }
  return drifted;
}

/**
 * The inputs to write: a declared value that the program did not change stays as it is live, also if somebody changed it
 * there. The preview does not show it, and with `ignoreChanges` it is not to be written at all. A refresh finds it.
 * `written`: the inputs that this resource wrote last. `drift`: how the live object differs from the inputs.
 */
export function plannedInputs(
  shape: { readonly inputs: z.ZodObject },
  inputs: Fields,
  written: Fields,
  drift: readonly Change[],
): Fields {
  const unplanned = drift.filter(({ path }) => isUnchanged(shape, path, inputs, written));
  return unplanned.length === 0 ? inputs : comparable(shape, withDrift(shape, inputs, unplanned));
}

function isUnchanged(shape: { readonly inputs: z.ZodObject }, path: string, inputs: Fields, written: Fields): boolean {
  const [name = "", ...rest] = path.split(".");
  const isField = Object.hasOwn(shape.inputs.shape, name);
  const [now, before] = isField ? [inputs, written] : [inputs["extra"], written["extra"]];
  if (!isObject(now) || !isObject(before)) return false;
  const [value, old] = [own(now, name), own(before, name)];
  if (isField && rest.length > 0 && isObject(value) && isObject(old)) {
    const key = rest.join(".");
    return Object.hasOwn(old, key) && sameJson(own(value, key), own(old, key));
  }
  return Object.hasOwn(before, name) && sameMeaning(asType(shape.inputs.shape[name]), old, value);
}
