import { expect, it } from "vitest";
import { checkOut, projectFile, startService } from "./service.ts";

it("shows the plan with its fields, then the outcomes, then the counts", async () => {
  await using service = await startService();
  await using checkout = await checkOut({
    "a.yaml": projectFile("a", "  description: Shop\ndomains: [a.example.com]\n"),
  });
  const inputs = { files: "a.yaml" };
  const { stdout } = await service.run({ mode: "apply", ...checkout, inputs });
  const lines = stdout.split("\n").filter((line) => !line.startsWith("::"));
  const start = lines.indexOf("org_1/a");
  expect(lines.slice(start, lines.findIndex((line) => line.startsWith("Apply:")) + 1)).toEqual([
    "org_1/a",
    "  + create    project  a.yaml:2:1",
    '      description: "Shop"',
    "  + create    domain a.example.com  a.yaml:6:11",
    "",
    "Plan: 2 to create",
    "+ create project org_1/a done (prj_1)",
    "+ create domain org_1/a/a.example.com done",
    "Domains: 1 not ready",
    "  org_1/a/a.example.com: DNS does not point at the service yet",
    "Apply: 2 done",
  ]);
  const plan = await service.run({ mode: "plan", ...checkout, inputs });
  expect(plan.stdout).toMatch(/^✓ No changes\. 2 unchanged$/m);
});
