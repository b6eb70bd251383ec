import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { userAgent } from "../core/api/user-agent.ts";

it("requests carry the name and version of the package as User-Agent", () => {
  expect(userAgent).toBe(`${manifest.name}/${manifest.version}`);
});

it("a compiler that ignores exports (moduleResolution: node) finds the same types", () => {
  const { typesVersions, exports, types } = manifest;
  const typed = Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry === "object" ? [[name.replace("./", ""), entry.types] as const] : [],
  );
  expect(types).toBe(exports["."].types);
  const others = typed.filter(([name]) => name !== ".").map(([name, file]) => [name, [file]]);
  expect(typesVersions["*"]).toEqual(Object.fromEntries(others));
});

it("the command line runs through npm, as the README has it", async () => {
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", "projectsync", "--", "--version"]);
  expect(stdout).toBe(`${manifest.version}\n`);
});

it("a release whose tag is not the version of the package is refused", async () => {
  const notes = promisify(execFile)("npm", ["run", "-s", "release:notes", "--", "v0.0.0"]);
  await expect(notes).rejects.toMatchObject({
    code: 1,
    stderr: `The tag v0.0.0 is not the version of package.json, ${manifest.version}. Correct one of them.\n`,
  });
});
