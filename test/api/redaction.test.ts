import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedaction } from "../../core/text/redaction.ts";

/** Every character that some form writes another way. */
const SECRET = `-----BEGIN-----\nab/c d+"é😀"\\%41&\n-----END-----`;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function inAscii(text: string): string {
  const escape = (each: string): string => String.raw`\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~]/g, escape);
}

/** The forms in which other programs repeat a text. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "in JSON with escaped slashes": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`),
  "in JSON of ASCII": inAscii,
  "in the path of a URL": encodeURIComponent,
  "in the query of a URL": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  "in a URL with lower-case escapes": (text) =>
    new URLSearchParams({ text })
      .toString()
      .slice("text=".length)
      .replaceAll(/%../g, (each) => each.toLowerCase()),
  "in base64": base64,
  "in base64, after one byte": (text) => base64(`:${text}`),
  "in base64, after two bytes and before others": (text) => base64(`u:${text}:xyz`),
  "in base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  "in a URL of RFC 3986": (text) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`),
  "in a URL that keeps slashes": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
  "in a URL that escapes little": (text) => encodeURI(text).replaceAll("&", "%26"),
  "in JSON that escapes all that a browser may take for more": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(
        /[&+/]|[^ -~]/g,
        (each) => String.raw`\u${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
      ),
  "in base64 of lines of 76": (text) => base64(text).replaceAll(/.{76}/g, "$&\r\n"),
  "in base64 of short lines, in JSON": (text) => JSON.stringify(base64(text).replaceAll(/.{10}/g, "$&\n")),
  "in base64, in a URL": (text) => encodeURIComponent(base64(text)),
  "with other line ends": (text) => text.replaceAll("\n", "\r\n"),
  "on one line": (text) => text.replaceAll("\n", " "),
  "in JSON in JSON": (text) => JSON.stringify(JSON.stringify(text)),
  "in JSON in a URL": (text) => encodeURIComponent(JSON.stringify(text)),
  "in a URL in a URL": (text) => encodeURIComponent(encodeURIComponent(text)),
};

/** Forms in base64: each of two layers. */
const IN_BASE64: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    Object.entries(FORMS).flatMap(([form, write]) => [
      [`${form}, in base64`, (text: string) => base64(write(text))],
      [`${form}, in base64 within more`, (text: string) => base64(`u:${write(text)}:xyz`)],
    ]),
  ),
  "in a header, in base64": (text) => base64(`Authorization: Basic ${base64(`é:${text}`)}\r\n`),
  "in a document, in base64 of lines": (text) =>
    base64(JSON.stringify({ name: "é", key: text }, null, 2)).replaceAll(/.{64}/g, "$&\n"),
  "in a document, in base64 of lines, in JSON": (text) =>
    JSON.stringify(base64(JSON.stringify({ key: text })).replaceAll(/.{76}/g, "$&\r\n")),
  "in a URL, in base64 for URLs, in a path": (text) =>
    `/a/${Buffer.from(encodeURIComponent(text)).toString("base64url")}/b`,
};

describe("a secret is taken out of a text", () => {
  it.each(Object.entries(FORMS))("%s", (_form, write) => {
    const { redact } = createRedaction([SECRET]);
    const redacted = redact(`before ${write(SECRET)} after`);
    // Base64 shares its first and last characters with the bytes before and after.
    expect(redacted).toMatch(/^before [\w=\\"%]{0,6}\(secret\)[\w=\\"%]{0,8} after$/);
  });

  it.each(Object.entries(IN_BASE64))("%s", (_form, write) => {
    const { redact } = createRedaction([SECRET]);
    const redacted = redact(`before ${write(SECRET)} after`);
    expect(redacted).toMatch(/^before .*\(secret\).* after$/s);
    // What is left of the base64 holds nothing of the secret.
    const left = redacted
      .replaceAll("(secret)", " ")
      .split(/[^\w+/-]+/)
      .flatMap((part) => [0, 1, 2, 3].map((from) => Buffer.from(part.slice(from), "base64").toString()));
    for (const part of left) expect(part).not.toMatch(/BEGIN|ab.{0,3}c.{0,3}d|END-|LS0t|QkVH|VORC/);
  });

  it("without the white space at its ends", () => {
    const redaction = createRedaction([]);
    redaction.add([" late-secret\n"]);
    expect(redaction.redact("a late-secret, and more")).toBe("a (secret), and more");
  });

  it("the longer one, where one begins like another", () => {
    const redaction = createRedaction([]);
    redaction.add(["secret-1", "secret-123"]);
    expect(redaction.redact("secret-123 secret-1")).toBe("(secret) (secret)");
  });

  it("as a whole, where one overlaps or follows another", () => {
    const { redact } = createRedaction(["secret-one", "one-and-two", "secret-three"]);
    expect(redact("a secret-one-and-two b")).toBe("a (secret) b");
    expect(redact("a secret-onesecret-three b")).toBe("a (secret) b");
  });

  it.each([
    ["as it is", (text: string) => text],
    ["with another line end", (text: string) => text.replaceAll("\n", "\r\n")],
    ["in JSON", JSON.stringify],
    ["in JSON with escaped slashes", (text: string) => JSON.stringify(text).replaceAll("/", String.raw`\/`)],
    ["in a URL", (text: string) => encodeURIComponent(text).replaceAll("%C3%BC", "%FC")],
    ["in base64", btoa],
  ])("in base64 of Latin-1, %s", (_form, write) => {
    const secret = 'Schlüssel\n/für"Kunden-2026';
    const { redact } = createRedaction([secret]);
    for (const around of [write(secret), `u:${write(secret)}`, `ü:${write(secret)}`, `ü::${write(secret)}:xyz`]) {
      for (const encoded of [btoa(around), Buffer.from(around, "latin1").toString("base64url")]) {
        const left = redact(encoded).replaceAll("(secret)", " ").split(" ");
        expect(left).not.toEqual([encoded]);
        for (const part of left) expect(Buffer.from(part, "base64").toString("latin1")).not.toMatch(/chl|Kund|2026/);
      }
    }
  });

  it("as often as it is there", () => {
    const { redact } = createRedaction(["s3cr/t+value"]);
    expect(redact(base64(`${encodeURIComponent("s3cr/t+value")} `.repeat(150_000)))).toContain("(secret)");
  });

  it.each([1, 2, 3])("in base64 of bytes that lack %i of a character, and of any others", (lacking) => {
    const { redact } = createRedaction(["s3cr/t+value"]);
    const [broken, secret] = [Buffer.from("😀").subarray(0, 4 - lacking), Buffer.from("s3cr%2Ft%2Bvalue")];
    const write = (...parts: readonly (Uint8Array | readonly number[])[]): string =>
      Buffer.concat(parts.map((part) => Uint8Array.from(part))).toString("base64");
    for (const text of [write(secret, broken), write(broken, secret), write(secret, broken, secret)])
      expect(redact(text)).toContain("(secret)");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (before, after) => {
        expect(redact(write(before, [0], secret, [0], after))).toContain("(secret)");
        expect(redact(write(before, broken))).toBe(write(before, broken));
      }),
    );
  });

  it("only from 8 characters: a shorter one would garble other texts", () => {
    const redaction = createRedaction(["tok", "12345678"]);
    redaction.add(["1234567", "true", "1"]);
    expect(redaction.redact("token tok 1234567, true, 12345678")).toBe("token tok 1234567, true, (secret)");
  });

  it("however long it is", () => {
    const long = SECRET.repeat(1_000);
    const { redact } = createRedaction([long]);
    for (const form of [long, JSON.stringify(long).slice(1, -1), encodeURIComponent(long)])
      expect(redact(`before ${form} after`)).toBe("before (secret) after");
  });

  it("as a whole where the text is cut", () => {
    const { redact } = createRedaction([SECRET]);
    for (const write of Object.values({ ...FORMS, ...IN_BASE64 })) {
      const text = `before ${write(SECRET)} after`;
      const whole = redact(text);
      const begin = whole.indexOf("(secret)");
      for (let length = 0; length < text.length; length += 1) {
        const cut = redact(text, { length });
        expect(cut).toBe(length <= begin ? text.slice(0, length) : whole.slice(0, cut.length));
      }
    }
  });

  it.each([
    ["looks like an escape", String.raw`%41\n\u0041%2f`],
    ["begins like the end of one", "41bcdefgh"],
    ["ends like the start of one", String.raw`abcdefgh%4`],
    ["is mostly escapes", "%41%41%41"],
    ["begins and ends with a plus", "+abcdef+"],
  ])("if it %s", (_what, secret) => {
    const { redact } = createRedaction([secret]);
    for (const text of [`"${secret}"`, `%${secret}41`, `\\${secret}"`]) expect(redact(text)).toContain("(secret)");
    for (const write of [encodeURIComponent, (text: string) => JSON.stringify(text).slice(1, -1)])
      expect(redact(`"${write(secret)}"`).replaceAll(/["\s]/g, "")).toBe("(secret)");
  });

  it.each([
    ["a text and a secret that repeat themselves", "a".repeat(10_000), "a"],
    ["secrets that nearly occur everywhere", `${"ab".repeat(5_000)}c`, "ab"],
    ["many starts of a secret", `secret-${"x".repeat(100)}`, "secret-x"],
    ["nothing but escapes", "s3cr/t+value", "%2F"],
    ["nothing but escapes of escapes", "s3cr/t+value", String.raw`\\\u0041`],
    ["base64 that is text wherever it begins", "s3cr/t+value", "VVVV"],
    ["short texts in base64", "s3cr/t+value", base64("\0\0s3cr%2ft\0")],
    ["base64 in base64 in base64", "s3cr/t+value", base64(base64(base64("s3cr%2ft+valu")))],
  ])("in linear time: %s", (_what, secret, part) => {
    const { add, redact } = createRedaction([]);
    add(Array.from({ length: 20 }, (_, index) => `${secret}${index}`));
    const text = part.repeat(200_000 / part.length);
    const began = process.threadCpuUsage();
    redact(text);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(4_000);
  });

  it("also where it is no well-formed text", () => {
    expect(createRedaction(["broken-\uD800-text"]).redact("a broken-\uD800-text")).toBe("a (secret)");
  });

  it("and leaves the rest as it is, whatever the secrets and the text are", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "/", " ", '"', "😀"), minLength: 8, maxLength: 12 });
    const secrets = fc.array(
      word.filter((text) => text.trim().length >= 8),
      { minLength: 1, maxLength: 5 },
    );
    const texts = secrets.chain((known) =>
      fc.tuple(fc.constant(known), fc.array(fc.oneof(fc.constantFrom(...known), fc.constantFrom("a", "/", " ", "x")))),
    );
    fc.assert(
      fc.property(texts, ([known, parts]) => {
        const text = parts.join("");
        const redacted = createRedaction(known).redact(text);
        for (const secret of known) expect(redacted).not.toContain(secret.trim());
        // What is left stands in the text in the same order.
        let from = 0;
        for (const rest of redacted.split("(secret)")) {
          const at = text.indexOf(rest, from);
          expect(at).toBeGreaterThanOrEqual(0);
          from = at + rest.length;
        }
      }),
    );
  });
});

