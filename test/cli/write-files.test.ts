import { mkdir, mkdtempDisposable, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { otherProjectFiles } from "../../cli/other-project-files.ts";
import { WriteError, writeFiles } from "../../cli/write-files.ts";

const PROJECT = "version: 1\nproject: { organization_id: org_1, slug: old }\n";

async function errorOf(writing: Promise<unknown>): Promise<WriteError> {
  const error: unknown = await writing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WriteError)) throw new Error("there is no WriteError", { cause: error });
  return error;
}

describe("writing the files of an export", () => {
  it("says which were written before one that cannot be, and leaves nothing half done", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    const folder = path.join(place.path, "sites");
    // Without a name it is the folder itself, which is not there yet when that is looked at.
    const files = ["a.yaml", "", "c.yaml"].map((name) => ({ name, text: "new" }));
    const error = await errorOf(writeFiles(files, folder, true));
    const [a, c] = [path.join(folder, "a.yaml"), path.join(folder, "c.yaml")];
    expect(error.message).toBe(
      `${folder} cannot be written (EISDIR). Written before it: ${a}. Not written after it: ${c}.`,
    );
    expect(error.written).toEqual([a]);
    expect(await readdir(place.path)).toEqual(["sites"]);
    expect(await readdir(folder)).toEqual(["a.yaml"]);
  });

  it.each(["loop", "loop/deeper", "x".repeat(300), `${"y".repeat(300)}/deeper`])(
    "says that it cannot write to %s",
    async (name) => {
      await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
      await symlink("loop", path.join(place.path, "loop"));
      const files = [{ name: "a.yaml", text: "" }];
      const error = await errorOf(writeFiles(files, path.join(place.path, name), false));
      expect(error.message).toMatch(/cannot be written.* \((?:ELOOP|ENAMETOOLONG)\)\. Nothing was written\.$/);
      expect(error.written).toEqual([]);
    },
  );

  it.runIf(process.platform === "linux")("ends where no folder can be made", async () => {
    const files = [{ name: "a.yaml", text: "" }];
    const error = await errorOf(writeFiles(files, "/proc/nope/deeper", false));
    expect(error.message).toBe("The files cannot be written to /proc/nope/deeper (ENOENT). Nothing was written.");
  });

  it("makes the folders above too", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    const [file] = await writeFiles([{ name: "a.yaml", text: "x" }], path.join(place.path, "b/c/d"), false);
    expect(await readFile(file ?? "", "utf8")).toBe("x");
  });
});

describe("the other project files of a folder", () => {
  it("are those that a run would take, and nothing else", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    const at = (name: string): string => path.join(place.path, name);
    await Promise.all([
      writeFile(at("old.yaml"), PROJECT),
      writeFile(at("new.yaml"), PROJECT),
      writeFile(at("old.yml"), PROJECT),
      writeFile(at("compose.yaml"), "services: {}\n"),
      writeFile(at("broken.yaml"), "a: [\n"),
      mkdir(at("folder.yaml")),
    ]);
    expect(await otherProjectFiles(place.path, [at("new.yaml")])).toEqual([at("old.yaml")]);
  });
});
