import { mkdtempDisposable, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { WriteError, writeFiles } from "../../cli/write-files.ts";

async function errorOf(writing: Promise<unknown>): Promise<WriteError> {
  const error: unknown = await writing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WriteError)) throw new Error("there is no WriteError", { cause: error });
  return error;
}

describe("writing the files of an export", () => {
  it("says which files were written before one that cannot be written", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    const folder = path.join(place.path, "sites");
    // Without a name it is the folder itself, which does not exist yet when that is checked.
    const files = ["a.yaml", "", "c.yaml"].map((name) => ({ name, text: "new" }));
    const error = await errorOf(writeFiles(files, folder, true));
    const a = path.join(folder, "a.yaml");
    expect(error.message).toBe(`File ${folder} cannot be written (it is not a regular file). Written before: ${a}.`);
    expect(error.written).toEqual([a]);
    expect(await readdir(place.path)).toEqual(["sites"]);
    expect(await readdir(folder)).toEqual(["a.yaml"]);
  });

  it("never writes where a link leads, also with force", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    await writeFile(path.join(place.path, "other"), "mine");
    await symlink("other", path.join(place.path, "a.yaml"));
    const files = [{ name: "a.yaml", text: "new" }];
    for (const force of [false, true]) await errorOf(writeFiles(files, place.path, force));
    expect(await readFile(path.join(place.path, "other"), "utf8")).toBe("mine");
    expect(await readdir(place.path)).toEqual(["a.yaml", "other"]);
  });

  it.each(["loop", "loop/deeper", "x".repeat(300), `${"y".repeat(300)}/deeper`])(
    "says that it cannot write to %s",
    async (name) => {
      await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
      await symlink("loop", path.join(place.path, "loop"));
      const files = [{ name: "a.yaml", text: "" }];
      const error = await errorOf(writeFiles(files, path.join(place.path, name), false));
      expect(error.message).toMatch(
        /cannot be (?:written|created) \((?:ELOOP|ENAMETOOLONG)\)\. Nothing was written\.$/,
      );
      expect(error.written).toEqual([]);
    },
  );
});
