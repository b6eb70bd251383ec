import { expect } from "vitest";
import type { Fault, FaultSchedule, Rule } from "../../../emulator/start.ts";
import type { Status } from "../../../sync/apply/outcome.ts";
import type { Report } from "../../../sync/run.ts";
import type { Files, RunOptions, Scene } from "./scene.ts";

/** `status key` of every outcome. */
export function statuses(report: Report): string[] {
  return (report.result?.outcomes ?? []).map(({ status, key }) => `${status} ${key}`);
}

export function outcomeOf(report: Report, key: string): { status: Status; id?: string | undefined; message: string } {
  const outcome = report.result?.outcomes.find((candidate) => candidate.key === key);
  if (outcome === undefined) throw new Error(`the report has no outcome of ${key}: ${JSON.stringify(report)}`);
  return { status: outcome.status, id: outcome.id, message: outcome.message ?? "" };
}

/** `action key` of what a plan would do or cannot do, with the reason where it has one. */
export function planned(report: Report): string[] {
  return (report.plan?.items ?? []).flatMap(({ action, key, reason }) =>
    action === "unchanged" || action === "unmanaged" ? [] : [`${action} ${key}${reason ? `: ${reason}` : ""}`],
  );
}

/** A run once the faults are over writes exactly this, and the one after it nothing. */
export async function converges(
  scene: Scene,
  files: Files,
  { writes = [], ...options }: RunOptions & { readonly writes?: readonly string[] } = {},
): Promise<void> {
  scene.heal();
  scene.forget();
  const next = await scene.run(files, options);
  expect({ ending: next.ending, writes: scene.writes() }).toEqual({ ending: "done", writes });
  scene.forget();
  const second = await scene.run(files, options);
  expect({ ending: second.ending, writes: scene.writes() }).toEqual({ ending: "done", writes: [] });
}

/** One rule: this fault for requests of this method and path; the first of them unless `more` says otherwise. */
export function on(
  method: "GET" | "POST" | "DELETE",
  path: string,
  fault: Fault,
  more: Pick<Rule, "nth" | "times"> = {},
): FaultSchedule {
  return { faults: [{ method, path, fault, ...more }] };
}

/** The service's own refusal. */
export function refusal(status: number, type: string, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: "answer", status, headers, body: { error: { type, message: `A message of ${type}.` } } };
}
