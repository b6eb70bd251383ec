import { describe, expect, it } from "vitest";
import { wrapLine } from "../../cli/terminal.ts";
import { startPlace } from "./command-place.ts";

describe("a long line on a terminal", () => {
  it("is broken between words, and indented below its start", () => {
    expect(wrapLine("  note: one two three four five six seven", 26)).toBe(
      "  note: one two three \n    four five six seven",
    );
  });

  it("is broken anywhere if a word is longer than a row", () => {
    expect(wrapLine(`  a: ${"x".repeat(30)}`, 26)).toBe(`  a: ${"x".repeat(19)}\n    ${"x".repeat(11)}`);
  });

  it.each([
    ["it fits exactly", "a".repeat(26), 26],
    ["the terminal is too narrow", `      ${"word ".repeat(20)}end`, 20],
  ])("is unchanged if %s", (_case, line, columns) => {
    expect(wrapLine(line, columns)).toBe(line);
  });

  it("keeps all spaces, so that two lines that differ only in them are not the same", () => {
    const lines = ["", " ", "  ", "   "].map((spaces) => wrapLine(`  a: ${"x".repeat(20)}${spaces}b`, 26));
    expect(new Set(lines).size).toBe(4);
  });

  it("keeps its colours", () => {
    expect(wrapLine(`\u001B[31m${"error ".repeat(5)}end\u001B[39m`, 24)).toBe(
      "\u001B[31merror error error \u001B[39m\n  \u001B[31merror error end\u001B[39m",
    );
  });

  const words = "a long description with many words ".repeat(5).trim();
  const file = `version: 1\nproject: { organization_id: org_1, slug: site, description: ${words} }\n`;

  it.each([80, 40, 30])("fits into %i columns in a plan", async (columns) => {
    await using place = await startPlace({ seed: { organizations: ["org_1"] } });
    await place.write("projectsync.yaml", file);
    const { screen } = await place.onTerminal(["plan"], { columns });
    expect(screen.filter((line) => line.length > columns)).toEqual([]);
    expect(screen.map((line) => line.trim()).join(" ")).toContain(words);
  });

  it("stays one line in a pipe, and in JSON on a terminal", async () => {
    await using place = await startPlace({ seed: { organizations: ["org_1"] } });
    await place.write("projectsync.yaml", file);
    expect((await place.run(["plan"])).stdout).toContain(words);
    const { written } = await place.onTerminal(["plan", "--json"], { columns: 40 });
    expect(JSON.parse(written)).toMatchObject({ counts: { create: 1 } });
  });
});
