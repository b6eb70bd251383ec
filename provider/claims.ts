import pLimit from "p-limit";
import { oncePerKey } from "../core/api/once-per-key.ts";

export type Claims = ReturnType<typeof createClaims>;

/**
 * What the resources of this update have at one service, whatever account they use. A claim names an object as `kind id`, with the id in
 * Pulumi; a key is what messages call it, in lower case.
 */
export function createClaims() {
  const queueOf = oncePerKey(async (_key: string) => pLimit(1));
  const made = new Map<string, string>();
  const kept = new Map<string, Set<unknown>>();
  const unmet = new Set<string>();
  let hasFailed = false;
  return {
    /** What was created or adopted, with its key. */
    made,
    /**
     * A resource keeps an object. The time when it created or adopted it tells two resources of one object apart: Pulumi has both in its state
     * if an update adopts what a renamed resource had, and fails before it deletes the old one.
     */
    keep: (claim: string, since: unknown): void => void kept.set(claim, (kept.get(claim) ?? new Set()).add(since)),
    giveUp: (claim: string, since: unknown): void => void kept.get(claim)?.delete(since),
    /** Whether another resource may neither create, adopt nor delete an object. */
    isTaken: (claim: string): boolean => made.has(claim) || (kept.get(claim)?.size ?? 0) > 0,
    /**
     * Notes if a create, an update or a lookup fails. With `--continue-on-error`, Pulumi goes on, and deletes what the program does not
     * declare: the object of a resource that got another name, and what is declared only once the failed one is known.
     */
    noting: async <Result>(operation: Promise<Result>): Promise<Result> => {
      try {
        return await operation;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    hasFailed: (): boolean => hasFailed,
    /** A create failed: no resource deletes what it met in this update. `names`: claims, keys and host names. */
    hold: (...names: readonly string[]): void => names.forEach((name) => unmet.add(name)),
    isHeld: (...names: readonly string[]): boolean => names.some((name) => unmet.has(name)),
    /** Keys of resources that the state has and the program declares. */
    declaredBefore: new Set<string>(),
    /** What programs look up (`get`): no resource may delete it. */
    lookedUp: new Set<string>(),
    /** What was deleted, and not created again, with the time: the service may show it a little longer. */
    removed: new Map<string, number>(),
    /** An object is looked up and created by one resource at a time. */
    oneAtATime: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => (await queueOf(key))(work),
  };
}
