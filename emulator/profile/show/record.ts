import type { JsonObject } from "../../json-object.ts";
import type { RecordKind } from "../../routes/handled.ts";
import type { Store } from "../../store/store.ts";
import type { Habits } from "../habits.ts";
import { normalizedComponent, normalizedProject, withNull } from "./normalized.ts";
import { showSecrets } from "./secret.ts";
import { terseComponent, terseProject, withoutOptional } from "./terse.ts";

/** What a list keeps of a record if it shows only ids. */
const identity = new Set(["id", "slug", "component_id", "name"]);

/** A record as the service shows it. `inList`: as an item of a list. */
export function showRecord(record: object, of: RecordKind, store: Store, inList = false): JsonObject {
  const habits = store.habits();
  const formed = showForms(showState({ ...record }, of, store), of, store);
  const shown = habits.extra === true ? { ...formed, ...extraFields(formed, of, store) } : formed;
  if (!inList || habits.lists?.fields !== "ids") return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => identity.has(name)));
}

function showState(record: JsonObject, of: RecordKind, store: Store): JsonObject {
  const { secrets, domains } = store.habits();
  if (of === "domain" && domains !== undefined) return { ...record, ...readiness(record, domains, store.now()) };
  if (of === "component" && secrets !== undefined) return showSecrets(record, secrets.as, store.catalogue);
  return record;
}

function readiness(domain: JsonObject, { dnsMs, sslMs }: NonNullable<Habits["domains"]>, now: number): JsonObject {
  const age = now - Date.parse(String(domain["created_at"]));
  const isReady = (seeded: unknown, after = Number.POSITIVE_INFINITY) => seeded === true || age >= after;
  return { dns_status: isReady(domain["dns_status"], dnsMs), ssl_status: isReady(domain["ssl_status"], sslMs) };
}

function showForms(record: JsonObject, of: RecordKind, store: Store): JsonObject {
  const { forms } = store.habits();
  if (forms === "normalized") {
    if (of === "component") return withNull(normalizedComponent(record, store.catalogue));
    return withNull(of === "project" ? normalizedProject(record) : record);
  }
  if (forms === undefined) return record;
  if (of === "component") return withoutOptional(terseComponent(record));
  return withoutOptional(of === "project" ? terseProject(record) : record);
}

function extraFields(record: JsonObject, of: RecordKind, store: Store): JsonObject {
  const id = `dom_${Buffer.from(String(record["name"])).toString("base64url")}`;
  return {
    meta: { revision: store.countRead(), object: "unknown", levels: [{ id: 1 }, null] },
    ...(of === "domain" ? { id } : {}),
  };
}
