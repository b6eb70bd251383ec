import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADDRESS_OR_NETWORK } from "../../provider/file/ip-address.ts";
import { isAddressOrNetwork } from "../../provider/file/ip-address.ts";

const pattern = new RegExp(ADDRESS_OR_NETWORK, "u");

describe("the pattern of addresses and networks", () => {
  it.each([
    "::",
    "::1",
    "1::",
    "::ffff:203.0.113.7",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "2001:db8::/128",
    "0.0.0.0/0",
  ])("accepts %s", (text) => expect([isAddressOrNetwork(text), pattern.test(text)]).toEqual([true, true]));

  it.each(["", ":", ":::", "1::2::3", "1:2:3:4:5:6:7:8::", "fe80::1%eth0", "203.0.113.07", "::/129", "1.2.3.4/08"])(
    "refuses %j",
    (text) => expect([isAddressOrNetwork(text), pattern.test(text)]).toEqual([false, false]),
  );

  it("matches exactly what the function accepts", () => {
    const part = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(":", ":", "::", "a", "12", "1a2b", "0", "12345") },
      fc.constantFrom("1.2.3.4", ".", "1.2.3", "256.1.1.1", "/", "/24", "/33", "/128", "/129", "%", "/064"),
    );
    const groups = fc.array(part, { maxLength: 18 }).map((parts) => parts.join(""));
    const near = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), fc.nat(40), fc.nat(3), part);
    const edited = near.map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    const text = fc.oneof(
      groups,
      edited,
      fc.ipV6(),
      fc.tuple(fc.ipV6(), fc.nat(140)).map(([ip, n]) => `${ip}/${n}`),
    );
    fc.assert(
      fc.property(text, (text) => {
        expect(pattern.test(text)).toBe(isAddressOrNetwork(text));
      }),
      { numRuns: 5000 },
    );
  });
});
