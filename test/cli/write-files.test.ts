import { execFile } from "node:child_process";
import { mkdtempDisposable, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
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

  it("leaves no part of a file that it cannot write", async () => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-files-"));
    // A larger file is refused by the system, as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`;
    const program = `const { writeFiles } = await import(process.argv[1]);
      await writeFiles([{ name: "a.yaml", text: "x".repeat(100_000) }], process.argv[2], false);`;
    const module = path.resolve(import.meta.dirname, "../../cli/write-files.ts");
    const words = ["-c", limited, process.execPath, "--input-type=module", "-e", program, module, place.path];
    await expect(promisify(execFile)("bash", words)).rejects.toThrow("cannot be written (EFBIG)");
    expect(await readdir(place.path)).toEqual([]);
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
