import { expect, it } from "vitest";
import { checkOut, projectFile, startService } from "./service.ts";

/** GitHub drops a longer summary. */
const MAX_BYTES = 1024 * 1024;

it("the job summary stays below GitHub's limit, and counts the rows it leaves out", async () => {
  const settings = Array.from({ length: 20 }, (_, index) => `setting_${index}`);
  const field = (name: string) => ({ name, title: name, type: "string" as const, required: false });
  const catalogue = [
    {
      id: "cmp_big",
      slug: "edgee/big",
      latest_version: "1.0.0",
      versions: { "1.0.0": { dynamic_fields: settings.map(field) } },
    },
  ];
  await using service = await startService({ seed: { catalogue } });
  const values = settings.map((name) => `      ${name}: "${"*".repeat(200)}"\n`).join("");
  const component = `components:\n  edgee/big:\n    version: "1.0.0"\n    settings:\n${values}`;
  const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
  await using checkout = await checkOut(
    Object.fromEntries(names.map((name) => [`${name}.yaml`, projectFile(name, component)])),
  );
  const { summary, outputs } = await service.run({ mode: "plan", ...checkout, inputs: { files: "*.yaml" } });
  expect(outputs["create"]).toBe("240");
  expect(Buffer.byteLength(summary)).toBeLessThan(MAX_BYTES);
  expect(Buffer.byteLength(summary)).toBeGreaterThan(MAX_BYTES / 2);
  expect(summary).toMatch(/^## projectsync plan: .*\n\nPlan: \*\*240 to create\*\*/);
  expect(summary).toMatch(/^… and \d+ more\. The report file \(output report-path\) lists all\.$/m);
});
