import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { canonicalHostName, explainHostName } from "../../core/resources/host-name.ts";
import { connect } from "../api/connect.ts";

const label63 = "a".repeat(63);

describe("a host name", () => {
  it.each([
    ["www.example.com", "www.example.com"],
    ["WWW.Example.COM", "www.example.com"],
    ["www.example.com.", "www.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER.example.", "xn--bcher-kva.example"],
    ["bu\u0308cher.example", "xn--bcher-kva.example"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.EXAMPLE", "xn--bcher-kva.example"],
    ["faß.de", "xn--fa-hia.de"],
    // Not fass.de, as Node.js 22 reads it.
    ["FAẞ.de", "xn--fa-hia.de"],
    ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["例え。テスト。", "xn--r8jz45g.xn--zckzah"],
    ["ｗｗｗ.example.com", "www.example.com"],
    ["1and1.example", "1and1.example"],
    ["a--b.example", "a--b.example"],
    [`${label63}.example`, `${label63}.example`],
    ["1.2.3.4.example", "1.2.3.4.example"],
    ["example.a1", "example.a1"],
    ["example.1a", "example.1a"],
  ])("%j is %j", (text, canonical) => {
    expect(canonicalHostName(text)).toBe(canonical);
  });

  it.each([
    ["nothing", ""],
    ["a dot", "."],
    ["a single label", "localhost"],
    ["a path", "a/b.com"],
    ["a path behind it", "example.com/a"],
    ["a backslash", "a\\b.com"],
    ["an address", "127.0.0.1"],
    ["a short address", "127.1"],
    ["an address in another base", "0x7f.0x1"],
    ["an address with a dot", "127.0.0.1."],
    ["a number at the end", "example.123"],
    ["an IPv6 address", "[::1]"],
    ["a label of 64 characters", `a${label63}.com`],
    ["more than 253 characters", `${`${label63}.`.repeat(4)}com`],
    ["an empty label", "a..b"],
    ["an empty label at the beginning", ".example.com"],
    ["two dots at the end", "example.com.."],
    ["a hyphen at the beginning", "-a.com"],
    ["a hyphen at the end", "a-.com"],
    ["an underscore", "_dmarc.example.com"],
    ["a wildcard", "*.example.com"],
    ["broken punycode", "xn--a.com"],
    ["empty punycode", "xn--.com"],
    ["punycode that needs none", "xn--abc-.com"],
    ["a port", "example.com:443"],
    ["a URL", "https://example.com"],
    ["a user", "user@example.com"],
    ["a space", "exa mple.com"],
    ["a space around it", " example.com"],
    ["a line break", "example.com\n"],
    ["a percent sign", "%65xample.com"],
    ["a null", "example.com\0"],
    ["directions mixed", "aא.example"],
    ["a joiner that joins nothing", "a\u200db.example"],
  ])("is not %s: %j", (_what, text) => {
    expect(canonicalHostName(text)).toBeUndefined();
  });

  const part = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9-]{1,10}$/),
    fc.constantFrom(
      "bücher",
      "ß",
      "例え",
      "xn--bcher-kva",
      "XN--",
      "xn--a",
      "0x1",
      "7",
      "",
      "*",
      "_a",
      "\u200d",
      "İ",
      "ſ",
    ),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join(".")),
  );

  it("in its canonical form is its own canonical form, whatever the case and the dot at the end", () => {
    const check = fc.check(
      fc.property(text, (name) => {
        const canonical = canonicalHostName(name);
        return (
          canonical === undefined ||
          [canonical, canonical.toUpperCase(), `${canonical}.`].every((form) => canonicalHostName(form) === canonical)
        );
      }),
      { numRuns: 3000 },
    );
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });

  it("in its canonical form is accepted by the emulator, and fits in a path", async () => {
    await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    const client = connect(emulator);
    const names = text.map(canonicalHostName).filter((name) => name !== undefined);
    const property = fc.asyncProperty(names, async (name) => {
      await client.domains.create("prj_1", { name });
      await client.domains.delete("prj_1", name);
    });
    expect(fc.defaultReportMessage(await fc.check(property, { numRuns: 40 }))).toBeUndefined();
  });
});

it.each([
  ["https://x.example.com/a", '"https://x.example.com/a" is a URL; write only the host name: x.example.com'],
  ["https://", '"https://" is a URL; write a host name such as www.example.com'],
  ["x.example.com/a", '"x.example.com/a" has a path; write only the host name: x.example.com'],
  ["x.example.com:8080", '"x.example.com:8080" has a port; write only the host name: x.example.com'],
  ["*.example.com", '"*.example.com" is a wildcard; list each host name, such as www.example.com'],
  ["203.0.113.7", '"203.0.113.7" is an IP address; write a host name such as www.example.com'],
  ["[::1]", '"[::1]" is an IP address; write a host name such as www.example.com'],
  ["localhost", '"localhost" has no domain; write the whole host name, such as www.example.com'],
  ["a..b", '"a..b" is not a host name; write a host name such as www.example.com'],
  ["https://user:canary@x.example.com", "this is a URL; write only the host name: x.example.com"],
  ["user:canary@x.example.com", "this has a user name; write only the host name: x.example.com"],
  ["x.example.com?token=canary", "this has a query; write only the host name: x.example.com"],
])("explains why %s is not a host name", (text, explanation) => expect(explainHostName(text)).toBe(explanation));

it("quotes at most 60 characters of what is not a host name", () => {
  expect(explainHostName("a".repeat(100_000)).length).toBeLessThan(200);
});
