import { z } from "zod";
import { canonical, defaultOf, sameJson } from "../../core/resources/canonical.ts";
import { isObject, own, type Fields } from "../../core/resources/json.ts";
import type { Change } from "../../core/resources/kind.ts";
import { asType, unwrap } from "../../core/resources/schema-walk.ts";
import type { ResourceKind } from "../kinds/resource-kind.ts";

type Inputs = Pick<ResourceKind, "inputs">;

/** Recorded inputs without odd values that a read has found: they cannot be declared, so they differ until an update. */
export function comparable(kind: Inputs, recorded: Fields): Fields {
  const { error } = kind.inputs.safeParse(recorded);
  const odd = new Set(error?.issues.map(({ path: [field] }) => field));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !odd.has(name)));
}

/** The declared inputs, with the live value where it differs. */
export function withDrift(inputs: Fields, changes: readonly Change[]): Fields {
  const drifted: Record<string, unknown> = { ...inputs };
  for (const { path, from } of changes) {
    const [name, key] = placeOf(drifted, path);
    const owner = drifted[name];
    drifted[name] = key === undefined ? from : { ...(isObject(owner) ? owner : {}), [key]: from };
  }
  return drifted;
}

/**
 * True if a program declares the same as before: both declarations have one canonical form, so no live value tells them apart. `null` and `""`
 * do not mean the same where there is no documented default: the one keeps the live value, and the other clears it. With a default, both ask
 * for that. Settings and `extra` have no form of their own, and are equal as JSON.
 */
export function sameDeclaration(field: z.ZodType, before: unknown, now: unknown): boolean {
  if (unwrap(field) instanceof z.ZodRecord) return sameJson(before, now);
  const asksAlike = defaultOf(field) !== undefined || (before === null) === (now === null);
  return asksAlike && sameJson(canonical(field, before), canonical(field, now));
}

/**
 * The inputs to write (`now`), and those that this resource wrote last (`before`). In both, a declared value that the program did not change
 * is as it is live, also if somebody changed it there: the preview does not show it, and with `ignoreChanges` it is not to be written at all.
 * A refresh finds it. `drift`: how the live object differs from the inputs.
 */
export function withoutDrift(
  kind: Inputs,
  { now, before }: { readonly now: Fields; readonly before: Fields },
  drift: readonly Change[],
): { now: Fields; before: Fields } {
  const unplanned = drift.filter(({ path }) => {
    const [name, key] = placeOf(now, path);
    const [declared, written] = [now[name], before[name]];
    if (key === undefined) {
      return Object.hasOwn(before, name) && sameDeclaration(asType(kind.inputs.shape[name]), written, declared);
    }
    if (!isObject(declared) || !isObject(written)) return false;
    return Object.hasOwn(written, key) && sameJson(own(declared, key), written[key]);
  });
  if (unplanned.length === 0) return { now, before };
  const asLive = (inputs: Fields): Fields => comparable(kind, withDrift(inputs, unplanned));
  return { now: asLive(now), before: asLive(before) };
}

/** Where the inputs declare a changed field: under a name, and for a map under a key of it. No name in `extra` is also one of a field (`check`). */
function placeOf({ extra }: Fields, path: string): [name: string, key?: string] {
  if (isObject(extra) && Object.hasOwn(extra, path)) return ["extra", path];
  const [name = "", ...rest] = path.split(".");
  return rest.length === 0 ? [name] : [name, rest.join(".")];
}
