import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "../provider/api/client.ts";
import { isNotFound, isServiceError } from "../provider/api/errors.ts";
import { createRedaction, type Redaction } from "../provider/api/redaction.ts";
import { findFiles } from "../provider/file/find-files.ts";
import { loadFile } from "../provider/file/load-file.ts";
import { describeNotHere } from "../provider/file/unavailable.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { apply } from "./apply/apply.ts";
import { conflicts } from "./plan/conflicts.ts";
import type { PlanOptions } from "./plan/options.ts";
import type { ApplyResult, Outcome } from "./apply/outcome.ts";
import { isChange, refusals, type Plan, type Verdict } from "./plan/plan.ts";
import { planCheck, type SavedPlan } from "./plan/saved-plan.ts";
import { plan, type Planned } from "./plan/planner.ts";
import { redactAll } from "./redact-report.ts";
import { stopOn } from "./apply/stop.ts";

export type Mode = "validate" | "plan" | "apply" | "drift";

/**
 * How a run ended. `done`: nothing is left to say. `changes`: a plan with something to do. `drift`: the service differs
 * from the files. `invalid`: the files are wrong. `blocked`: the plan holds what cannot be done. `refused`: a guard does
 * not let the plan be applied. `partly-applied`: some items are not done, and some are or may be. `stopped`: it was asked to
 * stop before everything was done. `failed`: none is done, or the service could not be read.
 */
export type Ending =
  | "done"
  | "changes"
  | "drift"
  | "invalid"
  | "blocked"
  | "refused"
  | "partly-applied"
  | "stopped"
  | "failed";

