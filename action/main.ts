import * as core from "@actions/core";
import { connect } from "../sync/connect.ts";
import { oneLine } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";
import { run } from "../sync/run.ts";
import { SIGNAL_EXIT_CODES } from "../sync/apply/stop.ts";
import { annotate } from "./annotations.ts";
import { readEvent } from "./event.ts";
import { failureOf } from "./failure.ts";
import { readInputs, type Inputs } from "./inputs.ts";
import { log, logOutcome, logReport, logTrace } from "./log.ts";
import { chooseMode } from "./mode.ts";
import { setOutputs, setOutputsOfFailure } from "./outputs.ts";
import { renderSummary } from "./summary.ts";
import { warnOnFailure } from "./warn-on-failure.ts";
import { messageOf } from "../provider/api/errors.ts";

// To cancel, GitHub sends SIGINT, 7.5 seconds later SIGTERM, and kills the process after another 2.5 seconds. Neither
// signal may end the process at once: a domain that is being moved must arrive, so running writes have 5 seconds.
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort(signal));
stop.signal.addEventListener("abort", () => log("Stopping: no new write starts, running writes have 5 seconds."));

let finished: Finished | undefined;
try {
  finished = await runWithInputs();
} catch (error) {
  core.setFailed(oneLine(messageOf(error)));
  await warnOnFailure("The outputs", async () => setOutputsOfFailure("failed"));
}
if (finished !== undefined) await publish(finished);
if (stop.signal.aborted) process.exitCode = SIGNAL_EXIT_CODES[String(stop.signal.reason)];

interface Finished {
  readonly report: Report;
  readonly inputs: Inputs;
}

async function runWithInputs(): Promise<Finished> {
  const inputs = readInputs(process.env);
  const { baseUrl, token } = inputs;
  // Mask the token first, so that nothing can print it.
  if (token !== undefined) core.setSecret(token);
  const { mode, why } = chooseMode(inputs.mode, await readEvent(process.env), token !== undefined);
  log(`Mode: ${mode} (${why})`);
  const report = await run({
    ...inputs,
    mode,
    environment: process.env,
    secrets: token === undefined ? [] : [token],
    signal: stop.signal,
    connect: (redaction, abortSignal) =>
      connect({
        baseUrl,
        token,
        names: { baseUrl: "Input base-url", token: "Input token" },
        environment: process.env,
        redaction,
        signal: abortSignal,
        trace: core.isDebug() ? logTrace : undefined,
      }),
    onSecrets: (values) => values.forEach((value) => core.setSecret(value)),
    onOutcome: logOutcome,
  });
  return { report, inputs };
}

/** Sets outputs, and writes log, annotations and summary. Outputs first: a cancelled run has little time. */
async function publish({ report, inputs }: Finished): Promise<void> {
  await warnOnFailure("The outputs", () => setOutputs(report, inputs));
  logReport(report);
  annotate(report, inputs);
  await warnOnFailure("The summary", () => core.summary.addRaw(renderSummary(report)).write());
  const failure = failureOf(report, inputs);
  if (failure !== undefined) core.setFailed(oneLine(failure.message));
}
