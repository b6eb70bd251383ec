import type { Client } from "../../core/api/client.ts";
import { CallError, isNotFound, isServiceError, RefusedError, remedyFor } from "../../core/api/errors.ts";
import { missingVariableProblem } from "../../core/file/missing-variables.ts";
import { isError, type Problem } from "../../core/file/problem.ts";
import { stopOn, type Stop } from "./stop.ts";
import { EngineError } from "../engine/engine.ts";
import { startSession } from "../engine/session.ts";
import { failureReasonOf, failureReasonOfError } from "./failure-reason.ts";
import { describeVariables, limitProblems, loadFiles, type LoadedFiles } from "./load-files.ts";
import { planOrApply, STOPPED_EARLY, type ReportPart } from "./plan-or-apply.ts";
import { missingValues, selectObjects } from "../../core/plan/select-objects.ts";
import { outsideOrganizations } from "../../core/plan/conflicts.ts";
import { createPlanner } from "../../core/plan/planner.ts";
import { readPlan } from "./read-plan.ts";
import { redactName, redactReport } from "../report/redact-report.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import type { Report } from "../report/report.ts";
import type { RunOptions } from "./run-options.ts";
import { createSecrets } from "./secrets.ts";
import { decideSweeps, forSweep } from "./sweep.ts";

/**
 * One run. Rejects only for a bug in this program.
 *
 * 1. Load the files. Their secrets and names are known from here on.
 * 2. Refuse what is invalid, and what is outside of the organizations.
 * 3. `validate` ends here.
 * 4. An apply needs the value of each variable.
 * 5. Open the engine, if there is one, and the client.
 * 6. A sweep finds out which numbers are over.
 * 7. Read the service, and plan.
 * 8. An engine plans with its own preview.
 * 9. Judge the plan; in `apply` and `sweep` confirm it, carry it out, and wait (plan-or-apply.ts).
 * 10. Report, without secrets, whatever happened.
 */
export async function run(options: RunOptions): Promise<Report> {
  const { mode } = options;
  const secrets = createSecrets(options);
  const { redaction, ofService } = secrets;
  // 1.
  const load = () => loadDeclared(options);
  const { names, files: loaded, secrets: values, problems: found } = await load();
  const files = options.sweep === undefined ? loaded : loaded.map(forSweep);
  secrets.learnFiles(files, values);
  // 2.
  const problems = [...found, ...outsideOrganizations(files, options)];
  let limitedBy: Client["limitedBy"] = () => undefined;
  // 10.
  const report = (part: ReportPart): Report => {
    const all = limitProblems([...problems, ...(part.problems ?? []), ...rateProblems(limitedBy())], names);
    const failureReason = part.failureReason ?? failureReasonOf(part);
    return redactReport({ mode, files: names, ...part, failureReason, problems: all }, redaction);
  };
  if (options.signal?.aborted === true) return report(STOPPED_EARLY);
  if (problems.some(isError)) return report({ result: "invalid" });
  options.onVariables?.(describeVariables(files).map((line) => redactName(line, redaction)));
  // 3.
  if (mode === "validate") {
    // A plan notes these on its items.
    const missing = files.flatMap(({ missingVariables }) => missingVariables);
    return report({ result: "valid", problems: missing.map(missingVariableProblem("warning")) });
  }
  using stop = stopOn(options.signal);
  try {
    // 4.
    const needed = mode === "apply" ? missingValues(selectObjects(files, options.only)) : [];
    if (needed.length > 0) return report({ result: "invalid", problems: needed.map(missingVariableProblem("error")) });
    // 5.
    const stops = { stop: options.signal ?? stop.abortSignal, giveUp: stop.abortSignal };
    const declared = { ...options, files, prune: options.prune ?? [], redact: ofService.redact };
    await using engine = await options.engine?.(declared, stops);
    await using client = closing(options.connect(ofService, stop.abortSignal));
    ({ limitedBy } = client);
    // 6.
    const observer = createObserver(client);
    const decideSweep = options.sweep && (await decideSweeps(files, client.origin, observer, options.sweep));
    // 7.
    const planner = createPlanner(files, client.origin, {
      ...options,
      decideSweep,
      isWrittenByStack: engine !== undefined,
    });
    const onRead = (done: number, total: number): void => options.onProgress?.({ stage: "read", done, total });
    const planned = await readPlan(observer, planner, onRead).catch((error: unknown) => {
      secrets.learnSettings(files);
      throw error;
    });
    secrets.learnPlan(planned);
    // Reads that a stop ended are blocked in the plan, as if the service had not answered.
    if (stop.isRequested) return report(STOPPED_EARLY);
    if (engine !== undefined || mode === "apply" || mode === "sweep") secrets.learnSent(planned);
    // 8.
    const session = engine && startSession(engine, files, options, observer, ofService.redact);
    const through = session === undefined ? planned : await session.plan(planned, mode);
    if (stop.isRequested) return report(STOPPED_EARLY);
    // 9.
    const hasSameFiles = async (): Promise<boolean> => sameJson((await load()).files, files);
    const begun = { client, planner, observer, session, hasSameFiles, stop, report, redaction, ofService };
    return report(await planOrApply(through, options, begun));
  } catch (error) {
    const why = whyEnded(error, stop);
    return report(why.error === undefined ? why : { ...why, error: ofService.redact(why.error) });
  }
}

function loadDeclared(options: RunOptions): Promise<LoadedFiles> {
  return (options.load ?? loadFiles)(options.patterns, options, {
    environment: options.environment,
    tokens: options.secrets,
    allowEnv: options.allowEnv,
    missingVariables: needsVariables(options) ? "error" : "tolerate",
  });
}

function closing(client: Client): Client & AsyncDisposable {
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

/** A gateway seems to limit the rate, and did not say so. */
function rateProblems(status: number | undefined): Problem[] {
  if (status === undefined) return [];
  const message = `A gateway answered ${status} several times while the service answered other requests: a rate limit is likely. Only one request was sent at a time from then on. Set \`parallelism\` (--parallelism) to 1, or ask the operator for a higher limit: a create that is answered so is not sent again.`;
  return [{ level: "warning", file: "", line: 0, column: 0, path: "", message }];
}

/** Throws what is not an error of the service. */
function whyEnded(error: unknown, stop: Stop): ReportPart {
  if (stop.isRequested && !stop.hasStartedWriting()) return STOPPED_EARLY;
  if (!(error instanceof EngineError) && !isServiceError(error)) throw error;
  // Only lists are read outside of a single project, and every service has those: "not found" speaks of the address. Other refusals say what is wrong.
  const isUnexplained = error instanceof CallError && error.remedy === undefined;
  const remedy = isUnexplained && (!(error instanceof RefusedError) || isNotFound(error)) ? ` ${remedyFor(error)}` : "";
  const message = `${error.message}${remedy}`;
  return { result: "failed", failureReason: failureReasonOfError(error) ?? "failed", error: message };
}

/**
 * Only apply needs the values: the plan of a pull request may have to do without secrets. The program of an engine needs them in
 * a preview too.
 */
function needsVariables({ mode, only, engine }: RunOptions): boolean {
  return (mode === "apply" && only === undefined) || (mode === "plan" && engine !== undefined);
}
