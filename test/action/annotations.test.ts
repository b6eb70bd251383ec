import { describe, expect, it } from "vitest";
import { play, projectFile } from "./service.ts";

/** The annotations of a plan. */
async function annotations(files: Readonly<Record<string, string>>, inputs = {}): Promise<string[]> {
  const { stdout } = await play(files, { mode: "plan", inputs });
  return stdout.split("\n").filter((line) => line.startsWith("::error title="));
}

describe("annotations", () => {
  it("use paths relative to the repository, for any working directory", async () => {
    const files = { "sites/eu/a.yaml": projectFile("a", "  force_htps: true\n") };
    expect(await annotations(files, { files: "eu/*.yaml", "working-directory": "sites" })).toEqual([
      expect.stringMatching(/^::error title=projectsync,file=sites\/eu\/a\.yaml,line=5,col=3::/),
    ]);
  });

  it("report an error of the catalogue once", async () => {
    const components = 'components:\n  edgee/ga4: { version: "9.9.9" }\n';
    expect(await annotations({ "a.yaml": projectFile("a", components) })).toEqual([
      expect.stringContaining("edgee/ga4 has no version 9.9.9"),
    ]);
  });

  it("report a blocked project without its children, so that other projects fit in the limit", async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `  - d${index}.example.com\n`).join("");
    const files = {
      "a.yaml": projectFile("a", `  must_exist: true\ndomains:\n${domains}`),
      "b.yaml": projectFile("b", "  must_exist: true\n"),
    };
    expect(await annotations(files)).toEqual([
      expect.stringContaining("org_1/a is blocked:"),
      expect.stringContaining("org_1/b is blocked:"),
    ]);
  });

  it("are within GitHub's limit, and what they leave out is counted", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `s${index}`);
    const files = names.map((name) => [`${name}.yaml`, projectFile(name, "  force_htps: true\n")] as const);
    const { stdout, summary } = await play(Object.fromEntries(files), { mode: "plan" });
    const errors = stdout.split("\n").filter((line) => line.startsWith("::error"));
    expect(errors).toHaveLength(10);
    expect(errors[8]).toBe("::error title=projectsync::… and 92 more errors, see the summary.");
    expect(errors[9]).toContain("Invalid project files.");
    expect(summary.match(/force&#95;htps/g)).toHaveLength(100);
  });

  it("name the line of a file of an organization that the input organizations does not list", async () => {
    const inputs = { organizations: "org_2\norg_3" };
    expect(await annotations({ "a.yaml": projectFile("site") }, inputs)).toEqual([
      expect.stringMatching(/file=a\.yaml,line=\d+,.*this run may change only org_2, org_3, not org_1/),
    ]);
  });
});
