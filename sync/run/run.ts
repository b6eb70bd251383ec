import type { Client } from "../../core/api/client.ts";
import { CallError, isNotFound, isServiceError, RefusedError, remedyFor } from "../../core/api/errors.ts";
import { createRedaction, type Redaction } from "../../core/text/redaction.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { missingVariableProblem } from "../../core/file/missing-variables.ts";
import type { Problem } from "../../core/file/problem.ts";
import { textsIn } from "../../core/resources/sensitive-values.ts";
import { stopOn, type Stop } from "./stop.ts";
import { EngineError } from "../engine/engine.ts";
import { startSession } from "../engine/session.ts";
import { failureReasonOf, failureReasonOfError } from "./failure-reason.ts";
import { limitProblems } from "./limit-problems.ts";
import { loadFiles } from "./load-files.ts";
import { planOrApply, STOPPED_EARLY, type ReportPart } from "./plan-or-apply.ts";
import { flaggedValues, secretValues, sensitiveValues } from "../../core/plan/changes.ts";
import { missingValues, selectObjects } from "../../core/plan/only.ts";
import { outsideOrganizations } from "../../core/plan/conflicts.ts";
import { createPlanner } from "../../core/plan/planner.ts";
import { readPlan } from "./read-plan.ts";
import { namesDeclared, redactName, redactReport } from "../report/redact-report.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import type { Report } from "../report/report.ts";
import type { RunOptions } from "./options.ts";
import { findFates, forSweep } from "./sweep.ts";
import { describeVariables } from "./variables.ts";

/** Reads the files, plans, and in `apply` and `sweep` carries the plan out. Rejects only for a bug in this program. */
export async function run(options: RunOptions): Promise<Report> {
  const { mode } = options;
  const redaction = createRedaction(options.secrets);
  const ofService: Redaction = { ...redaction, redact: redaction.redactOfService };
  const hide = (secrets: readonly string[]): void => {
    redaction.add(secrets);
    options.onSecrets?.(secrets.filter((secret) => !redaction.isName(secret)));
  };
  const load = () =>
    (options.load ?? loadFiles)(options.patterns, options, {
      environment: options.environment,
      tokens: options.secrets,
      allowEnv: options.allowEnv,
      missingVariables: needsVariables(options) ? "error" : "tolerate",
    });
  const { names, files: loaded, secrets, problems: found } = await load();
  const files = options.sweep === undefined ? loaded : loaded.map(forSweep);
  const problems = [...found, ...outsideOrganizations(files, options)];
  redaction.addNames(files.flatMap(namesDeclared));
  hide(secrets);
  let limitedBy: Client["limitedBy"] = () => undefined;
  const report = (part: ReportPart): Report => {
    const all = limitProblems([...problems, ...(part.problems ?? []), ...rateProblems(limitedBy())], names);
    const failureReason = part.failureReason ?? failureReasonOf(part);
    const why = failureReason === undefined ? {} : { failureReason };
    return redactReport({ mode, files: names, ...part, ...why, problems: all }, redaction);
  };

  if (options.signal?.aborted === true) return report(STOPPED_EARLY);
  if (problems.some(({ level }) => level === "error")) return report({ result: "invalid" });
  options.onVariables?.(describeVariables(files).map((line) => redactName(line, redaction)));
  if (mode === "validate") {
    // A plan notes these on its items.
    const missing = files.flatMap(({ missingVariables }) => missingVariables);
    return report({ result: "valid", problems: missing.map(missingVariableProblem("warning")) });
  }
  using stop = stopOn(options.signal);
  try {
    const needed = mode === "apply" ? missingValues(selectObjects(files, options.only)) : [];
    if (needed.length > 0) return report({ result: "invalid", problems: needed.map(missingVariableProblem("error")) });
    const stops = { stop: options.signal ?? stop.abortSignal, giveUp: stop.abortSignal };
    const declared = { ...options, files, prune: options.prune ?? [], redact: ofService.redact };
    await using engine = await options.engine?.(declared, stops);
    await using client = closing(options.connect(ofService, stop.abortSignal));
    ({ limitedBy } = client);
    const onRead = (done: number, total: number): void => options.onProgress?.({ stage: "read", done, total });
    const observer = createObserver(client);
    const fateOf = options.sweep && (await findFates(files, client.origin, observer, options.sweep));
    const planOptions = { ...options, fateOf, remembersSecrets: engine !== undefined };
    const planner = createPlanner(files, client.origin, planOptions);
    const planned = await readPlan(observer, planner, onRead).catch((error: unknown) => {
      // The catalogue did not say which settings are secret, and the error may quote any of them.
      redaction.add(files.flatMap(settingTexts));
      throw error;
    });
    redaction.addNames(planned.plan.items.flatMap(({ key, id = "", from = "" }) => [key, id, from]));
    redaction.add(planned.work.flatMap(secretValues));
    hide(planned.work.flatMap(flaggedValues));
    // Reads that a stop ended are blocked in the plan, as if the service had not answered.
    if (stop.isRequested) return report(STOPPED_EARLY);
    // What the engine says, and a refusal, may quote what was sent.
    if (engine !== undefined || mode === "apply" || mode === "sweep")
      redaction.addOfService(planned.work.flatMap(sensitiveValues));
    const session = engine && startSession(engine, files, options, observer, ofService.redact);
    const through = session === undefined ? planned : await session.plan(planned, mode);
    if (stop.isRequested) return report(STOPPED_EARLY);
    const hasSameFiles = async (): Promise<boolean> => sameJson((await load()).files, files);
    const begun = { client, planner, observer, session, hasSameFiles, stop, report, redaction, ofService };
    return report(await planOrApply(through, options, begun));
  } catch (error) {
    const why = whyEnded(error, stop);
    return report(why.error === undefined ? why : { ...why, error: ofService.redact(why.error) });
  }
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

function settingTexts({ components = [] }: LoadedFile): string[] {
  const values = components.flatMap(({ declared }): unknown[] => Object.values(declared.settings ?? {}));
  return values.filter((value) => typeof value !== "number").flatMap(textsIn);
}
