import { type Fields, isObject, own } from "../../resources/json.ts";
import { textsIn } from "../../resources/sensitive-values.ts";

/** The texts among a resource's properties that its program marked as secrets: no message may show them. */
export function markedTexts({ secretInputs, ...properties }: Fields): string[] {
  if (!Array.isArray(secretInputs)) return [];
  return secretInputs.flatMap((path: unknown) => {
    if (typeof path !== "string") return [];
    const [name = "", ...rest] = path.split(".");
    const value = own(properties, name);
    return textsIn(rest.length > 0 && isObject(value) ? own(value, rest.join(".")) : value);
  });
}
