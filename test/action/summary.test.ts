import { expect, it } from "vitest";
import { play, projectFile } from "./service.ts";

/** GitHub drops a longer summary. */
const MAX_BYTES = 1024 * 1024;

it("the job summary stays below GitHub's limit, and counts the rows it leaves out", async () => {
  const fields = Array.from({ length: 20 }, (_, index) => `    field_${index}: "${"*".repeat(200)}"\n`).join("");
  const files = Array.from({ length: 120 }, (_, index) => [
    `${index}.yaml`,
    projectFile(`p${index}`, `  extra:\n${fields}`),
  ]);
  const { summary, outputs } = await play(Object.fromEntries(files), { mode: "plan" });
  expect(outputs["create"]).toBe("120");
  expect(Buffer.byteLength(summary)).toBeLessThan(MAX_BYTES);
  expect(Buffer.byteLength(summary)).toBeGreaterThan(MAX_BYTES / 2);
  expect(summary).toMatch(/^## projectsync plan: .*\n\nPlan: \*\*120 to create\*\*/);
  expect(summary).toMatch(/^… and \d+ more\. The report file \(output report-path\) lists all\.$/m);
});
