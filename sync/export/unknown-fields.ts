import type { KnownFields } from "../../provider/file/known-fields.ts";

/**
 * A note on live fields that this version does not know. None if it knows them all. Some are the service's own: in `extra`, each of
 * their changes would be drift.
 */
export function unknownFields(path: string, record: Readonly<Record<string, unknown>>, known: KnownFields): string[] {
  const unknown = Object.keys(record).filter((name) => !known.has(name) && (record[name] ?? null) !== null);
  if (unknown.length === 0) return [];
  return [
    `${path} has fields that this version does not know. They are not managed: ${unknown.toSorted().join(", ")}.`,
  ];
}
