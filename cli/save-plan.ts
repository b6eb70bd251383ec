import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../provider/api/errors.ts";
import { printableJson } from "../provider/api/printable.ts";
import { hasPassed } from "../sync/plan/saved-plan.ts";
import { reportAsJson } from "../sync/report-json.ts";
import type { Report } from "../sync/report.ts";

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
  if (isPassed) await saveFile(target, real, `${printableJson(reportAsJson(report))}\n`);
  return isPassed;
}

/**
 * Writes a file that only its owner can read: completely, or not at all. Replaces one that exists, also behind a link: `target` is where
 * that leads. Throws an Error that says why it cannot.
 */
async function saveFile(file: string, target: string, text: string): Promise<void> {
  try {
    const found = await orIfMissing(stat(target), undefined);
    // A device, such as /dev/stdout, must not be replaced by a file.
    if (found?.isFile() === false) {
      throw Object.assign(new Error(`${target} exists`), { code: "it is not a regular file" });
    }
    const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
    try {
      await writeFile(temporary, text, { mode: 0o600, flag: "wx", flush: true });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw new Error(`File ${file} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

/** Where the last link leads. The path itself if nothing is there. */
async function realPath(file: string): Promise<string> {
  return orIfMissing(realpath(file), file);
}

async function orIfMissing<Found, Other>(found: Promise<Found>, other: Other): Promise<Found | Other> {
  return found.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return other;
    throw error;
  });
}
