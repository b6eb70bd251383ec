import pLimit from "p-limit";
import { oncePerKey } from "../resources/once-per-key.ts";

export type Claims = ReturnType<typeof createClaims>;

/**
 * What the resources of this update have at one service, whatever account they use. Pulumi starts a process for each update.
 * Objects are named as `kind id`, with the id in Pulumi.
 */
export function createClaims() {
  const queueOf = oncePerKey(async (_key: string) => pLimit(1));
  return {
    /** What was created or adopted: no other resource may create, adopt or delete it again. */
    made: new Set<string>(),
    /**
     * What resources keep, with when they created or adopted it: no other resource may adopt or delete it. The time tells two resources of
     * one object apart: Pulumi has both in its state if an update adopts what a renamed resource had, and fails before it deletes the old one.
     */
    kept: new Map<string, Set<unknown>>(),
    /** What resources declared before this update, by what messages call it in lower case. */
    declaredBefore: new Set<string>(),
    /** What programs look up (`get`): no resource may delete it. */
    lookedUp: new Set<string>(),
    /** What was deleted, and not created again, with the time (milliseconds since the epoch). The service may show it for some time. */
    removed: new Map<string, number>(),
    /** Host names that were detached. The service may release them late. */
    detached: new Set<string>(),
    /** The ids of what was created or adopted, by what messages call it in lower case. */
    ids: new Map<string, string>(),
    /** Runs work for one key after the other: an object is looked up and created by one resource at a time. */
    oneAtATime: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => (await queueOf(key))(work),
  };
}
