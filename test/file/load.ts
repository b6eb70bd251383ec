import { expect } from "vitest";
import { loadFile, type LoadOptions } from "../../provider/file/load-file.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { formatProblem } from "../../provider/file/problem.ts";

export const PROJECT = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";

/** Lines under `components:`, for a file that begins with {@link PROJECT}; the first of them is line 6. */
export function component(lines: string): string {
  return `${PROJECT}components:\n${lines}`;
}

/** Loads a file in which nothing may be wrong. */
export function good(text: string | Uint8Array, options: Partial<LoadOptions> = {}): LoadedFile {
  const { file, problems } = loadFile("f.yaml", text, { environment: {}, missingVariables: "error", ...options });
  expect(problems.map(formatProblem)).toEqual([]);
  if (file === undefined) throw new Error("there is no file, and nothing says why");
  return file;
}

/** The problems of a file, as `5:3: error: path: message`; there must be no file if one of them is an error. */
export function problemsOf(text: string | Uint8Array, options: Partial<LoadOptions> = {}): string[] {
  const { file, problems } = loadFile("f.yaml", text, { environment: {}, missingVariables: "error", ...options });
  expect(file === undefined).toBe(problems.some(({ level }) => level === "error"));
  return problems.map((problem) => formatProblem(problem).replace(/^f\.yaml:/, ""));
}

/** Control characters that JSON leaves as they are, and the loader wants escaped. */
export function escaped(json: string): string {
  return json.replaceAll(
    /[\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
