import { z } from "zod";
import { canonical } from "../../provider/resources/canonical.ts";
import { isObject } from "../../provider/resources/json.ts";
import { child, unwrap } from "../../provider/resources/schema-walk.ts";

/** The value without the defaults of the service inside it. Fields that the schema does not name stay, unless they are `null`. */
export function withoutDefaults(schema: z.ZodType | undefined, value: unknown): unknown {
  const inner = schema === undefined ? undefined : unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => withoutDefaults(child(inner, index), item));
  }
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, content]) => {
    const field = child(inner, name);
    const isDefault = canonical(field ?? z.unknown(), content) === null;
    return isDefault ? [] : [[name, withoutDefaults(field, content)] as const];
  });
  return Object.fromEntries(kept);
}
