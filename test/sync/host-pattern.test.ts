import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import { parseHostPattern } from "../../sync/run/sweep.ts";

const PATTERN = "pr-{number}.preview.example.com";
const numberIn = parseHostPattern("--domains", PATTERN);

describe("a pattern of host names", () => {
  it.each([
    ["pr-7.preview.example.com", 7],
    ["pr-10.preview.example.com", 10],
    ["pr-999999999.preview.example.com", 999_999_999],
  ])("matches %s", (hostName, number) => {
    expect(numberIn(hostName)).toBe(number);
  });

  it.each([
    ["more digits than a pull request has", "pr-20261124001.preview.example.com"],
    ["two numbers", "pr-7-8.preview.example.com"],
    ["something behind", "pr-7.preview.example.com.evil.example"],
    ["a wildcard above", "*.pr-7.preview.example.com"],
    ["a port", "pr-7.preview.example.com:443"],
  ])("does not match %s", (_case, hostName) => {
    expect(numberIn(hostName)).toBeUndefined();
  });

  it("is compared in the canonical form, also where an international name moves its letters", () => {
    for (const pattern of ["PR-{number}.Bücher.Example", "bücher-{number}.example.com", "{number}-日本.example.com."]) {
      const find = parseHostPattern("--domains", pattern);
      const hostName = canonicalHostName(pattern.replace("{number}", "17")) ?? "";
      expect(hostName).toMatch(/xn--/);
      expect(find(hostName)).toBe(17);
      expect(find(hostName.replace("17", "18x"))).toBeUndefined();
    }
  });

  it("finds a number only in the host name that the pattern gives with it", () => {
    const label = fc.stringMatching(/^[a-zü日0-9-]{0,6}$/u);
    const pattern = fc.tuple(label, label, label).map(([a, b, c]) => `${a}{number}${b}.${c}x.example`);
    const find = (text: string) => {
      try {
        return parseHostPattern("--domains", text);
      } catch {
        return undefined;
      }
    };
    let matches = 0;
    fc.assert(
      fc.property(pattern, fc.nat(20_000), label, (text, number, other) => {
        const inPattern = find(text);
        fc.pre(inPattern !== undefined);
        for (const digits of [String(number), `0${number}`, `${number}${other}`, other]) {
          const hostName = canonicalHostName(text.replace("{number}", digits));
          const found = hostName === undefined ? undefined : inPattern?.(hostName);
          if (found === undefined) continue;
          matches += 1;
          expect(hostName).toBe(canonicalHostName(text.replace("{number}", String(found))));
          expect(digits).toMatch(/[1-9]/);
        }
      }),
    );
    expect(matches).toBeGreaterThan(20);
  });

  it.each([
    ["no place for the number", "pr-7.preview.example.com"],
    ["two places", "{number}.pr-{number}.example.com"],
    ["only the number", "{number}"],
    ["a glob", "pr-*.example.com"],
    ["a glob too", "*-{number}.example.com"],
    ["another name", "pr-{id}.example.com"],
    ["a digit before it, which would be ambiguous", "pr-1{number}.example.com"],
    ["a digit behind it", "pr-{number}0.example.com"],
    ["a URL", "https://pr-{number}.example.com"],
    ["one label", "pr-{number}"],
    ["nothing", ""],
  ])("is refused with %s", (_case, text) => {
    expect(() => parseHostPattern("--domains", text)).toThrow(
      `--domains must be a host name with {number} once and no other digit beside it, such as pr-{number}.preview.example.com, not ${JSON.stringify(text)}.`,
    );
  });
});
