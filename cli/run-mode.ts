import { printableJson } from "../provider/api/printable.ts";
import { readSavedPlan } from "../sync/plan/saved-plan.ts";
import { reportAsJson } from "../sync/report-json.ts";
import type { Mode } from "../sync/report.ts";
import { run } from "../sync/run.ts";
import { connectService, tokensIn } from "./connect-service.ts";
import type { Context } from "./context.ts";
import { exitCode, exitCodeOfSignal } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { readModeOptions, type ModeTexts } from "./mode-options.ts";
import { readStdin } from "./read-stdin.ts";
import { readTextFile } from "./read-text-file.ts";
import { renderOutcome, renderReport } from "./render-report.ts";

export interface ModeOptions extends ModeTexts {
  readonly json?: boolean;
  /** `validate` only. */
  readonly online?: boolean;
  /** `apply` only: path of a saved plan. */
  readonly plan?: string;
  /** `plan` only: exit with 2 if there are changes. */
  readonly detailedExitcode?: boolean;
  readonly rewriteSecrets?: boolean;
}

const STOPPING =
  "Stopping: no new write starts, running writes have 5 seconds. Press Ctrl-C again to exit immediately.";

/** Runs `validate`, `plan`, `apply` or `drift`, and shows the report. Returns the exit code. */
export async function runMode(
  mode: Mode,
  patterns: readonly string[],
  { json = false, detailedExitcode = false, plan, online, rewriteSecrets, ...texts }: ModeOptions,
  context: Context,
): Promise<number> {
  const { parallelism, ...settings } = readModeOptions(texts);
  const { environment, folder, signal } = context;
  const output = createOutput(context);
  signal.addEventListener("abort", () => output.note(STOPPING), { once: true });
  const savedPlan = plan === undefined ? undefined : readSavedPlan(plan, await readTextFile("Plan file", plan, folder));
  const report = await run({
    ...settings,
    ...(rewriteSecrets === undefined ? {} : { rewriteSecrets }),
    online,
    savedPlan,
    mode,
    patterns,
    folder,
    environment,
    signal,
    readStdin: (most) => readStdin(context, most),
    secrets: tokensIn(context),
    connect: (redaction, abortSignal) => connectService(context, redaction, abortSignal, parallelism),
    ...(json ? {} : { onOutcome: (outcome) => output.line(renderOutcome(outcome, output.style)) }),
  });
  if (json) output.line(printableJson(reportAsJson(report)));
  else output.report(renderReport(report, output.style));
  return signal.aborted ? exitCodeOfSignal(signal.reason) : exitCode(report, detailedExitcode);
}
