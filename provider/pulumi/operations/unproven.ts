import { isObject, own, type Fields } from "../../resources/json.ts";
import type { Binding } from "../shapes/shape.ts";

/**
 * The inputs for the state after a write that left the object other than declared: what the service hides may not have
 * arrived either. Such a value stays as `written` has it, the inputs of the last complete write, so that the next update
 * sends it again.
 */
export function withoutUnproven<Address, Declared, Live>(
  { kind, drift }: Pick<Binding<Address, Declared, Live>, "kind" | "drift">,
  declared: Declared,
  live: Live,
  inputs: Fields,
  written: Fields,
): Fields {
  const shown = new Set(drift(declared, live).map(({ path }) => path));
  let proven = inputs;
  for (const { path } of kind.compare(declared, live)) {
    const [field = "", ...rest] = path.split(".");
    const values = proven[field];
    if (shown.has(path) || rest.length === 0 || !isObject(values)) continue;
    const name = rest.join(".");
    const before = written[field];
    const old = isObject(before) ? own(before, name) : undefined;
    const { [name]: _, ...others } = values;
    proven = { ...proven, [field]: old === undefined ? others : { ...others, [name]: old } };
  }
  return proven;
}
