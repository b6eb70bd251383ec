/**
 * Objects that resources keep. `since`: when a resource created or adopted the object. It tells two resources of one object
 * apart: Pulumi has both in its state if an update adopts what a renamed resource had, and fails before it deletes the old one.
 */
export interface KeptObjects {
  add(object: string, since: unknown): void;
  has(object: string): boolean;
  /** The resource with this time no longer keeps the object. Returns whether another one does. */
  release(object: string, since: unknown): boolean;
}

export function createKeptObjects(): KeptObjects {
  const times = new Map<string, Set<unknown>>();
  const timesOf = (object: string): Set<unknown> => times.get(object) ?? new Set();
  return {
    add: (object, since) => void times.set(object, timesOf(object).add(since)),
    has: (object) => timesOf(object).size > 0,
    release: (object, since) => {
      const others = timesOf(object);
      others.delete(since);
      return others.size > 0;
    },
  };
}
