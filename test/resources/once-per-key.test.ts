import { describe, expect, it } from "vitest";
import { oncePerKey } from "../../core/api/once-per-key.ts";

describe("a read that runs once for each key", () => {
  it("is shared by everyone who asks for the key, also while it runs", async () => {
    const read: string[] = [];
    const once = oncePerKey(async (key: string) => read.push(key));
    await Promise.all([once("a"), once("a"), once("b")]);
    await once("a");
    expect(read).toEqual(["a", "b"]);
  });

  it("keeps its failure by default", async () => {
    const read: string[] = [];
    const once = oncePerKey(async (key: string) => {
      read.push(key);
      throw new Error("down");
    });
    await expect(once("a")).rejects.toThrow("down");
    await expect(once("a")).rejects.toThrow("down");
    expect(read).toEqual(["a"]);
  });
});
