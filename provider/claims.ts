import pLimit from "p-limit";
import { oncePerKey } from "../core/api/once-per-key.ts";
import type { KindName } from "../core/resources/kind.ts";

/** An object of the service, and what the resources of this update did with it. */
export interface Claim {
  readonly kind: KindName;
  /** The service's. */
  readonly id: string;
  readonly pulumiId: string;
  /** The key of the resource that created or adopted it in this update. */
  key?: string;
  /**
   * The resources that keep it, by the time when each created or adopted it: Pulumi has two resources of one object in its state if an update
   * adopts what a renamed resource had, and fails before it deletes the old one.
   */
  readonly keepers: Set<unknown>;
  /** A program looks it up (`get`): no resource may delete it. */
  isLookedUp?: true;
  /** A create met it and failed: no resource deletes it in this update. */
  isHeld?: true;
  /** When it was deleted, if it was not created again: the service may show it a little longer. */
  removedAt?: number;
}

export type Claims = ReturnType<typeof createClaims>;

/**
 * The objects that the resources of this update have at one service, whatever account they use. A key is the name of an object in messages, in
 * lower case.
 */
export function createClaims() {
  const queueOf = oncePerKey(async (_key: string) => pLimit(1));
  const claims = new Map<string, Claim>();
  const declared = new Map<string, number>();
  const unmet = new Set<string>();
  let hasFailed = false;
  return {
    of: (kind: KindName, id: string, pulumiId: string): Claim => {
      const name = `${kind} ${pulumiId}`;
      const claim = claims.get(name) ?? { kind, id, pulumiId, keepers: new Set() };
      claims.set(name, claim);
      return claim;
    },
    withKey: (key: string): Claim | undefined => [...claims.values()].find((claim) => claim.key === key),
    /** The objects that this update has deleted. */
    removed: (): Claim[] => [...claims.values()].filter(({ removedAt }) => removedAt !== undefined),
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
    /** A create failed: no resource deletes what it is about in this update. `names`: keys and host names. */
    hold: (names: readonly string[]): void => names.forEach((name) => unmet.add(name)),
    isHeld: (names: readonly string[]): boolean => names.some((name) => unmet.has(name)),
    /** A resource that the state has is declared. */
    declare: (key: string): void => void declared.set(key, (declared.get(key) ?? 0) + 1),
    /** The number of resources with a key that the state has and the program declares. */
    timesDeclared: (key: string | undefined): number => declared.get(key ?? "") ?? 0,
    /** An object is looked up and created by one resource at a time. */
    oneAtATime: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => (await queueOf(key))(work),
  };
}

/**
 * Another resource of the program has the object too, or has created or adopted it in this update. `declared`: the number of resources that the
 * state has, and the program declares, with the keeper's key. A refresh compares those too that the program does not declare.
 */
export function isShared({ key, keepers }: Claim, keeper: unknown, declared: number): boolean {
  const isKept = keepers.has(keeper);
  if (key !== undefined && !isKept) return declared > 0;
  return keepers.size > (isKept ? 1 : 0) && declared > 1;
}

/** Another resource may neither create, adopt nor delete the object. */
export function isTaken({ key, keepers }: Claim): boolean {
  return key !== undefined || keepers.size > 0;
}
