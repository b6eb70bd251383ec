import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hasMask, isFormOf, looksMasked } from "../../../provider/resources/component/mask.ts";

describe("a mask", () => {
  it.each([
    ["***"],
    ["•••"],
    ["ab**********yz"],
    ["EAABsb******"],
    ["***wxyz"],
    ["xxxxxxxxxxxx"],
    ["XXXX9876"],
    ["EAAB…"],
    ["EAAB..."],
    ["EA…76"],
    ["[redacted]"],
    ["[HIDDEN]"],
    ["<masked>"],
    ["(redacted)"],
    ["sha256:2cf24dba"],
    ["$2b$10$abcdefghijk"],
    [["***"]],
    [{ token: "***" }],
    [{ list: [1, null, { deep: "[hidden]" }] }],
    ["REDACTED"],
    [["HIDDEN"]],
  ])("is %j", (value) => {
    expect(hasMask(value)).toBe(true);
    expect(looksMasked(value)).toBe(true);
  });

  it.each([
    ["**"],
    ["/a/path/with/***"],
    ["***/and/more"],
    ["it is hidden"],
    ["hidden away"],
    [""],
    ["xxx"],
    ["a.b.c"],
    ["Wait... and see"],
    ["https://example.com/..."],
    ["sha256"],
    [["**"]],
    [{ banner: "hidden" }],
    [{ "***": "shown" }],
    [null],
    [0],
    [undefined],
  ])("is not %j", (value) => {
    expect(hasMask(value)).toBe(false);
    expect(looksMasked(value)).toBe(false);
  });

  it.each(["redacted", "Hidden", "masked"])("may be the word %s where a secret is expected", (word) => {
    expect(looksMasked(word)).toBe(true);
    expect(hasMask(word)).toBe(false);
  });
});

describe("a form of a secret", () => {
  const secret = "EAABsb_SECRET_9876";

  it.each([
    ["nothing", ""],
    ["null", null],
    ["its beginning and stars", "EAABsb******"],
    ["x for every character", "xxxxxxxxxxxxxxxxxx"],
    ["its beginning", "EAAB"],
    ["its end", "9876"],
    ["both ends", "EA..76"],
    ["both ends and one star", "EAAB*9876"],
    ["a hash with its name", "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"],
    ["its SHA-256 in hex", sha256("EAABsb_SECRET_9876")],
    ["a word", "hidden"],
    ["a word in brackets", "[redacted]"],
    ["another word in brackets", "[FILTERED]"],
    ["words in brackets", "<not shown>"],
    ["that there is one", true],
    ["dashes", "------"],
    ["one repeated character", "00000"],
  ])("is %s", (_what, shown) => {
    expect(isFormOf(secret, shown)).toBe(true);
  });

  it.each([
    ["its last character", "EAABsb_SECRET_9877"],
    ["its first character", "FAABsb_SECRET_9876"],
    ["its end, which is gone", "EAABsb_SECRET_98"],
    ["its case", "eaabsb_secret_9876"],
    ["everything", "another"],
    ["the secret of its hash", sha256("another")],
    ["everything, and is JSON", '{"key":"EAABsb"}'],
    ["everything, and has brackets in it", "(a)SECRET[b]"],
    ["everything, and says that there is none", false],
  ])("is not a text that differs in %s", (_what, shown) => {
    expect(isFormOf(secret, shown)).toBe(false);
  });

  it("is not told by brackets that the secret itself has, nor by a truth value where the secret is one", () => {
    expect(isFormOf("[first]", "[second]")).toBe(false);
    expect(isFormOf(false, true)).toBe(false);
  });

  it("is not told by filler that the secret itself has", () => {
    const key = (body: string) => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
    expect(isFormOf(key("MIIEvQ"), key("MIIEvA"))).toBe(false);
  });

  it("may be the cut hash of the secret, and may stand for a number", () => {
    expect(isFormOf(secret, sha256(secret).slice(0, 12).toUpperCase())).toBe(true);
    expect(isFormOf(123_456, "***")).toBe(true);
    expect(isFormOf(123_456, 123_457)).toBe(false);
  });
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
