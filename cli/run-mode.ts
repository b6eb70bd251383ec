import { printable, printableJson } from "../core/text/printable.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { pulumiEngine } from "../sync/engine/pulumi-engine.ts";
import { checkEngine, parsersOf, type RunTexts } from "../sync/run/run-settings.ts";
import { pulumiSecrets } from "../sync/engine/engine-settings.ts";
import { readSettings, refuseBroken } from "../sync/run/parse-settings.ts";
import { readSavedPlan } from "../core/plan/saved-plan.ts";
import { reportAsJson } from "../sync/report/report-json.ts";
import { hasAny } from "../core/plan/plan.ts";
import type { FailOn } from "../core/plan/plan-options.ts";
import { isHidden } from "../core/resources/hidden-value.ts";
import type { Mode, Report } from "../sync/report/report.ts";
import { plain } from "../sync/report/render-plan.ts";
import { isLarge, isShownAlone, renderOutcome, renderReport } from "../sync/report/render-report.ts";
import { run } from "../sync/run/run.ts";
import { cannotAsk, confirmationOn, questionFor } from "./confirm-plan.ts";
import { tokensIn } from "./tokens.ts";
import { connectService, progressOn } from "./with-client.ts";
import { type Context, isTerminal } from "./terminal.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { readTextFile } from "./write-files.ts";
import { savePlan } from "./save-plan.ts";
import { sweepOf } from "./sweep-command.ts";

export interface ModeOptions extends RunTexts {
  readonly json?: boolean;
  /** `apply` only: path of a saved plan. */
  readonly plan?: string;
  /** `sweep` only, which needs both: the pattern of the host names, and the numbers to keep. */
  readonly domains?: string;
  readonly keep?: readonly string[];
  readonly dryRun?: boolean;
  /** `apply` and `sweep` only: do not ask. */
  readonly yes?: boolean;
  readonly out?: string;
  /** `plan` only: exit with 2 if there are changes. */
  readonly detailedExitcode?: boolean;
  readonly rewriteSecrets?: boolean;
  readonly details?: boolean;
}

const STOPPING = "Stopping.";
const STOPPING_WRITES = "Stopping: up to 5 s for running requests. Ctrl-C again quits without a report.";

const NOT_SAVED =
  "Values that are shown as (secret) or (sensitive) are not in the plan: an apply with it does not notice if somebody changes one at the service.";
const APPLY_SAVED = "To apply nothing else, pass it as --plan to apply, with the same files and options.";

