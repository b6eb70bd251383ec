import pLimit from "p-limit";
import { createKeptObjects, type KeptObjects } from "./kept-objects.ts";
import { oncePerKey } from "../resources/once-per-key.ts";

/**
 * What the resources of this update have at one service, whatever account they use. Pulumi starts a process for each update.
 * Objects are named as `kind id`, with the id in Pulumi.
 */
export interface Claims {
  /** What was created or adopted: no other resource may create, adopt or delete it again. */
  readonly made: Set<string>;
  /** What resources keep: no other resource may adopt or delete it. */
  readonly kept: KeptObjects;
  /** What programs look up (`get`): no resource may delete it. */
  readonly lookedUp: Set<string>;
  /** What was deleted, and not created again, with the time (milliseconds since the epoch). The service may show it for some time. */
  readonly removed: Map<string, number>;
  /** Host names that were detached. The service may release them late. */
  readonly detached: Set<string>;
  /** The ids of what was created or adopted, by what messages call it in lower case. */
  readonly ids: Map<string, string>;
  /** Runs work for one key after the other: an object is looked up and created by one resource at a time. */
  oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createClaims(): Claims {
  const queueOf = oncePerKey(async (_key: string) => pLimit(1));
  return {
    made: new Set(),
    kept: createKeptObjects(),
    lookedUp: new Set(),
    removed: new Map(),
    detached: new Set(),
    ids: new Map(),
    oneAtATime: async (key, work) => (await queueOf(key))(work),
  };
}
