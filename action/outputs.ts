import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import * as core from "@actions/core";
import { printable, printableJson } from "../core/text/printable.ts";
import type { DomainStatus } from "../core/plan/live-domains.ts";
import { reportAsJson } from "../sync/report/report-json.ts";
import { type Action, ACTIONS, countWrites, isBlind } from "../core/plan/plan.ts";
import type { FailureReason } from "../core/text/explanations.ts";
import type { Report, Result } from "../sync/report/report.ts";
import { actionFailureOf, mayHaveWritten } from "./action-failure.ts";
import type { Inputs } from "./inputs.ts";
import { warnOnFailure } from "./log.ts";

/** The outputs of action.yml that do not count objects. */
const OUTPUTS = [
  "mode",
  "outdated",
  "result",
  "failure-reason",
  "has-changes",
  "changed",
  "digest",
  "domains",
  "report-path",
] as const;
type Outputs = Readonly<Partial<Record<(typeof OUTPUTS)[number] | Action, string | undefined>>>;

/** Sets all outputs of action.yml, also if the step fails. `outdated`: why the run did less than it was asked for. */
export async function setOutputs(report: Report, inputs: Inputs, outdated: string | undefined): Promise<void> {
  const { mode, result, plan, domains } = report;
  const counts = ACTIONS.map((action) => [action, String(plan?.counts[action] ?? "")]);
  write({
    mode,
    outdated: String(outdated !== undefined),
    result,
    "failure-reason": actionFailureOf(report, inputs, outdated)?.reason,
    "has-changes": hasChanges(report, inputs),
    changed: String(mayHaveWritten(report)),
    ...Object.fromEntries(counts),
    digest: plan?.digest,
    domains: domains && domainsAsJson(domains),
    "report-path": await warnOnFailure("The report", () => writeReport(report, inputs.temporary)),
  });
}

/** Sets the outputs of a run that failed before it had a report. */
export function setOutputsOfFailure(reason: FailureReason): void {
  const result: Result = "failed";
  // Every other reason is found before anything is written.
  write({ result, "failure-reason": reason, changed: reason === "internal-error" ? "" : "false" });
}

/** Sets all outputs: those without a value to an empty text. */
function write(outputs: Outputs): void {
  for (const name of [...OUTPUTS, ...ACTIONS]) core.setOutput(name, outputs[name] ?? "");
}

/** Empty if it is not known: nothing was planned, or the service did not show each object and value. */
export function hasChanges({ plan }: Report, { failOn }: Pick<Inputs, "failOn">): "true" | "false" | "" {
  if (plan === undefined) return "";
  if (countWrites(plan) > 0) return "true";
  const isKnown = !isBlind(plan, failOn) && plan.items.every(({ cause }) => cause === undefined);
  return isKnown ? "false" : "";
}

/** One line. An error may quote the service. */
function domainsAsJson(domains: readonly DomainStatus[]): string {
  const shown = domains.map(({ waitError, ...domain }) =>
    waitError === undefined ? domain : { ...domain, waitError: printable(waitError) },
  );
  return printableJson(shown, 0);
}

async function writeReport(report: Report, temporary: string): Promise<string> {
  const folder = await mkdtemp(path.join(temporary, "projectsync-"));
  const file = path.join(folder, "report.json");
  await writeFile(file, `${printableJson(reportAsJson(report))}\n`);
  return file;
}
