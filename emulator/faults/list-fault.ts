import type { HandlerResult } from "../http/answer.ts";
import type { QueryEntries } from "../http/target.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { isResumeKey, resumeKey } from "./resume-key.ts";
import type { ListFault } from "./schedule.ts";

/** The answer to a request that reads a page of a list. */
export interface ListAnswer {
  readonly page: JsonObject;
  readonly data: readonly unknown[];
  /** The `start_key` of the request. */
  readonly startKey: string | undefined;
}

/** The answer of a GET, if it is a page of a list. Else undefined. */
export function listAnswer({ value }: HandlerResult, query: QueryEntries): ListAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const { data } = value;
  if (!Array.isArray(data)) return undefined;
  const startKey = query.find(([name]) => name === "start_key")?.[1];
  return { page: value, data, startKey };
}

export function canFailAs(list: ListAnswer | undefined, fault: ListFault): boolean {
  if (list === undefined) return false;
  if (fault === "repeated-cursor" || fault === "missing-key") return true;
  // Without this limit, these two faults would never end.
  return !isResumeKey(list.startKey) && (fault === "empty-page" || list.data.length > 0);
}

/** Applies a list fault to a page. */
export function failingPage({ page, data, startKey }: ListAnswer, fault: ListFault): JsonObject {
  const { last_key: lastKey, ...rest } = page;
  switch (fault) {
    case "repeated-cursor":
      return { ...rest, has_more: true, last_key: startKey ?? lastKey ?? resumeKey(undefined) };
    case "missing-key":
      return { ...rest, has_more: true };
    case "empty-page":
      return { ...rest, data: [], has_more: true, last_key: resumeKey(startKey) };
    case "same-object-twice":
      if (page["has_more"] !== true) return { ...page, data: [...data, data.at(-1)] };
      return { ...rest, last_key: resumeKey(keyOf(data.at(-2)) ?? startKey) };
  }
}

function keyOf(item: unknown): string | undefined {
  if (!isJsonObject(item)) return undefined;
  // Some services give domains an id that no request uses.
  const key = item["name"] ?? item["id"];
  return typeof key === "string" || typeof key === "number" ? String(key) : undefined;
}
