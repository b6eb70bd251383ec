import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import * as core from "@actions/core";
import { reportAsJson } from "../sync/report-json.ts";
import { ACTIONS, isChange } from "../sync/plan.ts";
import type { Report } from "../sync/run.ts";
import type { Inputs } from "./inputs.ts";

/** Sets every output that action.yml names, also where the step is going to fail. */
export async function setOutputs(report: Report, inputs: Inputs): Promise<void> {
  const { mode, ending, plan, result } = report;
  core.setOutput("mode", mode);
  core.setOutput("ending", ending);
  core.setOutput("failure-reason", failureOf(report, inputs)?.reason ?? "");
  core.setOutput("has-changes", String(plan?.items.some(isChange) === true));
  core.setOutput("changed", String(result !== undefined && result.counts.done + result.counts.unknown > 0));
  for (const action of ACTIONS) core.setOutput(action, String(plan?.counts[action] ?? ""));
  core.setOutput("digest", plan?.digest ?? "");
  core.setOutput("report-path", await writeReport(report, inputs.temporary));
}

async function writeReport(report: Report, temporary: string): Promise<string> {
  const folder = await mkdtemp(path.join(temporary, "projectsync-"));
  const file = path.join(folder, "report.json");
  await writeFile(file, `${JSON.stringify(reportAsJson(report), null, 2)}\n`);
  return file;
}

interface Failure {
  readonly reason: Report["ending"];
  readonly message: string;
}

/** Why the step fails, if it does. */
export function failureOf(report: Report, { failOnDrift }: Pick<Inputs, "failOnDrift">): Failure | undefined {
  const { ending, error, result, plan } = report;
  const failed = (message: string): Failure => ({ reason: ending, message });
  switch (ending) {
    case "done":
    case "changes":
      return undefined;
    case "drift":
      return failOnDrift ? failed("The service differs from the files; see the summary.") : undefined;
    case "invalid":
      return failed("The project files are not valid; see the annotations. Nothing was written.");
    case "refused":
      return failed((plan?.guards ?? []).flatMap((guard) => (guard.passed ? [] : guard.message)).join(" "));
    case "blocked":
      return failed(
        `${plan?.counts.blocked ?? 0} of the declared objects are blocked; see the summary. Nothing was written.`,
      );
    case "partly-applied":
      return failed(`Partly applied: ${counted(result?.counts ?? {})}; see the summary.`);
    case "failed":
      return failed(error ?? `Nothing was applied: ${counted(result?.counts ?? {})}; see the summary.`);
  }
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${number} ${status}`)
    .join(", ");
}
