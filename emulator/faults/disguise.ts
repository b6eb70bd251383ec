import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";
import type { Store } from "../store/store.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { mapRecords } from "./map-records.ts";

/** A field that is not documented. */
const unknownField = { x_unknown: { since: "tomorrow", object: "unknown", levels: [{ id: 1 }, null] } };

const optionalFields = new Set(["object", "created_at", "updated_at", "url"]);

/** Changes the records of an answer as the current schedule says: hides secrets, adds unknown fields, removes optional ones. */
export function disguise(answer: object, { behaviour, catalogue }: Pick<Store, "behaviour" | "catalogue">): object {
  const { hiddenSecrets, extraFields = false, missingFields = false } = behaviour();
  if (!isJsonObject(answer) || (hiddenSecrets === undefined && !extraFields && !missingFields)) return answer;
  return mapRecords(answer, (record) => {
    const masked = hiddenSecrets === undefined ? record : hideSecrets(record, hiddenSecrets, catalogue);
    const sparse = missingFields ? withoutOptional(masked) : masked;
    return extraFields ? { ...sparse, ...unknownField } : sparse;
  });
}

function withoutOptional(record: JsonObject): JsonObject {
  const present = Object.entries(record).filter(([name, value]) => value !== null && !optionalFields.has(name));
  return Object.fromEntries(present);
}
