import * as core from "@actions/core";
import { context } from "@actions/github";
import { connect } from "../sync/connect.ts";
import { run, type Report } from "../sync/run.ts";
import { annotate } from "./annotations.ts";
import { readInputs } from "./inputs.ts";
import { logOutcome, logReport } from "./log.ts";
import { chooseMode } from "./mode.ts";
import { failureOf, setOutputs } from "./outputs.ts";
import { renderSummary } from "./summary.ts";

try {
  const inputs = readInputs(process.env);
  // Masked before anything else is done, so that nothing can print it.
  if (inputs.token !== undefined) core.setSecret(inputs.token);
  const mode = chooseMode(
    inputs.mode,
    { name: context.eventName, ref: context.ref, payload: context.payload, actor: context.actor },
    inputs.token !== undefined,
  );
  core.info(`mode ${mode.mode}: ${mode.why}`);
  const report = await run({
    ...inputs,
    mode: mode.mode,
    environment: process.env,
    secrets: inputs.token === undefined ? [] : [inputs.token],
    connect: () => connect(inputs.baseUrl, inputs.token, { baseUrl: "The input base-url", token: "The input token" }),
    onSecrets: (values) => values.forEach((value) => core.setSecret(value)),
    onOutcome: logOutcome,
  });
  logReport(report);
  annotate(report);
  await setOutputs(report, inputs);
  await writeSummary(report);
  const failure = failureOf(report, inputs);
  if (failure !== undefined) core.setFailed(failure.message);
} catch (error) {
  core.setOutput("ending", "failed");
  core.setOutput("failure-reason", "failed");
  core.setFailed(error instanceof Error ? error.message : String(error));
}

async function writeSummary(report: Report): Promise<void> {
  await core.summary.addRaw(renderSummary(report)).write();
}
