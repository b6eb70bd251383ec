import { lstat } from "node:fs/promises";
import path from "node:path";
import { codeOf, InvalidRequestError, messageOf } from "../core/api/errors.ts";
import type { LoadedFile } from "../core/file/loaded-file.ts";
import { formatProblem, isError, type Problem } from "../core/file/problem.ts";
import { outsideOrganizations } from "../core/plan/conflicts.ts";
import { printableJson } from "../core/text/printable.ts";
import type { PulledFile } from "../sync/pull/pull.ts";
import { describeVariables } from "../sync/run/load-files.ts";
import { loadForPull, pullLive, textOf } from "../sync/pull/pull-live.ts";
import { shownDiff, type ShownLine } from "../sync/pull/shown-diff.ts";
import { countOf } from "../sync/report/render-report.ts";
import { readSettings, refuseBroken } from "../sync/run/parse-settings.ts";
import { parsersOf, type RunTexts } from "../sync/run/run-settings.ts";
import { cannotAsk, confirmationOn } from "./confirm-plan.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import type { PullJson } from "./json-output.ts";
import { createOutput, type Output } from "./output.ts";
import { replaceFile } from "./write-files.ts";
import { type Context, isTerminal } from "./terminal.ts";
import { tokensIn } from "./tokens.ts";
import { firstUncommitted } from "./uncommitted.ts";
import { readService } from "./with-client.ts";

export interface PullCommandOptions extends Pick<RunTexts, "allowEnv" | "organizations" | "parallelism" | "prune"> {
  /** Only show what would be written. */
  readonly dryRun?: boolean;
  /** With `dryRun`: exit with 2 if something would be written. */
  readonly detailedExitcode?: boolean;
  readonly yes?: boolean;
  readonly includeUnmanaged?: boolean;
  /** Also write files with uncommitted changes. */
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Writes live values of declared fields into project files. Shows the difference first, and asks. Returns the exit code. */
export async function pullCommand(
  patterns: readonly string[],
  options: PullCommandOptions,
  context: Context,
): Promise<number> {
  const {
    dryRun = false,
    detailedExitcode = false,
    yes = false,
    json = false,
    force = false,
    includeUnmanaged = false,
    ...texts
  } = options;
  const { folder, environment, stdout, stderr } = context;
  const output = createOutput(context);
  const parsers = parsersOf(texts, (setting) => `--${setting}`, environment);
  const settings = readSettings({
    allowEnv: parsers.allowEnv,
    organizations: parsers.organizations,
    parallelism: parsers.parallelism,
    prune: parsers.prune,
  });
  refuseBroken([
    [detailedExitcode && !dryRun, "--detailed-exitcode needs --dry-run: otherwise the files are written."],
  ]);
  const confirmation = dryRun || yes ? undefined : confirmationOn(context, json ? [stderr] : [stderr, stdout]);
  if (!dryRun && !yes && confirmation === undefined) throw cannotAsk("pull", "--yes or --dry-run");

  const rules = { environment, tokens: tokensIn(context), allowEnv: settings.allowEnv };
  const loaded = await loadForPull(patterns, { folder }, rules);
  const { secrets, clean } = loaded;
  const problems = [...loaded.problems, ...outsideOrganizations(loaded.files, settings)];
  const errors = problems.filter(isError).map((problem) => format(problem, clean));
  if (errors.length > 0) {
    if (json) output.line(printableJson({ error: errors.join("\n") }));
    output.report({ text: [], errors });
    return EXIT_CODES.invalid;
  }
  for (const line of describeVariables(loaded.files)) output.note(clean(line));
  const pulled = await readService(
    { ...context, signal: confirmation?.signal ?? context.signal },
    json,
    (client) => pullLive(client, loaded, { prune: settings.prune, includeUnmanaged }),
    { parallelism: settings.parallelism },
    secrets.ofService,
  );
  if (typeof pulled === "number") return pulled;
  const changed = pulled
    .filter(({ before, after }) => before !== after)
    .map((each) => ({ ...each, diff: shownDiff(each, secrets.ofService) }));
  const stays = pulled.flatMap(({ notPulled }) => notPulled);
  const end = (result: PullJson["result"], code: number): number => {
    if (json) output.line(printableJson(asJson(result, changed, stays, clean)));
    return code;
  };
  if (!json) show(changed, stays, clean, output);
  const code = stays.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
  if (changed.length === 0) return end("no-changes", code);
  if (dryRun) return end("changes", detailedExitcode ? EXIT_CODES.drift : code);
  await refuseFiles(changed, force, context);
  if (confirmation !== undefined) {
    // stdout is for the JSON, or leads elsewhere than the question.
    if (json || !isTerminal(stdout)) for (const { text } of changed.flatMap(({ diff }) => diff)) output.planned(text);
    const isConfirmed = await confirmation.ask(`Write ${countOf(changed.length, "file")}? [y/N] `);
    if (confirmation.signal.aborted) return exitCodeOfSignal(confirmation.signal.reason);
    if (!isConfirmed) {
      output.error("Not confirmed: nothing was written.");
      return end("declined", EXIT_CODES.failed);
    }
  }
  const { signal } = confirmation ?? context;
  const { written, problem } = await writeAll(changed, folder, signal);
  const told = problem === undefined ? undefined : clean(problem);
  if (!json) for (const { file } of changed) if (written.has(file.file)) output.wrapped(`wrote ${clean(file.file)}`);
  if (told !== undefined) output.error(told);
  if (json) output.line(printableJson(asJson(told ? "partial" : "written", changed, stays, clean, written, told)));
  if (signal.aborted) return exitCodeOfSignal(signal.reason);
  if (told === undefined) return code;
  return written.size === 0 ? EXIT_CODES.failed : EXIT_CODES.partial;
}

interface FileToReplace extends Pick<PulledFile, "before" | "after"> {
  readonly file: Pick<LoadedFile, "file">;
}

/** Throws InvalidRequestError for a link, and for a file whose changes git could not bring back. */
async function refuseFiles(files: readonly FileToReplace[], force: boolean, context: Context): Promise<void> {
  for (const { file } of files) {
    const target = path.resolve(context.folder, file.file);
    const found = await lstat(target).catch((error: unknown) => {
      throw new InvalidRequestError(`File ${file.file} cannot be read (${codeOf(error)}): nothing was written.`);
    });
    if (found.isSymbolicLink())
      throw new InvalidRequestError(`${file.file} is a link: nothing was written. Name the file that it leads to.`);
  }
  if (force) return;
  for (const [folder, some] of Map.groupBy(files, ({ file }) => path.dirname(file.file))) {
    const names = some.map(({ file }) => path.basename(file.file));
    const name = await firstUncommitted(path.resolve(context.folder, folder), names, context);
    if (name === undefined) continue;
    throw new InvalidRequestError(
      `${path.join(folder, name)} has uncommitted changes: nothing was written. Commit them first, or pass --force.`,
    );
  }
}

/** The names of the files that were written, and why not all were. */
interface Writing {
  readonly written: ReadonlySet<string>;
  readonly problem?: string;
}

/** Files that are written at once: each waits until it is on the disk. */
const AT_ONCE = 16;

/** Writes each file as a whole, until one cannot be written or the process is asked to stop. */
async function writeAll(files: readonly FileToReplace[], folder: string, signal: AbortSignal): Promise<Writing> {
  const written = new Set<string>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const problems = await Promise.all(
      files.slice(at, at + AT_ONCE).map(async (each) => {
        const problem = signal.aborted ? "Stopped." : await replaceUnchanged(each, folder);
        if (problem === undefined) written.add(each.file.file);
        return problem;
      }),
    );
    const problem = problems.find((each) => each !== undefined);
    if (problem === undefined) continue;
    const left = files.map(({ file }) => file.file).filter((name) => !written.has(name));
    const done = written.size === 0 ? "Nothing was written." : `Not written: ${left.join(", ")}.`;
    return { written, problem: `${problem} ${done} Run pull again.` };
  }
  return { written };
}

