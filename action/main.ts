import * as core from "@actions/core";
import { connect } from "../sync/connect.ts";
import { fileEnvironment } from "../provider/file/file-environment.ts";
import { oneLine } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";
import { run } from "../sync/run.ts";
import { SIGNAL_EXIT_CODES } from "../sync/apply/stop.ts";
import { annotate } from "./annotations.ts";
import { bestEffort } from "./best-effort.ts";
import { readEvent } from "./event.ts";
import { failureOf } from "./failure.ts";
import { readInputs, type Inputs } from "./inputs.ts";
import { log, logOutcome, logReport, logTrace } from "./log.ts";
import { chooseMode } from "./mode.ts";
import { setOutputs, setOutputsOfFailure } from "./outputs.ts";
import { renderSummary } from "./summary.ts";

// GitHub cancels with SIGINT, sends SIGTERM 7.5 seconds later and kills 2.5 seconds after that: neither of the two ends
// the process, for a domain that is being moved must be let arrive: writes under way have 5 seconds.
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort(signal));
stop.signal.addEventListener("abort", () => log("stopping: nothing new is begun, what is under way is finished"));

let finished: Finished | undefined;
try {
  finished = await carryOut();
} catch (error) {
  core.setFailed(oneLine(error instanceof Error ? error.message : String(error)));
  await bestEffort("The outputs", async () => setOutputsOfFailure("failed"));
}
if (finished !== undefined) await tell(finished);
if (stop.signal.aborted) process.exitCode = SIGNAL_EXIT_CODES[String(stop.signal.reason)];

interface Finished {
  readonly report: Report;
  readonly inputs: Inputs;
}

async function carryOut(): Promise<Finished> {
  const inputs = readInputs(process.env);
  const { baseUrl, token } = inputs;
  // Masked before anything else is done, so that nothing can print it.
  if (token !== undefined) core.setSecret(token);
  const { mode, why } = chooseMode(inputs.mode, await readEvent(process.env), token !== undefined);
  log(`mode ${mode}: ${why}`);
  const report = await run({
    ...inputs,
    mode,
    environment: fileEnvironment(process.env),
    secrets: token === undefined ? [] : [token],
    signal: stop.signal,
    connect: (redaction, letGo) =>
      connect({
        baseUrl,
        token,
        names: { baseUrl: "The input base-url", token: "The input token" },
        environment: process.env,
        redaction,
        signal: letGo,
        trace: core.isDebug() ? logTrace : undefined,
      }),
    onSecrets: (values) => values.forEach((value) => core.setSecret(value)),
    onOutcome: logOutcome,
  });
  return { report, inputs };
}

/** The outputs first: a cancelled run has little time. */
async function tell({ report, inputs }: Finished): Promise<void> {
  await bestEffort("The outputs", () => setOutputs(report, inputs));
  logReport(report);
  annotate(report, inputs);
  await bestEffort("The summary", () => core.summary.addRaw(renderSummary(report)).write());
  const failure = failureOf(report, inputs);
  if (failure !== undefined) core.setFailed(oneLine(failure.message));
}
