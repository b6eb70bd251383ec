import { describe, expect, it } from "vitest";
import { createRedaction } from "../../provider/api/redaction.ts";

const LINES = "-----BEGIN-----\nab/c d\n-----END-----";

describe("a secret is taken out of a text", () => {
  it.each([
    ["as it is", LINES],
    ["on one line", LINES.replaceAll("\n", " ")],
    ["as JSON", JSON.stringify(LINES).slice(1, -1)],
    [
      "as PHP's JSON",
      JSON.stringify(LINES)
        .slice(1, -1)
        .replaceAll("/", String.raw`\/`),
    ],
    ["as a part of a URL", encodeURIComponent(LINES)],
    ["in lower case", LINES.toLowerCase()],
    ["in upper case", LINES.toUpperCase()],
    ["in upper case, as a part of a URL", encodeURIComponent(LINES).toUpperCase()],
    ["in upper case, as JSON", JSON.stringify(LINES.toUpperCase()).slice(1, -1)],
  ])("%s", (_case, form) => {
    const redaction = createRedaction([]);
    redaction.add([LINES]);
    expect(redaction.redact(`before ${form} after`)).toBe("before (secret) after");
  });

  it("the longer one first, where one begins like another", () => {
    const redaction = createRedaction([]);
    redaction.add(["secret-1", "secret-123"]);
    expect(redaction.redact("secret-123")).toBe("(secret)");
  });

  it("only from 8 characters: a shorter one would garble other texts", () => {
    const redaction = createRedaction(["tok", "12345678"]);
    redaction.add(["1234567"]);
    expect(redaction.redact("token tok 1234567, 12345678")).toBe("token tok 1234567, (secret)");
  });

  it.each([4_000, 65_000])("however long it is, also where it was cut off (%i characters)", (length) => {
    const secret = Array.from({ length }, (_, index) =>
      String.fromCodePoint(33 + ((index * 31 + (index >> 5)) % 90)),
    ).join("");
    const redaction = createRedaction([]);
    redaction.add([secret]);
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      expect(redaction.redact(`before ${form} after`)).toBe("before (secret) after");
    expect(redaction.redact(`before ${secret.slice(0, 1_000)}`)).not.toContain(secret.slice(150, 250));
  });

  it("also where it was cut off and begins with an emoji", () => {
    const pieces = ["😀".repeat(60), "x".repeat(60)];
    const redaction = createRedaction([pieces.join("")]);
    expect(redaction.redact(`before ${pieces[0]} after`)).toBe("before (secret) after");
  });

  it("also of a text that was redacted before the secret was known", () => {
    const redaction = createRedaction([]);
    expect(redaction.redact("a late-secret")).toBe("a late-secret");
    redaction.add(["late-secret"]);
    expect(redaction.redact("a late-secret")).toBe("a (secret)");
  });

  it("also where it is no well-formed text", () => {
    const redaction = createRedaction([]);
    redaction.add(["broken-\uD800-text"]);
    expect(redaction.redact("a broken-\uD800-text")).toBe("a (secret)");
  });
});
