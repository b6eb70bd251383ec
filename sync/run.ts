import type { Client } from "../provider/api/client.ts";
import { isNotFound, isServiceError } from "../provider/api/errors.ts";
import { createRedaction, type Redaction } from "../provider/api/redaction.ts";
import type { Environment } from "../provider/file/file-environment.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { missingVariableProblem } from "../provider/file/missing-variables.ts";
import type { DomainWait } from "../provider/resources/await-domains.ts";
import { hideUserInfo, textsIn } from "../provider/resources/sensitive-values.ts";
import { apply, type ApplyOptions } from "./apply/apply.ts";
import { awaitReady } from "./apply/await-ready.ts";
import type { Outcome } from "./apply/outcome.ts";
import { stopOn, type Stop } from "./apply/stop.ts";
import { EngineError, type OpenEngine } from "./engine/engine.ts";
import { redactEngine } from "./engine/redact-engine.ts";
import { startSession, type EngineApplied, type EngineSession } from "./engine/session.ts";
import { failureReasonOf, failureReasonOfError } from "./failure-reason.ts";
import { loadFiles, type Place } from "./load-files.ts";
import { liveDomains, statusOf, type DomainStatus, type LiveDomain } from "./plan/domain-status.ts";
import { missingValues } from "./plan/missing-values.ts";
import { selectObjects } from "./plan/only.ts";
import type { PlanOptions } from "./plan/options.ts";
import { countWrites, refusals, type Plan } from "./plan/plan.ts";
import { sensitiveValues } from "./plan/changes.ts";
import { plan, type Planned } from "./plan/planner.ts";
import type { ReviewedPlan } from "./plan/reviewed-plan.ts";
import type { SavedPlan } from "./plan/saved-plan.ts";
import type { Progress } from "./progress.ts";
import { redactOutcome, redactPlan, redactReport } from "./redact-report.ts";
import { resultOfApply, resultOfPlan, type Mode, type Report } from "./report.ts";
import { FILES_CHANGED, NOT_CONFIRMED, withEarlierPlans, withoutGuards, withVerdict } from "./verdicts.ts";

