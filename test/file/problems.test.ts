import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { problemsOf, PROJECT } from "./load.ts";

/*
 * Project files with problems, and what is said of them, to be read. To add one, write a block of YAML with an empty block of text below it
 * into the document, and run `npx vitest run --project unit test/file/problems.test.ts -u`; read the difference before you commit it.
 */

const DOCUMENT = path.join(import.meta.dirname, "golden/problems.md");
const CASE = /^```yaml( line 5)?\n([^]*?)^```\n\n```text\n[^]*?^```$/gm;

const environment = {
  NAME: "value",
  KEY: "canary-of-a-secret",
  EMPTY: "",
  SHORT: "s7#Kp",
  ZERO: "0",
  HALF: "0.5",
  KEYS: "203.0.113.7, canary",
};

it("each project file has the problems that the document shows", async () => {
  const text = await readFile(DOCUMENT, "utf8");
  const loaded = text.replaceAll(CASE, (_case, rest: string | undefined, yaml: string) => {
    const problems = problemsOf(rest === undefined ? yaml : PROJECT + yaml, { environment });
    expect(problems.join("\n")).not.toMatch(/canary|s7#Kp/);
    return `\`\`\`yaml${rest ?? ""}\n${yaml}\`\`\`\n\n\`\`\`text\n${problems.map((line) => `${line}\n`).join("")}\`\`\``;
  });
  await expect(loaded).toMatchFileSnapshot(DOCUMENT);
});
