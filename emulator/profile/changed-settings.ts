import type { JsonObject } from "../json-object.ts";
import type { ComponentVersion } from "../kinds/catalogue.ts";
import type { Habits } from "./habits.ts";

/** They place an edge function, and no version lists them. */
const PLACEMENT = ["edgee_path", "edgee_path_prefix", "edgee_function_active_methods"];

/** The settings after an update. `version`: the new one, if the update changes it. */
export function changedSettings(
  current: JsonObject | null,
  sent: JsonObject | null,
  { changes = {} }: Habits,
  version: ComponentVersion | undefined,
): JsonObject | null {
  const merged = mergedSettings(current, sent, changes.settings);
  const known = version?.dynamic_fields?.map(({ name }) => name);
  if (merged === null || known === undefined || changes.versionDropsSettings !== true) return merged;
  const stays = new Set([...known, ...PLACEMENT]);
  return Object.fromEntries(Object.entries(merged).filter(([name]) => stays.has(name)));
}

function mergedSettings(
  current: JsonObject | null,
  sent: JsonObject | null,
  how: NonNullable<Habits["changes"]>["settings"],
): JsonObject | null {
  if (how === undefined || sent === null) return sent;
  const merged = { ...current, ...sent };
  if (how === "merge") return merged;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** The body of an update without the fields that the service ignores. */
export function withoutIgnored(body: JsonObject, { changes = {} }: Habits): JsonObject {
  const { ignored = [] } = changes;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
}
