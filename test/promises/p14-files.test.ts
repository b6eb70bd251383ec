import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { replaceFile } from "../../cli/write-files.ts";
import { runAction } from "../action/run-action.ts";
import { checkOut, projectFile } from "../action/service.ts";

/*
 * P14: the Action reads only regular files of the workspace, and none of git. The command line never writes where a link leads.
 */

it.each([
  ["a file outside", "../secret", "outside of the workspace"],
  ["a file outside, through a folder that is a link", "out/secret", "outside of the workspace"],
  ["a file of git", ".git/config", "a file of git"],
  ["a device", "/dev/zero", "outside of the workspace"],
  ["itself", "a.yaml", "not found"],
])("a link to %s is not read", async (_what, target, why) => {
  await using around = await checkOut({ secret: "canary-of-the-machine: 1\n" });
  const folder = path.join(around.folder, "workspace");
  await mkdir(path.join(folder, ".git"), { recursive: true });
  await writeFile(path.join(folder, ".git/config"), "canary-of-git: 1\n");
  await symlink("..", path.join(folder, "out"));
  await symlink(target, path.join(folder, "a.yaml"));
  await writeFile(path.join(folder, "b.yaml"), projectFile("b"));
  const { code, outputs, everything } = await runAction({
    folder,
    environment: { GITHUB_WORKSPACE: folder },
    inputs: { files: "a.yaml\nb.yaml", mode: "validate" },
  });
  expect(code).toBe(1);
  expect(outputs).toMatchObject({ result: "invalid" });
  expect(everything).toContain(why);
  expect(everything).not.toContain("canary");
});

it("a file is not written where a link leads, also if that does not exist", async () => {
  await using place = await checkOut({ mine: "mine" });
  const at = (name: string): string => path.join(place.folder, name);
  for (const target of ["mine", "new", "loop", "/dev/null"]) {
    const link = at(target === "loop" ? "loop" : `to-${path.basename(target)}`);
    await symlink(target, link);
    await expect(replaceFile(link, "text")).rejects.toMatchObject({ code: expect.stringContaining("it is a link") });
  }
  expect(await readFile(at("mine"), "utf8")).toBe("mine");
  await expect(readFile(at("new"))).rejects.toThrow("ENOENT");
  await replaceFile(at("mine"), "text");
  expect(await readFile(at("mine"), "utf8")).toBe("text");
});