export interface RunOptions extends PlanOptions {
  readonly mode: Mode;
  /** Of `validate`: checks the files against the service and its catalogue too. Default: offline. */
  readonly online?: boolean | undefined;
  /** Of `apply`: refuses what this plan, saved before, does not show. Default: none. */
  readonly savedPlan?: SavedPlan | undefined;
  /** Paths and globs of project files. */
  readonly patterns: readonly string[];
  /** What the patterns are relative to. */
  readonly folder: string;
  /** What `{ env: … }` and `{ secret: … }` in the files read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called once, and only by modes that need the service. */
  readonly connect: (redaction: Redaction, letGo: AbortSignal) => Client;
  /** Never shown, wherever they turn up: the token. Secrets of the files and of the catalogue are added to them. */
  readonly secrets: readonly string[];
  /** Told of these others before anything is said of them. */
  readonly onSecrets?: (values: readonly string[]) => void;
  /** Asks to stop: no write begins any more, those under way have 5 seconds, and the report says what became of each. */
  readonly signal?: AbortSignal;
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** What a run found and did: plain data without secrets, ready to be shown. */
export interface Report {
  readonly mode: Mode;
  readonly ending: Ending;
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Why the run ended before its end, where it did. */
  readonly error?: string;
  readonly plan?: Plan;
  readonly result?: ApplyResult;
}

/** The one way through: read the files, plan, and, in `apply`, carry the plan out. Rejects only for faults of this program. */
export async function run(options: RunOptions): Promise<Report> {
  const { mode, folder, patterns } = options;
  const found = await findFiles(patterns, folder);
  const loaded = await Promise.all(found.files.map((name) => read(name, options)));
  const files = loaded.flatMap(({ file }) => file ?? []);
  const redaction = createRedaction(options.secrets);
  const { redact } = redaction;
  const hide = (secrets: readonly string[]): void => {
    redaction.add(secrets);
    options.onSecrets?.(secrets);
  };
  hide(files.flatMap(({ secrets }) => secrets));
  const inFiles = [...found.problems, ...loaded.flatMap(({ problems }) => problems), ...conflicts(files)];
  const report = (rest: Omit<Report, "mode" | "files" | "problems"> & { problems?: readonly Problem[] }): Report =>
    redactAll(
      { mode, files: found.files, ...rest, problems: inOrder([...inFiles, ...(rest.problems ?? [])], found.files) },
      redact,
    );

  if (inFiles.some(({ level }) => level === "error")) return report({ ending: "invalid" });
  const isOffline = mode === "validate" && options.online !== true;
  if (isOffline) return report({ ending: "done", problems: files.flatMap(unavailableProblems) });
  using stop = stopOn(options.signal);
  try {
    await using client = closing(options.connect(redaction, stop.letGo));
    const found = await plan(files, client, options).catch((error: unknown) => {
      // Which settings are secret was not learnt: what the service says may repeat any of them.
      hide(files.flatMap(settingTexts));
      throw error;
    });
    const { savedPlan } = options;
    hide(found.secrets);
    // What was saved had its secrets taken out.
    const shown = savedPlan === undefined ? undefined : planCheck(redactAll(found.plan, redact), savedPlan);
    const planned = shown === undefined ? found : withGuard(found, shown);
    const { problems } = planned.plan;
    if (mode === "validate") {
      const { unchecked } = planned;
      const ending = problems.some(({ level }) => level === "error") ? "invalid" : "done";
      return report({
        ending: unchecked.length > 0 && ending === "done" ? "failed" : ending,
        problems: [...problems, ...unchecked, ...files.flatMap(unavailableProblems)],
      });
    }
    if (mode !== "apply" || refusals(planned.plan).length > 0) {
      // Drift applies nothing, so no guard has a say.
      const judged = mode === "drift" ? { ...planned.plan, guards: [] } : planned.plan;
      return report({ ending: endingOfPlan(judged, mode), plan: judged, problems });
    }
    const { signal, onOutcome } = options;
    stop.startWriting();
    const result = await apply(planned, client, {
      ...(signal === undefined ? {} : { signal }),
      ...(onOutcome === undefined ? {} : { onOutcome: (outcome) => onOutcome(redactAll(outcome, redact)) }),
    });
    const ending = endingOfApply(planned.plan, result, stop.isAsked);
    return report({ ending, plan: planned.plan, result, problems });
  } catch (error) {
    if (stop.isAsked && !stop.mayHaveWritten())
      return report({ ending: "stopped", error: "The run was stopped before anything was written." });
    if (!isServiceError(error)) throw error;
    // Only a list can be meant, and a service has that one.
    const hint = isNotFound(error) ? " Check the address of the service, and the path in it." : "";
    return report({ ending: "failed", error: `${error.message}${hint}` });
  }
}

function closing(client: Client): Client & AsyncDisposable {
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

async function read(
  name: string,
  { folder, environment, mode }: RunOptions,
): Promise<{ file?: LoadedFile; problems: readonly Problem[] }> {
  let content: Uint8Array;
  try {
    content = await readFile(path.resolve(folder, name));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    const message = `cannot be read (${reason}); check that it is a file and may be read`;
    return { problems: [{ file: name, line: 1, column: 1, level: "error", path: "", message }] };
  }
  // Only apply needs every value: a plan of a pull request may have to do without secrets.
  return loadFile(name, content, { environment, unavailable: mode === "apply" ? "error" : "tolerate" });
}

function withGuard(planned: Planned, verdict: Verdict): Planned {
  return { ...planned, plan: { ...planned.plan, guards: [...planned.plan.guards, verdict] } };
}

/** By file and line, whichever stage found them. */
function inOrder(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const rank = new Map(files.map((file, index) => [file, index]));
  const order = ({ file }: Problem): number => rank.get(file) ?? -1;
  return problems.toSorted((a, b) => order(a) - order(b) || a.line - b.line || a.column - b.column);
}

function settingTexts({ components = [] }: LoadedFile): string[] {
  const values = components.flatMap(({ declared }): unknown[] => Object.values(declared.settings ?? {}));
  return values.filter((value) => typeof value === "string");
}

/** Nothing else in a validation tells of them. */
function unavailableProblems({ unavailable }: LoadedFile): Problem[] {
  return unavailable.map((value) => ({
    ...value.position,
    level: "warning",
    path: value.path,
    message: describeNotHere(value),
  }));
}

function endingOfPlan(plan: Plan, mode: Mode): Ending {
  if (plan.problems.some(({ level }) => level === "error")) return "invalid";
  if (refusals(plan).length > 0) return "refused";
  const { create, update, move, delete: deletions, blocked } = plan.counts;
  if (mode === "drift" && create + update + move + deletions > 0) return "drift";
  if (blocked > 0) return "blocked";
  return plan.items.some(isChange) ? "changes" : "done";
}

function endingOfApply({ counts: { blocked } }: Plan, { counts }: ApplyResult, isStopped: boolean): Ending {
  const undone = counts.partial + counts.failed + counts.unknown + counts["not-started"] + blocked;
  if (undone === 0) return "done";
  if (isStopped) return "stopped";
  if (counts.done + counts.partial + counts.unknown > 0) return "partly-applied";
  return blocked === undone ? "blocked" : "failed";
}
