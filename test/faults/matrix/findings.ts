import { expect } from "vitest";
import type { Fault, FaultSchedule, Rule } from "../../../emulator/start.ts";
import type { Status } from "../../../sync/apply/outcome.ts";
import type { Report } from "../../../sync/report.ts";
import type { Files, RunOptions, Scene } from "./scene.ts";

/** What is said of a write without an answer that took effect. */
export const LOOKED_UP: unknown = expect.stringMatching(/It was looked up, and is as declared\.$/);

/** `status key` of every outcome. */
export function statuses(report: Report): string[] {
  return (report.applied?.outcomes ?? []).map(({ status, key }) => `${status} ${key}`);
}

export function outcomeOf(report: Report, key: string): { status: Status; id?: string | undefined; message: string } {
  const outcome = report.applied?.outcomes.find((candidate) => candidate.key === key);
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
  expect({ result: next.result, writes: scene.writes() }).toEqual({
    result: writes.length > 0 ? "applied" : "no-changes",
    writes,
  });
  scene.forget();
  const second = await scene.run(files, options);
  expect({ result: second.result, writes: scene.writes() }).toEqual({ result: "no-changes", writes: [] });
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
