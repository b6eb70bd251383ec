import path from "node:path";
import { printableJson } from "../provider/api/printable.ts";
import { reportAsJson } from "../sync/report-json.ts";
import type { Report } from "../sync/report.ts";
import { realPath, saveFile } from "./save-file.ts";

/**
 * Saves the plan of a run for `apply --plan`. False if there is none, because the run failed or the files are not valid. Throws an
 * Error if the file is one of the project files, or cannot be written.
 */
export async function savePlan(report: Report, file: string, folder: string): Promise<boolean> {
  const target = path.resolve(folder, file);
  const real = await realPath(target);
  const projectFiles = await Promise.all(report.files.map((name) => realPath(path.resolve(folder, name))));
  if (projectFiles.includes(real)) throw new Error(`--out ${file} is a project file. Name another file.`);
  const hasPlan = report.plan !== undefined && report.error === undefined && report.result !== "invalid";
  if (hasPlan) await saveFile(target, `${printableJson(reportAsJson(report))}\n`);
  return hasPlan;
}
