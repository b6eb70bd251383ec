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

it("the job summary tells two components with the same name apart", async () => {
  const component = { id: "pc_a", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
  const project = { id: "prj_1", organization_id: "org_1", slug: "a", type: "proxy" as const };
  await using service = await startService({
    seed: { projects: [{ ...project, components: [component, { ...component, id: "pc_b" }] }] },
    faults: { service: { duplicateComponents: true } },
  });
  const pinned = "components:\n  edgee/ga4: { id: pc_a, settings: { measurement_id: G-2 } }\n";
  await using checkout = await checkOut({ "a.yaml": projectFile("a", pinned) });
  const { summary } = await service.run({ mode: "apply", ...checkout, inputs: { files: "a.yaml" } });
  const [changes = "", unmanaged = ""] = summary.split("### Unmanaged (1)");
  expect(changes).toMatch(/^\| update .*\| done \|/m);
  expect(unmanaged).toContain("<code>pc&#95;b</code>");
  expect(unmanaged).not.toContain("done");
});
