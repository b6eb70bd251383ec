import { describe, expect, it } from "vitest";
import { createCollection } from "../../emulator/store/collection.ts";
import { createStorage } from "../../emulator/store/room.ts";

const mebibyte = 1_048_576;
const item = () => ({ text: "x".repeat(mebibyte) });

/** A collection that remembers writes for so long, on a clock that a test sets. */
function collection(keepMs: number) {
  const clock = { now: 0 };
  const storage = createStorage();
  const memory = { now: () => clock.now, keepMs: () => keepMs };
  const room = storage.roomFor((record: object) => record);
  return { clock, items: createCollection(memory, room), others: createCollection(memory, room) };
}

const full = "The emulator is full: it stores at most 256 MiB";

describe("an emulator that is full", () => {
  it("refuses more records, and has room again after one is removed", () => {
    const { items, others } = collection(0);
    for (let index = 0; index < 255; index += 1) items.insert(String(index), item());
    expect(() => others.insert("more", item())).toThrow(full);
    expect(others.items()).toEqual([]);
    items.remove("0");
    others.insert("more", item());
    expect(() => items.insert("0", item())).toThrow(full);
  });

  it("is not full after many changes of one record", () => {
    const { items } = collection(0);
    items.insert("one", item());
    for (let index = 0; index < 600; index += 1) items.replace("one", item());
    expect(items.items()).toHaveLength(1);
  });

  it("counts the past for as long as it remembers it", () => {
    const { clock, items } = collection(1000);
    items.insert("one", item());
    const change = () => items.replace("one", item());
    for (let index = 0; index < 254; index += 1) change();
    expect(change).toThrow(full);
    clock.now = 1000;
    items.replace("one", {});
    for (let index = 0; index < 254; index += 1) change();
    expect(change).toThrow(full);
  });

  it("has room again after a collection is cleared, with its past", () => {
    const { items, others } = collection(1000);
    for (let index = 0; index < 127; index += 1) items.insert(String(index), item());
    for (let index = 0; index < 127; index += 1) items.replace(String(index), item());
    items.clear();
    for (let index = 0; index < 255; index += 1) others.insert(String(index), item());
    expect(items.items()).toEqual([]);
    expect(items.itemsBefore(1000)).toEqual([]);
  });
});
