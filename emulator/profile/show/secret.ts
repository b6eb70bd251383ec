import { isJsonObject, type JsonObject } from "../../json-object.ts";
import type { Core } from "../../store/core.ts";
import type { Mask } from "../habits.ts";

/** A component of a project with its secrets hidden, if the service hides them: those of any version. */
export function showSecrets(record: JsonObject, core: Core): JsonObject {
  const { secrets } = core.habits();
  const { component_id: id, settings } = record;
  if (secrets === undefined || !isJsonObject(settings)) return record;
  const versions = Object.values(core.catalogue.byId(String(id))?.versions ?? {});
  const fields = versions.flatMap(({ dynamic_fields: found = [] }) => found);
  const hidden = new Set(fields.filter(({ secret }) => secret === true).map(({ name }) => name));
  const shown = Object.entries(settings).map(([name, value]): [string, unknown] => [
    name,
    hidden.has(name) && value !== null ? showSecret(value, secrets.as) : value,
  ]);
  return { ...record, settings: Object.fromEntries(shown.filter(([, value]) => value !== undefined)) };
}

/** A secret as the service shows it. `undefined`: it is left out. A short secret never shows more than half of it. */
function showSecret(value: unknown, as: Mask): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const half = Math.floor(text.length / 2);
  switch (as) {
    case "omitted":
      return undefined;
    case "empty":
      return "";
    case "null":
      return null;
    case "stars":
      return "********";
    case "prefix-stars":
      return `${text.slice(0, Math.min(6, half))}******`;
    case "redacted":
      return "[redacted]";
    case "suffix":
      return text.slice(text.length - Math.min(4, half));
  }
}
