import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { good } from "./load.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = await readFile(path.join(ROOT, "docs/project-file.md"), "utf8");
const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

describe("docs/project-file.md", () => {
  it("has the tables that the schema generates", async () => {
    const check = promisify(execFile)(process.execPath, [path.join(ROOT, "scripts/write-docs.ts"), "--check"]);
    await expect(check).resolves.toMatchObject({ stderr: "" });
  });

  it("has examples", () => expect(blocks.length).toBeGreaterThan(2));

  it.each(blocks)("has an example that is valid (%#)", (block) => {
    const environment = {
      GA_ID: "G-1",
      PREVIEW_HOST: "pr-1.example.com",
      ORGANIZATION: "org_1",
      OFFICES: "203.0.113.7, 198.51.100.0/24",
      IS_PRODUCTION: "true",
      META_TOKEN: "a-token-of-meta",
    };
    expect(good(block, { environment }).project.declared.slug).toMatch(/-site$/);
  });
});
