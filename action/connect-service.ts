import * as core from "@actions/core";
import type { Client } from "../core/api/client.ts";
import type { Redaction } from "../core/text/redaction.ts";
import type { Wait } from "../sync/report/progress.ts";
import { connectRun } from "../sync/run/connect.ts";
import type { Runner } from "./github.ts";
import type { Inputs } from "./inputs.ts";
import { debug } from "./log.ts";

/** Creates the client of the service that the inputs name. `onWait`: see ConnectOptions. */
export function connectService(
  { baseUrl, token, parallelism }: Pick<Inputs, "baseUrl" | "token" | "parallelism">,
  { environment, clock }: Runner,
  redaction: Redaction,
  signal: AbortSignal,
  onWait?: (wait: Wait) => void,
): Client {
  const names = { baseUrl: "Input base-url", token: "Input token" };
  const trace = core.isDebug() ? debug : undefined;
  return connectRun({ baseUrl, token, names, environment, parallelism, redaction, signal, trace, onWait, clock });
}
