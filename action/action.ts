import * as core from "@actions/core";
import { pulumiEngine } from "../sync/engine/pulumi-engine.ts";
import { pulumiSecrets } from "../sync/engine/engine-settings.ts";
import type { Clock } from "../core/api/clock.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { createRedaction } from "../core/text/redaction.ts";
import type { OpenEngine } from "../sync/engine/engine.ts";
import { failureReasonOfError } from "../sync/run/failure-reason.ts";
import { plain } from "../sync/report/render-plan.ts";
import { renderOutcome } from "../sync/report/render-report.ts";
import { run } from "../sync/run/run.ts";
import { showProgress } from "../sync/report/progress.ts";
import { InvalidSettingsError } from "../sync/run/parse-settings.ts";
import { annotate } from "./annotations.ts";
import { connectService } from "./connect-service.ts";
import { publishComment } from "./comment/comment.ts";
import type { FinishedRun } from "./comment/comment-draft.ts";
import { readReviewedPlan } from "./comment/reviewed-changes.ts";
import { publishDrift } from "./drift/publish-drift.ts";
import { readEvent } from "./event-rules.ts";
import { actionFailureOf } from "./action-failure.ts";
import { readInputs, type Inputs } from "./inputs.ts";
import { createGitHub, type Runner } from "./github.ts";
import { limitMode } from "./limit-mode.ts";
import { createLinks, locateFiles } from "./file-locations.ts";
import { annotation, fail, log, logReport, warnInLog, warnOnFailure, createMask } from "./log.ts";
import { chooseMode, RefusedEventError } from "./mode.ts";
import { setOutputs, setOutputsOfFailure } from "./outputs.ts";
import { sweepOfPulls } from "./sweep-pulls.ts";
import { renderError, renderSummary } from "./render-summary.ts";
import { messageOf } from "../core/api/errors.ts";

type Environment = Record<string, string | undefined>;
/** A run, before its files are found. */
type RunEnd = Omit<FinishedRun, "locations">;

/** Runs the Action with its environment, which is that of the process. `stop` lets running writes end. `clock`: default: the system's. */
export async function runAction(environment: Environment, stop: AbortSignal, clock?: Clock): Promise<void> {
  const runner: Runner = { otherTokens: [core.getInput("token")], environment, signal: stop, clock };
  let finished: RunEnd | undefined;
  try {
    finished = await runWithInputs(environment, runner);
  } catch (error) {
    await publishError(error);
  }
  if (finished !== undefined) await publish(finished, runner);
}

async function runWithInputs(environment: Environment, runner: Runner): Promise<RunEnd> {
  const { signal } = runner;
  const inputs = readInputs(environment);
  const { token, githubToken } = inputs;
  const others = inputs.engine === "pulumi" ? pulumiSecrets(environment) : [];
  const tokens = [token, githubToken, ...others].filter((each) => each !== undefined);
  const mask = createMask();
  // Mask the tokens first, so that nothing can print them.
  mask(tokens);
  const event = await readEvent(environment);
  const chosen = chooseMode(inputs, event);
  const { mode, why, isForeign, outdated } = await limitMode(chosen, event, inputs, runner);
  log(`Mode: ${mode} (${why})`);
  if (outdated !== undefined && inputs.onOutdated === "plan") warnInLog(outdated);
  await using github = createGitHub({ ...runner, token: githubToken });
  const isChecked = inputs.planCheck && mode === "apply";
  const reviewedPlan = isChecked ? await readReviewedPlan(event, inputs, github) : undefined;
  using progress = showProgress(log);
  const report = await run({
    ...inputs,
    mode,
    engine: engineOf(inputs, environment),
    reviewedPlan,
    sweep: mode === "sweep" ? sweepOfPulls(inputs, event, outdated !== undefined, runner) : undefined,
    environment: isForeign === true ? {} : environment,
    secrets: tokens,
    signal,
    connect: (redaction, abortSignal) => connectService(inputs, runner, redaction, abortSignal, progress.wait),
    onSecrets: mask,
    onVariables: (lines) => lines.forEach(log),
    onPlan: logReport,
    onOutcome: (outcome) => log(renderOutcome(outcome, plain)),
    onProgress: progress.update,
  });
  return { report, inputs, event, outdated, isForeign: isForeign === true };
}

/** Hands the service to the programs of an engine: they read the environment, as a Pulumi program of a user does. */
function engineOf(
  { engine, stack, folder, parallelism, baseUrl, token }: Inputs,
  environment: Environment,
): OpenEngine | undefined {
  if (engine === "direct" || stack === undefined) return undefined;
  if (baseUrl !== undefined) environment["PROJECTSYNC_BASE_URL"] = baseUrl;
  if (token !== undefined) environment["PROJECTSYNC_TOKEN"] = token;
  return pulumiEngine({ stack, folder, parallelism });
}

/** Publishes what ended the run before it had a report, such as all invalid inputs. */
async function publishError(error: unknown): Promise<void> {
  // An input may hold the token of another one. The runner masks it in the log, but not in the summary.
  const { redactTokens } = createRedaction(["token", "github-token"].map((name) => core.getInput(name)));
  const said = error instanceof InvalidSettingsError ? error.problems : [messageOf(error)];
  const problems = said.map((each) => hideUserInfo(redactTokens(each)));
  const reason =
    error instanceof RefusedEventError ? "event-refused" : (failureReasonOfError(error) ?? "internal-error");
  await warnOnFailure("The outputs", async () => setOutputsOfFailure(reason));
  await warnOnFailure("The summary", () => core.summary.addRaw(renderError(problems, reason)).write());
  const [only, ...others] = problems;
  if (others.length > 0) for (const problem of problems) annotation("error", problem, { title: "projectsync" });
  fail(others.length > 0 ? `${problems.length} inputs are invalid. See the summary.` : (only ?? reason));
}

/** Sets outputs, and writes log, annotations, summary and comment. Outputs first: a cancelled run has little time. */
async function publish(done: RunEnd, runner: Runner): Promise<void> {
  const { report, inputs, event, outdated } = done;
  await warnOnFailure("The outputs", () => setOutputs(report, inputs, outdated));
  logReport(report);
  const locations = await locateFiles(report, inputs, event);
  annotate(report, locations);
  const summary = renderSummary(report, { outdated, links: createLinks(event, locations) });
  await warnOnFailure("The summary", () => core.summary.addRaw(summary).write());
  await warnOnFailure("The comment", () => publishComment({ ...done, locations }, runner));
  await warnOnFailure("The drift issue", () => publishDrift({ ...done, locations }, runner));
  const failure = actionFailureOf(report, inputs, outdated);
  if (failure !== undefined) fail(failure.message);
}
