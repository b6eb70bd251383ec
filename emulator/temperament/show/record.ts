import { createHash } from "node:crypto";
import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { RecordKind } from "../../routes/handled.ts";
import type { Store } from "../../store/store.ts";
import type { Temperament } from "../temperament.ts";
import { showCatalogueComponent, showProjectComponent } from "./component.ts";
import { showDomain } from "./domain.ts";
import { showProject } from "./project.ts";

type Extra = NonNullable<Temperament["extra"]>;

/** What a list keeps of a record, besides its `id`, if it shows only ids. */
const identity = new Set(["id", "slug", "component_id", "name"]);

/** The optional texts of a catalogue component. */
const optionalTexts = ["avatar_url", "description", "repo_link", "documentation_link"];

/** A record as the service shows it. `inList`: as an item of a list. */
export function showRecord(record: object, of: RecordKind, store: Store, inList = false): JsonObject {
  const temperament = store.temperament();
  const { forms = {}, extra = {}, lists = {}, ids } = temperament;
  const stored: JsonObject = { ...record };
  const formed = showTimestamps(showForms(stored, of, store, inList), temperament);
  const complete = of === "catalogue" ? formed : { ...formed, ...extraFields(record, of, store, extra) };
  const numbered = ids === "number" ? withNumbers(complete) : complete;
  const shown = forms.unset === "null" ? withNull(numbered, of) : numbered;
  if (!inList) return shown;
  const { fields, without = [], withoutObject = false } = lists;
  const kept = Object.entries(shown).filter(
    ([name]) =>
      (fields !== "ids" || identity.has(name)) && !without.includes(name) && !(withoutObject && name === "object"),
  );
  return Object.fromEntries(kept);
}

/** An id in an answer: a number, if the service shows numbers. */
export function showId(id: string, { ids }: Temperament): unknown {
  return ids === "number" && /^\d{1,15}$/.test(id) ? Number(id) : id;
}

function showForms(record: JsonObject, of: RecordKind, store: Store, inList: boolean): JsonObject {
  const temperament = store.temperament();
  const { forms = {} } = temperament;
  switch (of) {
    case "project":
      return showProject(record, forms, inList);
    case "component":
      return showProjectComponent(record, store.catalogue.byId(String(record["component_id"])), temperament);
    case "domain":
      return showDomain(record, temperament, store.now());
    case "catalogue":
      return showCatalogueComponent(record, forms);
  }
}

function showTimestamps(record: JsonObject, { forms: { timestamps } = {} }: Temperament): JsonObject {
  if (timestamps === undefined) return record;
  const shown = ["created_at", "updated_at"].flatMap((name): [string, unknown][] => {
    const time = Date.parse(String(record[name]));
    if (Number.isNaN(time)) return [];
    return [[name, timestamps === "milliseconds" ? time : Math.floor(time / 1000)]];
  });
  return { ...record, ...Object.fromEntries(shown) };
}

function extraFields(record: object, of: RecordKind, store: Store, extra: Extra): JsonObject {
  const { counter, status = false, etag = false, timestamp = false, domainIds = false } = extra;
  const { writes, lastAt } = store.writesOf(record);
  return {
    ...(counter === undefined ? {} : { counter: counter === "reads" ? store.countRead() : writes }),
    ...(status ? { status: store.now() - lastAt < 1000 ? "pending" : "active" } : {}),
    ...(etag ? { etag: digest(JSON.stringify([record, writes])) } : {}),
    ...(timestamp ? { last_seen_at: store.timestamp() } : {}),
    ...(domainIds && of === "domain" && "name" in record ? { id: `dom_${digest(String(record.name))}` } : {}),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function withNumbers(record: JsonObject): JsonObject {
  const numbers = ["id", "project_id"]
    .filter((name) => typeof record[name] === "string")
    .map((name): [string, unknown] => [name, showId(String(record[name]), { ids: "number" })]);
  return { ...record, ...Object.fromEntries(numbers) };
}

/** The record with `null` in each field without a value. */
function withNull(record: JsonObject, of: RecordKind): JsonObject {
  const names = of === "catalogue" ? [...optionalTexts, ...Object.keys(record)] : Object.keys(record);
  const shown = Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  const versions = record["versions"];
  return of === "catalogue" && isJsonObject(versions) ? { ...shown, versions: versionsWithNull(versions) } : shown;
}

function versionsWithNull(versions: JsonObject): JsonObject {
  const shown = Object.entries(versions).map(([name, version]): [string, unknown] => [
    name,
    isJsonObject(version) ? { changelog: null, ...version } : version,
  ]);
  return Object.fromEntries(shown);
}
