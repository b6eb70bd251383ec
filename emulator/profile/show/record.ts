import type { JsonObject } from "../../json-object.ts";
import type { Core } from "../../store/core.ts";
import { withNull } from "./normalized.ts";
import type { RecordKind } from "./record-kind.ts";
import { withoutOptional } from "./terse.ts";

/** What a list keeps of a record if it shows only keys. */
const identity = new Set(["id", "organization_id", "slug", "component_id", "name"]);

/** A record as the service shows it. `inList`: as an item of a list. */
export function showRecord(record: object, kind: RecordKind, core: Core, inList = false): JsonObject {
  const { extra, lists } = core.habits();
  const stored: JsonObject = { ...record };
  const formed = showForms(kind.current?.(stored, core) ?? stored, kind, core);
  const shown = extra === true ? { ...formed, ...extraFields(formed, kind, core) } : formed;
  if (!inList || lists?.fields !== "ids") return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => identity.has(name)));
}

function showForms(record: JsonObject, kind: RecordKind, core: Core): JsonObject {
  const { forms } = core.habits();
  if (forms === undefined) return record;
  if (forms === "normalized") return withNull(kind.normalized?.(record, core) ?? record);
  return withoutOptional(kind.terse?.(record) ?? record);
}

function extraFields(record: JsonObject, { key }: RecordKind, core: Core): JsonObject {
  const id = `dom_${Buffer.from(String(record[key])).toString("base64url")}`;
  return {
    meta: { revision: core.countRead(), object: "unknown", levels: [{ id: 1 }, null] },
    ...(key === "name" ? { id } : {}),
  };
}
