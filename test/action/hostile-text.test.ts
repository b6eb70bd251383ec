import { describe, expect, it } from "vitest";
import { hostileCatalogue, HOSTILE_FILE } from "../cli/hostile.ts";
import { checkOut, startService } from "./service.ts";

/** actions/runner runs commands that start a line with `::`, or that have `##[` anywhere in it. */
const LEGACY = /##\[/;

describe("hostile text", () => {
  it("is not run as a command if it comes from the service", async () => {
    await using service = await startService({ seed: { catalogue: hostileCatalogue } });
    await using checkout = await checkOut({ "a.yaml": HOSTILE_FILE });
    const { stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files: "a.yaml" } });
    expect(stdout).toContain("requires the setting");
    // An annotation is a command itself. The text in it is data.
    const lines = stdout.split("\n").filter((line) => !/^::(?:error|warning) title=projectsync,/.test(line));
    expect(lines.join("\n")).not.toMatch(LEGACY);
    expect(lines.join("\n")).not.toContain("\u001B");
    expect(lines.filter((line) => line.trimStart().startsWith("::")).join("\n")).not.toContain("pwned");
  });

  it("is not run as a command if it is a file name in the workflow", async () => {
    await using service = await startService();
    const files = "examples/projects/*.yaml\n::error::pwned.yaml\nx##[error]pwned.yaml";
    const { stdout } = await service.run({ mode: "plan", inputs: { files } });
    expect(stdout).toMatch(/^error: File not found: .*pwned\.yaml$/m);
    expect(stdout).not.toMatch(/^::error::pwned/m);
    expect(stdout).not.toMatch(/^(?!::).*##\[/m);
  });

  it("does not reach a terminal if it is the name of a project file", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "\u001B[2K\u202Ex.yaml": "x", "a\n::error::pwned.yaml": "x" });
    const { stdout, summary } = await service.run({ mode: "plan", ...checkout, inputs: { files: "*.yaml" } });
    expect(stdout).toMatch(/^::error title=projectsync,file=\\u\{1b\}\[2K\\u\{202e\}x\.yaml,/m);
    const shown = `${stdout}${summary}`;
    expect(["\u001B", "\u202E"].filter((character) => shown.includes(character))).toEqual([]);
    expect(shown).not.toMatch(/^::error::pwned/m);
  });
});