describe("a secret that is a name", () => {
  const NAMES = ["org_1/production/edgee/warehouse-export", "org_1/production/checkout.example.com"];

  it.each([
    ["a segment of a key", "production"],
    ["several segments of a key", "edgee/warehouse-export"],
    ["a host name", "checkout.example.com"],
    ["the end of a host name", "example.com"],
    ["a label of a host name", "checkout"],
  ])("is shown: %s", (_what, secret) => {
    const redaction = createRedaction([]);
    redaction.add([secret]);
    redaction.addNames(NAMES);
    expect(redaction.isName(secret)).toBe(true);
    expect(redaction.redact(`delete ${secret} and ${base64(secret)}`)).toBe(`delete ${secret} and ${base64(secret)}`);
  });

  it("is replaced if it is only a part of a segment", () => {
    const redaction = createRedaction([]);
    redaction.addNames(NAMES);
    redaction.add(["warehouse", "product"]);
    expect(redaction.isName("warehouse")).toBe(false);
    expect(redaction.redact("the warehouse")).toBe("the (secret)");
  });

  it("is replaced if it is a token, and then in names too", () => {
    const redaction = createRedaction(["production"]);
    redaction.addNames(NAMES);
    redaction.add(["another-secret"]);
    expect(redaction.redact("production")).toBe("(secret)");
    expect(redaction.redactTokens(`org_1/production/another-secret/${base64("x:production")}`)).toMatch(
      /^org_1\/\(secret\)\/another-secret\/\w+\(secret\)\w*$/,
    );
  });

  it("in a text that takes too long to search hides the text as a whole", () => {
    const alike = Array.from({ length: 20_000 }, (_, index) => `sk_live_${String(index).padStart(6, "0")}`);
    const { add, redact } = createRedaction([]);
    add(alike);
    const began = process.cpuUsage().user;
    expect(redact("sk_liv".repeat(20_000))).toBe("(secret)");
    expect(redact(`no ${alike[7]} here`)).toBe("no (secret) here");
    // Comparing each secret at each place takes minutes.
    expect(process.cpuUsage().user - began).toBeLessThan(20_000_000);
  });

  it("of very many segments takes no time", () => {
    const redaction = createRedaction([]);
    redaction.addNames(["a.".repeat(50_000)]);
    expect(redaction.isName("a.a")).toBe(true);
  });
});

it("a secret that lies across two parts of a long text in base64 is hidden", () => {
  const secret = 'p@ss/wörd "7"';
  const redaction = createRedaction([]);
  redaction.add([secret]);
  const sizeOfPart = 0x4_0000;
  for (const inner of [JSON.stringify(secret), encodeURIComponent(secret)]) {
    const before = "x".repeat((sizeOfPart * 3) / 4 - 8);
    const shown = redaction.redact(Buffer.from(`${before}${inner}${"y".repeat(30)}`).toString("base64"));
    expect(Buffer.from(shown, "base64").toString()).not.toContain(inner);
  }
});
