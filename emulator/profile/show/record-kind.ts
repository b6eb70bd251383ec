import type { JsonObject } from "../../json-object.ts";
import type { Core } from "../../store/core.ts";

/** How the records of a kind are named and shown. What is left out needs nothing of its own. */
export interface RecordKind {
  /** The `object` of a record. */
  readonly object: string;
  /** The field that names a record in a path. */
  readonly key: "id" | "name";
  /** Settings of the record, which the answer to a create lacks. */
  readonly settings?: ReadonlySet<string>;
  /** The record with what changes by itself, and without what is secret. */
  current?(record: JsonObject, core: Core): JsonObject;
  /** The record with each value in one form. */
  normalized?(record: JsonObject, core: Core): JsonObject;
  /** The record without what goes without saying. */
  terse?(record: JsonObject): JsonObject;
}
