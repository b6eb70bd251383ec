import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";
import type { Catalogue } from "../store/catalogue.ts";
import type { ServiceBehaviour } from "./schedule.ts";

/** The record with its secret settings omitted or masked. The catalogue says which settings of its version are secret. */
export function hideSecrets(
  record: JsonObject,
  how: NonNullable<ServiceBehaviour["hiddenSecrets"]>,
  catalogue: Catalogue,
): JsonObject {
  const { component_id: id, component_version: version, settings } = record;
  if (typeof id !== "string" || typeof version !== "string" || !isJsonObject(settings)) return record;
  const fields = catalogue.byId(id)?.versions?.[version]?.dynamic_fields ?? [];
  const secrets = new Set(fields.filter(({ secret }) => secret === true).map(({ name }) => name));
  const visible = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (!secrets.has(name)) return [[name, value]];
    return how === "masked" ? [[name, "********"]] : [];
  });
  return { ...record, settings: Object.fromEntries(visible) };
}
