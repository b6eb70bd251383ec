import { type Fields, isObject } from "../../resources/json.ts";
import { asType } from "../../resources/schema-walk.ts";
import { camelCase } from "../naming.ts";
import type { Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";

/** Fields that are managed key by key. */
const KEY_BY_KEY: ReadonlySet<string> = new Set(["autocapture", "settings", "extra"]);

/**
 * Warns of fields that are no longer declared. They keep their live values, but the engine compares inputs, and shows them as
 * removed (observed).
 */
export function warnOfRemovals<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  before: Fields,
  now: Fields,
): void {
  // A create has none before.
  if (!shape.inputs.safeParse(before).success) return;
  for (const name of shape.declaredNames) {
    const old = before[name];
    if (old === undefined || old === null) continue;
    const schema = asType(shape.inputs.shape[name]);
    const field = camelCase(name);
    if (!Object.hasOwn(now, name)) {
      const takesNull = !KEY_BY_KEY.has(name) && schema.safeParse(null).success;
      tell(shape.subject(before), field, takesNull ? " To ask for the default, declare null." : "");
      continue;
    }
    const declared = now[name];
    if (!KEY_BY_KEY.has(name) || !isObject(old) || !isObject(declared)) continue;
    for (const key of Object.keys(old).filter((each) => !Object.hasOwn(declared, each))) {
      tell(shape.subject(before), `${field}.${name === "autocapture" ? camelCase(key) : key}`, "");
    }
  }
}

function tell(subject: string, field: string, advice: string): void {
  warn(`${subject}: ${field} is no longer managed, and keeps its live value: it is not removed.${advice}`);
}
