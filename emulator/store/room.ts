import { Refusal } from "../refusal.ts";
import type { Room } from "./collection.ts";

/** The largest size of everything that is stored: 256 MiB as JSON. More would end the process. */
const maxBytes = 268_435_456;

/** Counts the bytes of all records. */
export interface Storage {
  /** The room for the items of one collection. `recordOf`: the part of an item that takes room. */
  roomFor<Item>(recordOf: (item: Item) => object): Room<Item>;
}

export function createStorage(): Storage {
  const sizes = new WeakMap<object, number>();
  let used = 0;
  return {
    roomFor: (recordOf) => ({
      take(item) {
        const record = recordOf(item);
        const bytes = Buffer.byteLength(JSON.stringify(record));
        if (used + bytes > maxBytes) {
          throw new Refusal(
            507,
            "invalid_request_error",
            `The emulator is full: it stores at most ${maxBytes / 1_048_576} MiB`,
          );
        }
        sizes.set(record, bytes);
        used += bytes;
      },
      free(item) {
        used -= sizes.get(recordOf(item)) ?? 0;
      },
    }),
  };
}
