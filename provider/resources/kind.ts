import type { z } from "zod";
import type { Client } from "../api/client.ts";
import type { Lists } from "./lists.ts";

export type KindName = "project" | "component" | "domain";

/** One declared field whose live value differs. Values are as they are: whoever shows them redacts them first. */
export interface Change {
  /** Dotted path by the service's names, such as `force_https` or `settings.measurement_id`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The service cannot change this field in place: the object has to be removed and made anew. */
  readonly replace: boolean;
}

/**
 * What there is to know of one kind of object. Pulumi and the sync engine share every line behind this shape.
 * `Place` says where the object lives: nothing for a project, its project's id for the two others.
 */
export interface Kind<Place, Declared, Live> {
  readonly name: KindName;
  /** What a user may declare; unknown fields are refused, `extra` takes what this version does not know. */
  readonly declared: z.ZodType<Declared>;
  /** The service's own name for the object: an id, or a domain's host name. */
  idOf(live: Live): string;
  /** The id that an object so declared has, where the key says it: then it can be read without a list. */
  addressOf(declared: Declared): string | undefined;
  /** Finds the object by its natural key. Rejects with AmbiguousError when there are several. */
  find(lists: Lists, place: Place, declared: Declared): Promise<Live | undefined>;
  /** Reads one object; `undefined` only when the service itself says that it is gone, and its project is not. */
  read(client: Client, place: Place, id: string): Promise<Live | undefined>;
  /** Declared fields that differ, none when the object is as declared. Undeclared fields are never looked at. */
  compare(declared: Declared, live: Live, place: Place): readonly Change[];
  /**
   * Makes the object, or brings it to what is declared. An object that is as declared costs no write. An answer that is
   * lost is settled by reading back; rejects with OutcomeUnknownError where that does not settle it.
   */
  ensure(client: Client, place: Place, declared: Declared, live: Live | undefined): Promise<Ensured<Live>>;
  /** Removes it; an object that is gone already is a success. A lost answer is settled as in `ensure`. */
  remove(client: Client, place: Place, id: string): Promise<void>;
}

/** The object that there is now. */
export interface Ensured<Live> {
  readonly live: Live;
  /** What a reader should know of how it came about, as sentences: an object taken over whose creation got no answer. */
  readonly notes: readonly string[];
  /** It answered to the key when its creation was settled: this run may have made it, or somebody else. */
  readonly takenOver?: true;
  /** It was created, and is not as declared: its id must not be lost for that. */
  readonly incomplete?: Error;
}

export interface InProject {
  readonly projectId: string;
}
