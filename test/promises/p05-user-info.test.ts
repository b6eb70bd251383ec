import { expect, it } from "vitest";
import { excerpt } from "../../provider/api/answers.ts";
import { createRedaction } from "../../provider/api/redaction.ts";

/* P5: user names and passwords of URLs are in no message (test/api/user-info.test.ts: which texts have them). */

const PASSWORD = "live-password";

it.each([
  ["alone", `https://u:${PASSWORD}@h`],
  ["in a sentence", `cannot reach "https://u:it's-${PASSWORD}@h/x": refused`],
  ["of any length", `https://u:${`${PASSWORD}-`.repeat(10_000)}@h`],
  ["at the place where the text is cut", `${"x ".repeat(32_765)}https://u:${PASSWORD}@h`],
  ["with a tab between the slashes", `no: https:/\t/user:${PASSWORD}@h/x`],
  ["with a declared secret in it", `https://u:declared-secret-${PASSWORD}@h`],
])("are hidden %s", (_what, text) => {
  const { redact } = createRedaction(["declared-secret"]);
  expect(excerpt(text, redact)).not.toContain("live-pass");
});

it.each(["\n", "\t", "\r\n", " ", "  ", "\u00A0", "\u2028"])("are hidden with %j in them", (space) => {
  const { redact } = createRedaction([]);
  for (const text of [`no: https://u:${PASSWORD}${space}@h/x`, `no: https://u:${space}${PASSWORD}@h/x`])
    expect(excerpt(text, redact)).toBe("no: https://(sensitive)@h/x");
});
