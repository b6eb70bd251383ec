import { describe, expect, it } from "vitest";
import { hasMask, showsOtherValue } from "../../../core/resources/component/masked-settings.ts";

describe("a mask", () => {
  it.each([
    ..."*** ••• ab**********yz EAABsb****** ***wxyz xxxxxxxxxxxx XXXX9876 sk_live_xxxxxxxx1234".split(" "),
    ..."https://collector:***@cdp.example.com/in https://***@h.example/ https://h.example/?key=****".split(" "),
    ..."EAAB… EAAB... EA…76 [redacted] [HIDDEN] <masked> (Filtered)".split(" "),
    [["***"]],
    { token: "***" },
    { list: [1, null, { deep: "[hidden]" }] },
  ])("is %j", (value) => {
    expect(hasMask(value)).toBe(true);
  });

  it.each([
    ..."** xxx EA..76 /a/path/with/*** ***/and/more https://example.com/... https://user:pass@h/ https://h/?a=b a.b.c hidden <title> [1] EAAB".split(
      " ",
    ),
    "sha256:2cf24dba",
    "Wait... and see",
    "it is (hidden)",
    "",
    [["**"]],
    { "***": "shown" },
    null,
    true,
    0,
    undefined,
  ])("is not %j", (value) => {
    expect(hasMask(value)).toBe(false);
  });
});

describe("a mask shows other characters than the value has", () => {
  it.each([
    ["EAAB****", "EAABsb_SECRET"],
    ["****CRET", "EAABsb_SECRET"],
    ["EA…ET", "EAABsb_SECRET"],
    ["********", "EAABsb_SECRET"],
    ["xxxxxxxx", "EAABsb_SECRET"],
    ["[redacted]", "EAABsb_SECRET"],
    ["", "EAABsb_SECRET"],
    [null, "EAABsb_SECRET"],
    ["****", 1234],
  ])("not if it is %j and the value %j", (mask, value) => {
    expect(showsOtherValue(mask, value)).toBe(false);
  });

  it.each([["FAAB****"], ["****CREW"], ["EA…TE"]])("if it is %j", (mask) => {
    expect(showsOtherValue(mask, "EAABsb_SECRET")).toBe(true);
  });
});
