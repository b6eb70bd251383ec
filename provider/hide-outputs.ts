import { type Fields, isObject, mapTexts, own } from "../core/resources/json.ts";
import { textsIn } from "../core/resources/sensitive-values.ts";
import { createRedaction } from "../core/text/redaction.ts";

/**
 * The outputs of an operation, as the state may hold them. A service may show a token, or a secret of the same resource, in a field where it
 * is not declared: there Pulumi marks nothing as a secret, and would show it in its log and write it into the state.
 */
export function hideOutputs(outputs: Fields, declared: Fields, redact: (text: string) => string): Fields {
  const entries = Object.entries(outputs).map(([name, value]): [string, unknown] => {
    // Pulumi's own.
    if (name.startsWith("__")) return [name, value];
    const declaredValue = own(declared, name);
    const isOfKeys = name === "settings" && isObject(value);
    const keys = isObject(declaredValue) ? declaredValue : {};
    return [name, isOfKeys ? hideOutputs(value, keys, redact) : hideIn(value, declaredValue, redact)];
  });
  return Object.fromEntries(entries);
}

/** A service may sort a list again: what is declared anywhere in the field stays. */
function hideIn(value: unknown, declared: unknown, redact: (text: string) => string): unknown {
  const own = new Set(textsIn(declared));
  return mapTexts(value, (text) => (own.has(text) ? text : redact(text)));
}

/** A live object that is only looked up. A service may repeat a value that is left out in a field that is not. `names`: shown as they are. */
export function withoutCopies<Found>(found: Found, leftOut: readonly string[], names: readonly string[]): Found {
  const { add, addNames, redact } = createRedaction([]);
  add(leftOut);
  addNames(names);
  return mapTexts(found, redact);
}
