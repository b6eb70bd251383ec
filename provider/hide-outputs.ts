import { type Fields, isObject, mapTexts, own } from "../core/resources/json.ts";
import { textsIn } from "../core/resources/sensitive-values.ts";
import type { Redact, Redaction } from "../core/text/redaction.ts";

/** Outputs that name the object and what it is in: a secret that is a part of a name is shown, as everywhere. */
const NAMES: ReadonlySet<string> = new Set([
  ...["organizationId", "organization", "projectId"],
  ...["slug", "name", "component", "componentId"],
]);

/**
 * The outputs of an operation, as the state may hold them. A service may show a token, or a secret of the same resource, in a field where it
 * is not declared: there Pulumi marks nothing as a secret, and would show it in its log and write it into the state.
 */
export function hideOutputs(outputs: Fields, declared: Fields, { redact, redactTokens }: Redaction): Fields {
  const entries = Object.entries(outputs).map(([name, value]): [string, unknown] => {
    // Pulumi's own, and the service of the configuration, which the next operation compares it with.
    if (name.startsWith("__") || name === "origin") return [name, value];
    const declaredValue = own(declared, name);
    if (name !== "settings" || !isObject(value))
      return [name, hideIn(value, declaredValue, NAMES.has(name) ? redactTokens : redact)];
    const settings = isObject(declaredValue) ? declaredValue : {};
    const shown = Object.entries(value).map(([key, each]) => [key, hideIn(each, own(settings, key), redact)]);
    return [name, Object.fromEntries(shown)];
  });
  return Object.fromEntries(entries);
}

/** A service may sort a list again: what is declared anywhere in the field stays. */
function hideIn(value: unknown, declared: unknown, redact: Redact): unknown {
  const own = new Set(textsIn(declared));
  return mapTexts(value, (text) => (own.has(text) ? text : redact(text)));
}
