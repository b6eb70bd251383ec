import { describe, expect, it } from "vitest";
import { checkOut, projectFile, startService } from "./service.ts";

const annotations = (stdout: string): string[] =>
  stdout.split("\n").filter((line) => line.startsWith("::error title="));

describe("annotations", () => {
  it("use paths relative to the repository, for any working directory", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "sites/eu/a.yaml": projectFile("a", "  force_htps: true\n") });
    const inputs = { files: "eu/*.yaml", "working-directory": "sites" };
    const { stdout } = await service.run({ mode: "plan", ...checkout, inputs });
    expect(annotations(stdout)).toEqual([
      expect.stringMatching(/^::error title=projectsync,file=sites\/eu\/a\.yaml,line=5,col=3::/),
    ]);
  });

  it("report an error of the catalogue once", async () => {
    await using service = await startService();
    const components = 'components:\n  edgee/ga4: { version: "9.9.9" }\n';
    await using checkout = await checkOut({ "a.yaml": projectFile("a", components) });
    const { stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files: "a.yaml" } });
    expect(annotations(stdout)).toEqual([expect.stringContaining("edgee/ga4 has no version 9.9.9")]);
  });

  it("report a blocked project without its children, so that other projects fit in the limit", async () => {
    await using service = await startService();
    const domains = (count: number): string =>
      `  must_exist: true\ndomains:\n${Array.from({ length: count }, (_, index) => `  - d${index}.example.com\n`).join("")}`;
    await using checkout = await checkOut({
      "a.yaml": projectFile("a", domains(12)),
      "b.yaml": projectFile("b", "  must_exist: true\n"),
    });
    const { stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files: "*.yaml" } });
    expect(annotations(stdout)).toEqual([
      expect.stringContaining("org_1/a is blocked:"),
      expect.stringContaining("org_1/b is blocked:"),
    ]);
  });
});
