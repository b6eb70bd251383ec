import type { z } from "zod";
import type { Client, ReadClient } from "../api/client.ts";
import type { Lists } from "./lists.ts";

/** Every kind, in the order in which plans and reports list them. */
export const KINDS = ["project", "component", "domain"] as const;

export type KindName = (typeof KINDS)[number];

/** One declared field whose live value differs. Holds real values: redact them before you show them. */
export interface Change {
  /** Dotted path by the service's names, such as `force_https` or `settings.measurement_id`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The service cannot change this field in place: the object must be deleted and created again. */
  readonly replace: boolean;
}

/**
 * Everything there is to know about one kind of object. Pulumi and sync share each implementation of this interface.
 * `Address` says where objects of the kind live. What is known about one object and what a run may do with it are not in
 * the address: a kind that needs them is created with them (see `componentKind`).
 */
export interface Kind<Address, Declared, Live> {
  readonly name: KindName;
  /** What a user may declare. Unknown fields are refused; `extra` takes fields that this version does not know. */
  readonly declared: z.ZodType<Declared>;
  /** Tells the object from others at its address: an id, or a domain's host name in its canonical form. */
  idOf(live: Live): string;
  /** What the object's path ends with: its id, or the host name as the service writes it. */
  nameOf(live: Live): string;
  /** The id, if the natural key says it. Such an object can be read without a list. */
  idFromKey(declared: Declared): string | undefined;
  /** All live objects at an address. */
  list(lists: Lists, address: Address): Promise<readonly Live[]>;
  /** Finds the object by its natural key. Rejects with AmbiguousError if there are several. */
  find(lists: Lists, address: Address, declared: Declared): Promise<Live | undefined>;
  /** Whether a live object, read by its id, has the natural key: a list that lags may have shown another state. */
  hasKey(declared: Declared, live: Live): boolean;
  /** Whether a record that was read at an address may be of another one: then only the list shows whether it is there. */
  mayBeElsewhere?(address: Address, live: Live): boolean;
  /** Reads one object by its id or name. `undefined` only if the service itself says that it is gone, and its project is not. */
  read(client: ReadClient, address: Address, id: string): Promise<Live | undefined>;
  /** Declared fields that differ; none if the object is as declared. Fields that are not declared are never compared. */
  compare(declared: Declared, live: Live): readonly Change[];
  /**
   * Creates the object, or converges it to its declared state. No difference, no write. A lost answer is settled by reading
   * back; rejects with OutcomeUnknownError if that does not settle it, and with OtherObjectError if the service answers a create
   * with an object of somebody else. `lists`: those that a create was searched in.
   */
  ensure(
    client: Client,
    address: Address,
    declared: Declared,
    live: Live | undefined,
    lists?: Lists,
  ): Promise<Ensured<Live>>;
  /**
   * Deletes the object with this id or name. Success if it is already gone. Says whether it was found: one that was not may be
   * out of the token's sight. A lost answer is settled as in `ensure`.
   */
  remove(client: Client, address: Address, id: string): Promise<Removal>;
}

export type Removal = "deleted" | "not found";

/** The object as `ensure` leaves it. */
export interface Ensured<Live> {
  readonly live: Live;
  /** Sentences for the user, such as that the object was adopted. */
  readonly notes: readonly string[];
  /** The create got no answer, and reading back found this object. This run or another writer created it. */
  readonly adopted?: true;
  /** The object was written, and is not as declared, or lost a value. The id of a new one must not be lost. */
  readonly incomplete?: Error;
}

/** Where projects live. `undefined`: the organization is not known, so that all visible projects are listed. */
export interface InOrganization {
  readonly organizationId: string | undefined;
}

/** Where components and domains live. */
export interface InProject {
  readonly projectId: string;
}
