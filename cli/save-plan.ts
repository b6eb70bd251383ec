import { realpath } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../core/api/errors.ts";
import { printableJson } from "../core/text/printable.ts";
import { hasPassed } from "../core/plan/saved-plan.ts";
import { reportAsJson } from "../sync/report/report-json.ts";
import type { Report } from "../sync/report/report.ts";
import { replaceFile } from "./write-files.ts";

/**
 * Saves the plan of a run for `apply --plan`. False if there is none that passed, and so none to apply. Throws an
 * Error if the file is one of the project files, or cannot be written.
 */
export async function savePlan(report: Report, file: string, folder: string): Promise<boolean> {
  const target = path.resolve(folder, file);
  const real = await realPath(target);
  const projectFiles = await Promise.all(report.files.map((name) => realPath(path.resolve(folder, name))));
  if (projectFiles.includes(real)) throw new Error(`--out ${file} is a project file. Name another file.`);
  const { mode, result, plan } = report;
  const isPassed = plan !== undefined && hasPassed({ mode, result, guards: plan.guards });
  if (!isPassed) return false;
  const text = `${printableJson(reportAsJson(report))}\n`;
  // Only its owner can read it.
  await replaceFile(target, text, 0o600).catch((error: unknown) => {
    throw new Error(`File ${target} cannot be written (${codeOf(error)}).`, { cause: error });
  });
  return true;
}

/** Where the last link leads. The path itself if nothing is there. */
async function realPath(file: string): Promise<string> {
  return realpath(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return file;
    throw error;
  });
}
