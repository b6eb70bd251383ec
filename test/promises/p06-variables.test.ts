import { expect, it } from "vitest";
import { variableFinder } from "../../core/file/file-environment.ts";

/* P6: no project file reads the token of the run: whole, as a part, or encoded (test/api/redaction.test.ts: the encodings). */

const TOKEN = `tk+9f31/${"Zq8".repeat(30)}&==`;

it.each([
  ["whole", TOKEN],
  ["as a part", `Bearer ${TOKEN}!`],
  ["in a URL that keeps slashes", `https://h/?t=${encodeURIComponent(TOKEN).replaceAll("%2F", "/")}`],
  [
    "in a URL that escapes little",
    `https://h/${encodeURIComponent(TOKEN).replaceAll(/%(?:2B|3D|26)/g, decodeURIComponent)}`,
  ],
  [
    "in JSON that escapes more",
    JSON.stringify(TOKEN)
      .replaceAll("+", String.raw`\u002B`)
      .replaceAll("&", String.raw`\u0026`),
  ],
  ["in base64 of lines of 76", Buffer.from(TOKEN).toString("base64").replaceAll(/.{76}/g, "$&\n")],
  ["in base64 of a longer text", Buffer.from(`user:${TOKEN}:x`).toString("base64url")],
])("refuses a variable that holds it %s", (_what, value) => {
  const find = variableFinder({ OTHER: value, PROJECTSYNC_A_TOKEN: TOKEN, PROJECTSYNC__TOKEN: TOKEN }, {});
  expect(find("PROJECTSYNC__TOKEN")).toHaveProperty("refused");
  expect(find("OTHER")).toEqual({ refused: expect.stringContaining("holds the token of this run") });
  expect(find("PROJECTSYNC_A_TOKEN")).toHaveProperty("refused");
  expect(variableFinder({ OTHER: "harmless" }, { tokens: [TOKEN] })("OTHER")).toEqual({ value: "harmless" });
});