/** Replaces a file that is still as it was read. Returns why it does not. */
async function replaceUnchanged({ file, before, after }: FileToReplace, folder: string): Promise<string | undefined> {
  try {
    if (textOf(file.file, folder) !== before) return `${file.file} has changed since it was read.`;
  } catch (error) {
    return messageOf(error);
  }
  try {
    await replaceFile(path.resolve(folder, file.file), after);
    return undefined;
  } catch (error) {
    return `${file.file} cannot be written (${codeOf(error)}).`;
  }
}

/** A file with the lines that change in it. */
type ChangedFile = PulledFile & { readonly diff: readonly ShownLine[] };

/** Shows the lines that change, what stays different, and how much that is. */
function show(
  changed: readonly ChangedFile[],
  stays: readonly Problem[],
  clean: (text: string) => string,
  output: Output,
): void {
  for (const { sign, text } of changed.flatMap(({ diff }) => diff)) output.wrapped(mark(output, sign, text));
  for (const problem of stays) output.wrapped(output.mark("note", format(problem, clean)));
  const changes = countOf(changed.flatMap((each) => each.changed).length, "change");
  const left = stays.length === 0 ? "" : `, ${stays.length} not pulled`;
  output.wrapped(`${changes} in ${countOf(changed.length, "file")}${left}.`);
}

/** Cleans each part while it is whole. */
function format(problem: Problem, clean: (text: string) => string): string {
  return clean(formatProblem({ ...problem, path: clean(problem.path), message: clean(problem.message) }));
}

function asJson(
  result: PullJson["result"],
  changed: readonly ChangedFile[],
  stays: readonly Problem[],
  clean: (text: string) => string,
  written: ReadonlySet<string> = new Set(),
  problem?: string,
): PullJson {
  return {
    result,
    ...(problem === undefined ? {} : { problem }),
    files: changed.map(({ file, changed: paths, diff }) => ({
      file: clean(file.file),
      isWritten: written.has(file.file),
      changed: paths.map(clean),
      diff: diff.map(({ text }) => text),
    })),
    notPulled: stays.map(({ file, line, column, path: at, message }) => {
      return { file: clean(file), line, column, path: clean(at), message: clean(message) };
    }),
  };
}

function mark(output: Output, sign: ShownLine["sign"], text: string): string {
  if (sign === "same") return text;
  return output.mark(sign === "place" ? "title" : sign, text);
}
