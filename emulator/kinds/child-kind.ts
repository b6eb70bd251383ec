import type { z } from "zod";
import type { JsonObject } from "../json-object.ts";
import type { RecordKind } from "../profile/show/record-kind.ts";
import type { ListQuery } from "../routes/list.ts";
import type { Collection } from "../store/collection.ts";
import type { Core } from "../store/core.ts";

/** Where an object is created or changed: a project. */
export interface Place<Item extends object> {
  readonly core: Core;
  readonly projectId: string;
  /** The objects of the kind in the project, by their key. */
  readonly items: Collection<Item>;
}

/** What is special about a kind of object that lives in a project, and is deleted with it. */
export interface ChildKind<
  Item extends object = object,
  Seeded = unknown,
  Query extends ListQuery = ListQuery,
> extends RecordKind {
  /** The name in messages. */
  readonly title: string;
  /** Adds an object as a request asks. @throws Refusal 400, 409. */
  create(place: Place<Item>, body: JsonObject): Item;
  /** Adds an object of a seed. @throws Refusal 400, 409. */
  seed(place: Place<Item>, seeded: Seeded): Item;
  /** The object after an update. Left out: it cannot be updated. @throws Refusal 400. */
  update?(place: Place<Item>, current: Item, body: JsonObject): Item;
  /** Whether the object comes with its project and goes with it. Default: no. */
  isOfProject?(projectId: string, key: string): boolean;
  /** Called after an object was deleted, alone or with its project. */
  removed?(place: Place<Item>, key: string): void;
  /** The query of a list. Default: as of every list. */
  readonly query?: z.ZodType<Query>;
  /** Whether a list with this query has the object. Default: yes. */
  isListed?(item: Item, query: Query): boolean;
}
