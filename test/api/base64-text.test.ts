import { expect, it } from "vitest";
import { textsInBase64 } from "../../core/text/base64-text.ts";

it("each unit of the texts in base64 has its place, in order, also what stands between two texts", () => {
  const [first, second] = ["the first secret, é😀", "the second one"].map((text) =>
    Buffer.from(text).toString("base64"),
  );
  const units = Uint16Array.from(`${first} ${second}`, (character) => character.charCodeAt(0));
  const texts = [...textsInBase64({ units, count: units.length })];
  expect(texts.map(({ text }) => text).join("")).toMatch(/the first secret, é😀\uffff.*the second one/s);
  for (const { text, firsts, lasts } of texts) {
    expect([...lasts.subarray(0, text.length)]).toEqual([...lasts.subarray(0, text.length)].toSorted((a, b) => a - b));
    const isLater = [...text.matchAll(/[^\uffff]/g)].every(({ index }) => (lasts[index] ?? 0) > (firsts[index] ?? 0));
    expect(isLater).toBe(true);
  }
});
