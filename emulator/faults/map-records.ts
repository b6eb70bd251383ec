import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";

/**
 * Changes every record in an answer: the answer itself, the items of a list, and the versions of a catalogue component
 * with their fields. Settings are not records.
 */
export function mapRecords(answer: JsonObject, change: (record: JsonObject) => JsonObject): JsonObject {
  const { data, versions, dynamic_fields: fields } = answer;
  const changeAll = (items: readonly unknown[]) =>
    items.map((item) => (isJsonObject(item) ? mapRecords(item, change) : item));
  return change({
    ...answer,
    ...(Array.isArray(data) ? { data: changeAll(data) } : {}),
    ...(Array.isArray(fields) ? { dynamic_fields: changeAll(fields) } : {}),
    ...(isJsonObject(versions) ? { versions: changeValues(versions, changeAll) } : {}),
  });
}

function changeValues(values: JsonObject, changeAll: (items: readonly unknown[]) => readonly unknown[]): JsonObject {
  const changed = changeAll(Object.values(values));
  return Object.fromEntries(Object.keys(values).map((key, index) => [key, changed[index]]));
}