export interface RunOptions extends PlanOptions, Place {
  readonly mode: Mode;
  /** `validate` only: also check against the service and its catalogue. Default: false. */
  readonly online?: boolean | undefined;
  /** `apply` only: refuse changes that this saved plan does not show. Default: none. */
  readonly savedPlan?: SavedPlan | undefined;
  /** `apply` only: refuse changes that were not reviewed. Default: none. */
  readonly reviewedPlan?: ReviewedPlan | undefined;
  /** `apply` only: wait for the status of the declared domains, also if nothing changed. Default: do not wait. */
  readonly waitForDomains?: DomainWait | undefined;
  /** Paths and globs of project files, relative to `folder`. */
  readonly patterns: readonly string[];
  /** The environment of the process. Files may read its variables, except credentials (provider/file/file-environment.ts). */
  readonly environment: Environment;
  /** The only variables that files may read. Default: all but credentials. */
  readonly allowEnv?: readonly string[] | undefined;
  /** Plans and applies through a stack of its own. `validate` does not need it. Default: directly. */
  readonly engine?: OpenEngine | undefined;
  /** Called at most once, and only in modes that need the service. */
  readonly connect: (redaction: Redaction, abortSignal: AbortSignal) => Client;
  /** The token: never shown, and no file may read it. Secrets of the files and of the catalogue are added to it. */
  readonly secrets: readonly string[];
  /** Receives each further secret before any text that could hold it is shown. */
  readonly onSecrets?: (values: readonly string[]) => void;
  /** Stops the run: no new write starts, running ones have 5 seconds, and the report says what became of each. */
  readonly signal?: AbortSignal;
  /** `apply` only: receives the report so far, with the plan, before anything is written. Not called if the plan is refused. */
  readonly onPlan?: (report: Report) => void;
  /** `apply` only: asks the user, after `onPlan`, if the plan has something to write. Default: not asked. */
  readonly confirm?: ((plan: Plan) => Promise<boolean>) | undefined;
  /** Receives each outcome as it comes. */
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Receives how far the run is, when that changes. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What a stage of the run adds to the report. */
type ReportPart = Omit<Report, "mode" | "files" | "problems"> & { readonly problems?: readonly Problem[] };

/** Reads the files, plans, and in `apply` carries the plan out. Rejects only for a bug in this program. */
export async function run(options: RunOptions): Promise<Report> {
  const { mode } = options;
  const redaction = createRedaction(options.secrets);
  // Values of headers and the like: removed only from what the service wrote, because elsewhere they may be any word.
  const sensitive = createRedaction([]);
  const hide = (secrets: readonly string[]): void => {
    redaction.add(secrets);
    options.onSecrets?.(secrets);
  };
  const load = () =>
    loadFiles(options.patterns, options, {
      environment: options.environment,
      tokens: options.secrets,
      allowEnv: options.allowEnv,
      missingVariables: needsVariables(options) ? "error" : "tolerate",
    });
  const { names, files, problems } = await load();
  hide(files.flatMap(({ secrets }) => secrets));
  const report = (part: ReportPart): Report => {
    const all = sortProblems([...problems, ...(part.problems ?? [])], names);
    const failureReason = part.failureReason ?? failureReasonOf(part);
    const why = failureReason === undefined ? {} : { failureReason };
    return redactReport({ mode, files: names, ...part, ...why, problems: all }, redaction.redact);
  };

  if (options.signal?.aborted === true) return report(STOPPED_EARLY);
  if (problems.some(isError)) return report({ result: "invalid" });
  if (mode === "validate" && options.online !== true) {
    return report({ result: "valid", problems: missingVariableWarnings(files) });
  }
  using stop = stopOn(options.signal);
  try {
    const needed = mode === "apply" ? missingValues(selectObjects(files, options.only)) : [];
    if (needed.length > 0) return report({ result: "invalid", problems: needed.map(missingVariableProblem("error")) });
    const stops = { stop: options.signal ?? stop.abortSignal, giveUp: stop.abortSignal };
    const declared = { ...options, files, prune: options.prune ?? [] };
    await using engine = mode === "validate" ? undefined : await options.engine?.(declared, stops);
    await using client = closing(options.connect(both(redaction, sensitive), stop.abortSignal));
    const onRead = (done: number, total: number): void => options.onProgress?.({ stage: "read", done, total });
    const planned = await plan(files, client, options, onRead).catch((error: unknown) => {
      // The catalogue did not say which settings are secret, and the error may quote any of them.
      hide(files.flatMap(settingTexts));
      throw error;
    });
    hide(planned.secrets);
    // Reads that a stop ended are blocked in the plan, as if the service had not answered.
    if (stop.isRequested) return report(STOPPED_EARLY);
    if (mode === "validate") return report(validated(planned, files));
    const planAgain = async (): Promise<Planned | undefined> => {
      const again = await plan(files, client, options).catch(unlessServiceError);
      hide(again?.secrets ?? []);
      return again;
    };
    // The engine reads the files itself, so they must be those of the plan.
    const areSame = async (): Promise<boolean> => JSON.stringify((await load()).files) === JSON.stringify(files);
    // Its texts may quote what was sent.
    if (engine !== undefined) sensitive.add(planned.work.flatMap(sensitiveValues));
    const hideAll = both(redaction, sensitive).redact;
    const session = engine && startSession(redactEngine(engine, hideAll), files, options, { planAgain, areSame });
    const through = session === undefined ? planned : await session.plan(planned, mode);
    if (stop.isRequested) return report(STOPPED_EARLY);
    return report(await planOrApply(through, client, { ...options, report, session }, stop, redaction, sensitive));
  } catch (error) {
    const why = whyEnded(error, stop);
    return report(why.error === undefined ? why : { ...why, error: sensitive.redact(why.error) });
  }
}

/** For the client: it cuts long texts off, and what is left of a value could not be found any more. */
function both(redaction: Redaction, sensitive: Redaction): Redaction {
  return { add: redaction.add, redact: (text) => hideUserInfo(sensitive.redact(redaction.redact(text))) };
}

function closing(client: Client): Client & AsyncDisposable {
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

function validated({ plan, unchecked }: Planned, files: readonly LoadedFile[]): ReportPart {
  const { problems } = plan;
  const result = problems.some(isError) ? "invalid" : unchecked.length > 0 ? "failed" : "valid";
  const failureReason = failureReasonOf({ result, plan });
  return {
    result,
    ...(failureReason === undefined ? {} : { failureReason }),
    problems: [...problems, ...unchecked, ...missingVariableWarnings(files)],
  };
}

async function planOrApply(
  found: Planned,
  client: Client,
  options: RunOptions & { readonly report: (part: ReportPart) => Report; readonly session: EngineSession | undefined },
  stop: Stop,
  { redact }: Redaction,
  sensitive: Redaction,
): Promise<ReportPart> {
  const { mode, signal, onPlan, confirm, onOutcome, report, session } = options;
  const planned = mode === "drift" ? withoutGuards(found) : withEarlierPlans(found, options, redact);
  const { problems } = planned.plan;
  const domains = liveDomains(planned.work).map(statusOf);
  // An engine applies all of its stack or nothing.
  const isBlocked = session !== undefined && planned.plan.counts.blocked > 0;
  if (mode !== "apply" || isBlocked || refusals(planned.plan).length > 0) {
    return { result: resultOfPlan(planned.plan, mode), plan: planned.plan, domains, problems };
  }
  // Without the domains: the end of the run shows how they are then.
  onPlan?.(report({ result: resultOfPlan(planned.plan, mode), plan: planned.plan, problems }));
  const writes = countWrites(planned.plan);
  if (writes > 0 && confirm !== undefined) {
    const isConfirmed = await confirm(redactPlan(planned.plan, redact));
    if (stop.isRequested) return { ...STOPPED_EARLY, plan: planned.plan, domains, problems };
    if (!isConfirmed) return { result: "refused", plan: withVerdict(planned.plan, NOT_CONFIRMED), domains, problems };
  }
  if (session !== undefined && !(await session.hasSameFiles())) {
    return { result: "refused", plan: withVerdict(planned.plan, FILES_CHANGED), domains, problems };
  }
  stop.startWriting();
  const onWritten = countWritten(writes, options);
  // A refusal may quote what was sent.
  sensitive.add(found.work.flatMap(sensitiveValues));
  const shown = (outcome: Outcome): Outcome => redactOutcome(outcome, redact, sensitive.redact);
  const tell = (outcome: Outcome): void => {
    onOutcome?.(shown(outcome));
    onWritten();
  };
  const { applied, live, failure } =
    session === undefined
      ? await applyDirectly(planned, client, { ...(signal === undefined ? {} : { signal }), onOutcome: tell })
      : await session.apply(planned, { isStopped: () => stop.isRequested, onOutcome: tell });
  stop.endWriting();
  const result = resultOfApply(planned.plan, applied, stop.isRequested, failure !== undefined);
  const isAllDone = result === "applied" || result === "no-changes";
  const isWaiting = isAllDone && options.waitForDomains !== undefined && live.length > 0;
  // A run that fails anyway does not wait.
  const awaited = isAllDone ? await waitForDomains(live, client, options, stop) : live.map(statusOf);
  return {
    result,
    ...(failure === undefined ? {} : { error: sensitive.redact(failure.message), failureReason: failure.reason }),
    ...(isWaiting && stop.isRequested ? STOPPED_WAITING : {}),
    plan: planned.plan,
    applied: { ...applied, outcomes: applied.outcomes.map(shown) },
    domains: awaited.map(({ waitError, ...domain }) =>
      waitError === undefined ? domain : { ...domain, waitError: hideUserInfo(sensitive.redact(waitError)) },
    ),
    problems,
  };
}

async function applyDirectly(planned: Planned, client: Client, options: ApplyOptions): Promise<EngineApplied> {
  const { applied, attached } = await apply(planned, client, options);
  return { applied, live: liveDomains(planned.work, attached) };
}

/** The statuses of the domains, after the wait for them if there is one. */
async function waitForDomains(
  domains: readonly LiveDomain[],
  client: Client,
  { waitForDomains: wait, onProgress }: Pick<RunOptions, "waitForDomains" | "onProgress">,
  stop: Stop,
): Promise<readonly DomainStatus[]> {
  if (wait === undefined || domains.length === 0 || stop.isRequested) return domains.map(statusOf);
  return awaitReady(client, domains, wait, (done, total) => onProgress?.({ stage: "wait", done, total }));
}

/** Reports that nothing is written yet. The result reports one more write each time it is called. */
function countWritten(total: number, { onProgress }: Pick<RunOptions, "onProgress">): () => void {
  let done = 0;
  onProgress?.({ stage: "write", done, total });
  return () => {
    done += 1;
    onProgress?.({ stage: "write", done, total });
  };
}

const STOPPED_EARLY: ReportPart = { result: "stopped", error: "The run was stopped before anything was written." };

const STOPPED_WAITING = {
  result: "stopped",
  error: "The run was stopped before its wait for domains was over. No change was left to make.",
} as const;

/** Throws what is not an error of the service. */
function whyEnded(error: unknown, stop: Stop): ReportPart {
  if (stop.isRequested && !stop.hasStartedWriting()) {
    return STOPPED_EARLY;
  }
  if (error instanceof EngineError) return { result: "failed", failureReason: error.reason, error: error.message };
  if (!isServiceError(error)) throw error;
  // Only lists are read outside of a single project, and every service has those.
  const hint = isNotFound(error) ? " Check the address of the service, and the path in it." : "";
  return { result: "failed", failureReason: failureReasonOfError(error) ?? "failed", error: `${error.message}${hint}` };
}

function unlessServiceError(error: unknown): undefined {
  if (!isServiceError(error)) throw error;
}

/**
 * Only apply needs the values: the plan of a pull request may have to do without secrets. The program of an engine needs them in
 * a preview too.
 */
function needsVariables({ mode, only, engine }: RunOptions): boolean {
  return (mode === "apply" && only === undefined) || (mode === "plan" && engine !== undefined);
}

function isError({ level }: Problem): boolean {
  return level === "error";
}

/** By file and line, whichever stage found them. */
function sortProblems(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const rank = new Map(files.map((file, index) => [file, index]));
  const order = ({ file }: Problem): number => rank.get(file) ?? -1;
  return problems.toSorted((a, b) => order(a) - order(b) || a.line - b.line || a.column - b.column);
}

function settingTexts({ components = [] }: LoadedFile): string[] {
  const values = components.flatMap(({ declared }): unknown[] => Object.values(declared.settings ?? {}));
  return values.filter((value) => typeof value !== "number").flatMap(textsIn);
}

/** A plan notes these on its items; a validation has no items. */
function missingVariableWarnings(files: readonly LoadedFile[]): Problem[] {
  return files.flatMap(({ missingVariables }) => missingVariables.map(missingVariableProblem("warning")));
}
