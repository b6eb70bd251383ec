import { expect } from "vitest";
import { loadFile, type LoadOptions } from "../../core/file/load-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { formatProblem } from "../../core/file/problem.ts";

export const PROJECT = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";

/** A file with {@link PROJECT} and these lines under `components:`. The first of them is line 6. */
export function component(lines: string): string {
  return `${PROJECT}components:\n${lines}`;
}

/** Loads a file that must not have problems. */
export function good(text: string | Uint8Array, options: Partial<LoadOptions> = {}): LoadedFile {
  const { file, problems } = loadFile("f.yaml", text, { environment: {}, missingVariables: "error", ...options });
  expect(problems.map(formatProblem)).toEqual([]);
  if (file === undefined) throw new Error("no file and no problems");
  return file;
}

/** The problems of a file, as `5:3: error: path: message`. Checks that there is no file if one of them is an error. */
export function problemsOf(text: string | Uint8Array, options: Partial<LoadOptions> = {}): string[] {
  const { file, problems } = loadFile("f.yaml", text, { environment: {}, missingVariables: "error", ...options });
  expect(file === undefined).toBe(problems.some(({ level }) => level === "error"));
  return problems.map((problem) => formatProblem(problem).replace(/^f\.yaml:/, ""));
}

/** Escapes control characters that JSON allows and `loadFile` refuses. */
export function escaped(json: string): string {
  return json.replaceAll(
    /[\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
