import { type Fields, isObject, itemsOf, mapTexts, own } from "../core/resources/json.ts";
import { textsIn } from "../core/resources/sensitive-values.ts";
import { createRedaction, type Redact, type Redaction } from "../core/text/redaction.ts";

/** Outputs that name the object and what it is in: a secret that is a part of a name is shown, as everywhere. */
const NAMES: ReadonlySet<string> = new Set([
  "organizationId",
  "organization_id",
  "organization",
  "projectId",
  "project_id",
  "slug",
  "name",
  "component",
  "componentId",
]);

/**
 * The outputs of an operation, as the state may hold them. A service may show a token, or a secret of the same resource, in a field where it
 * is not declared: there Pulumi marks nothing as a secret, and would show it in its log and write it into the state. A value that the program
 * marks as a secret stays one.
 */
export function hideOutputs(outputs: Fields, declared: Fields, { redact, redactTokens }: Redaction): Fields {
  const marked = new Set(itemsOf(declared["__secretInputs"]));
  const entries = Object.entries(outputs).map(([name, value]): [string, unknown] => {
    // Pulumi's own, and the service of the configuration, which the next operation compares it with.
    if (name.startsWith("__") || name === "origin") return [name, value];
    const declaredValue = own(declared, name);
    if (name !== "settings" || !isObject(value))
      return [name, hideIn(value, declaredValue, NAMES.has(name) || marked.has(name) ? redactTokens : redact)];
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

/** A live object that is only looked up. A service may repeat a value that is left out in a field that is not. `names`: shown as they are. */
export function withoutCopies(found: Fields, leftOut: readonly string[], names: readonly string[]): Fields {
  const { add, addNames, redact } = createRedaction([]);
  add(leftOut);
  addNames(names);
  const shown = Object.entries(found).map(([name, value]) => [name, NAMES.has(name) ? value : mapTexts(value, redact)]);
  return Object.fromEntries(shown);
}
