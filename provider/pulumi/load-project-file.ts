import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { loadFile, type LoadOptions, type LoadResult } from "../file/load-file.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { createProblem, formatProblem } from "../file/problem.ts";
import { readBytes } from "../file/read-bytes.ts";
import { MAX_BYTES } from "../file/read-text.ts";

/**
 * Reads and checks a project file, relative to the working folder. Hands each warning to `warn`. Throws an error that names
 * every problem with its position.
 */
export function loadProjectFile(
  name: string,
  options: Pick<LoadOptions, "environment" | "tokens" | "allowEnv">,
  warn: (message: string) => void,
): LoadedFile {
  const { file, problems } = read(name, { ...options, missingVariables: "error" });
  // Without a valid file, its warnings are in the error.
  if (file === undefined) throw new pulumi.RunError(problems.map(formatProblem).join("\n"));
  for (const problem of problems) warn(formatProblem(problem));
  return file;
}

function read(name: string, options: LoadOptions): LoadResult {
  try {
    const content = readBytes(path.resolve(name), MAX_BYTES);
    if ("bytes" in content) return loadFile(name, content.bytes, options);
    return unreadable(name, `${name} is not read: ${content.refused}. Check that it is the right file.`);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) throw error;
    const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR";
    const folder = "Paths are relative to the folder of the Pulumi project.";
    return unreadable(
      name,
      isMissing
        ? `File not found: ${name}. ${folder}`
        : `${name} cannot be read (${String(error.code)}). Check its permissions.`,
    );
  }
}

function unreadable(file: string, message: string): LoadResult {
  return { problems: [createProblem("error", { file, line: 0, column: 0 }, [], message)] };
}