/** Runs `validate`, `plan`, `apply`, `drift` or `sweep`, and shows the report. Returns the exit code. */
export async function runMode(
  mode: Mode,
  patterns: readonly string[],
  {
    json = false,
    yes = false,
    detailedExitcode = false,
    plan,
    out,
    rewriteSecrets = false,
    details = false,
    domains,
    keep = [],
    dryRun = false,
    ...texts
  }: ModeOptions,
  context: Context,
): Promise<number> {
  const nameOf = (setting: string): string => `--${setting}`;
  const sweep = domains === undefined ? undefined : sweepOf(domains, keep, dryRun);
  const { environment, folder, stdout, stderr } = context;
  const { parallelism, engine, stack, ...settings } = readSettings(parsersOf(texts, nameOf, environment));
  refuseIgnored(mode, { detailedExitcode, ...texts });
  checkEngine({ ...texts, ...settings, engine, rewriteSecrets }, nameOf);
  const output = createOutput(context);
  const savedPlan = plan === undefined ? undefined : readSavedPlan(plan, await readTextFile("Plan file", plan, folder));
  const isApplied = mode === "apply" || sweep?.isDryRun === false;
  const confirmation = isApplied && !yes ? confirmationOn(context, json ? [stderr] : [stderr, stdout]) : undefined;
  if (isApplied && !yes && savedPlan === undefined && confirmation === undefined)
    throw cannotAsk(mode, mode === "sweep" ? "--yes or --dry-run" : "--yes, or a reviewed plan as --plan");
  const signal = confirmation?.signal ?? context.signal;
  let isFolded = false;
  let variables: readonly string[] = [];
  let stage: "reading" | "asking" | "writing" | "waiting" = "reading";
  using progress = progressOn(context, output, json);
  const announceStop = (): void => {
    // Instead of an answer: the run ends at once, and the report says so.
    if (stage === "asking") return;
    output.note(stage === "writing" ? STOPPING_WRITES : STOPPING);
    progress.stop();
  };
  signal.addEventListener("abort", announceStop, { once: true });
  const report = await run({
    ...settings,
    rewriteSecrets,
    savedPlan,
    sweep,
    mode,
    engine: engine === "direct" || stack === undefined ? undefined : pulumiEngine({ stack, folder, parallelism }),
    patterns,
    folder,
    environment,
    signal,
    secrets: [...tokensIn(context), ...(engine === "pulumi" ? pulumiSecrets(environment) : [])],
    connect: (redaction, abortSignal) =>
      connectService(context, redaction, abortSignal, { onWait: progress.wait, parallelism }),
    onVariables: (lines) => {
      variables = lines;
      for (const line of lines) output.note(line);
    },
    onPlan: (soFar) => {
      isFolded = !details && soFar.plan !== undefined && isLarge(soFar.plan);
      if (!json) output.report(renderReport(soFar, output.mark, details));
      // stdout is for the JSON, or leads elsewhere than the question.
      const isHidden = json || !isTerminal(stdout);
      if (isHidden && confirmation !== undefined) {
        for (const line of renderReport(soFar, plain, details).text) output.planned(line);
      }
    },
    confirm:
      confirmation &&
      ((shown) => {
        progress.rest();
        stage = "asking";
        return confirmation.ask(questionFor(shown), variables);
      }),
    onOutcome: (outcome) => {
      if (!json && (!isFolded || isShownAlone(outcome))) output.wrapped(renderOutcome(outcome, output.mark));
    },
    onProgress: (next) => {
      if (next.stage !== "read") stage = next.stage === "write" ? "writing" : "waiting";
      progress.update(next);
    },
  });
  progress.rest();
  const isSaved = out === undefined || (await savePlan(report, out, folder));
  const code = exitCode(report, detailedExitcode, settings.failOn);
  if (json) output.line(printableJson(reportAsJson(report)));
  else {
    output.report(renderReport(report, output.mark, details, code === EXIT_CODES.drift));
    output.more(report.failureReason);
  }
  if (out !== undefined) {
    if (!isSaved) output.error(`Only a plan that passed is saved: ${out} was not written.`);
    else if (!json) output.wrapped(savedMessage(out, report));
  }
  // The JSON of a plan is a plan to save.
  if (json && mode === "plan" && hidesLive(report)) output.note(NOT_SAVED);
  // A signal may come when all is done.
  return signal.aborted && code !== EXIT_CODES.done ? exitCodeOfSignal(signal.reason) : code;
}

function savedMessage(out: string, report: Report): string {
  return `Saved to ${printable(hideUserInfo(out))}. ${APPLY_SAVED}${hidesLive(report) ? ` ${NOT_SAVED}` : ""}`;
}

function hidesLive({ plan }: Report): boolean {
  const updates = plan?.items.filter(({ action }) => action === "update") ?? [];
  // A service that shows no secrets has none there: only the declared side is hidden.
  return updates.some(({ changes }) => changes.some(({ from, to }) => isHidden(from) || isHidden(to)));
}

/** Refuses options that have no effect without another one. Throws InvalidSettingsError with all of them. */
function refuseIgnored(mode: Mode, texts: RunTexts & { readonly detailedExitcode: boolean }): void {
  const { detailedExitcode, failOn, waitForDomains, waitTimeout } = texts;
  refuseBroken([
    [
      mode === "plan" && !detailedExitcode && failOn !== undefined,
      "--fail-on needs --detailed-exitcode: without it, plan exits with 0 whatever it finds.",
    ],
    [
      waitTimeout !== undefined && waitForDomains === undefined,
      "--wait-timeout needs --wait-for-domains: without it, apply does not wait for domains.",
    ],
  ]);
}

/** For a run in which nothing was found that `fail-on` lists. */
const OF_RESULT: Readonly<Record<Report["result"], number>> = {
  valid: EXIT_CODES.done,
  applied: EXIT_CODES.done,
  "no-changes": EXIT_CODES.done,
  changes: EXIT_CODES.done,
  drift: EXIT_CODES.done,
  invalid: EXIT_CODES.invalid,
  partial: EXIT_CODES.partial,
  stopped: EXIT_CODES.failed,
  blocked: EXIT_CODES.failed,
  refused: EXIT_CODES.failed,
  failed: EXIT_CODES.failed,
};

/** The exit code of a run. `failOn`: what a drift may not find. `detailed`: a plan may not find it either. */
export function exitCode(
  { result, failureReason, plan }: Report,
  detailed: boolean,
  failOn: readonly FailOn[],
): number {
  if (failureReason === "domains-not-ready") return EXIT_CODES.failed;
  const isChecked = result === "drift" || (detailed && (result === "no-changes" || result === "changes"));
  return isChecked && hasAny(plan, failOn) ? EXIT_CODES.drift : OF_RESULT[result];
}
