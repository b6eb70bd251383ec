import type { Client } from "../provider/api/client.ts";
import type { Redaction } from "../provider/api/redaction.ts";
import { connect, type ConnectOptions } from "../sync/connect.ts";
import type { Context } from "./context.ts";

/** The token of the environment, if it is set. */
export function tokensIn({ environment: { PROJECTSYNC_TOKEN: token } }: Pick<Context, "environment">): string[] {
  return token === undefined ? [] : [token];
}

/**
 * Creates the client for the service that the environment names. `signal` aborts all calls. `options`: as
 * `connect` takes them.
 */
export function connectService(
  { environment, trace, clock }: Pick<Context, "environment" | "trace" | "clock">,
  redaction: Redaction,
  signal: AbortSignal,
  options: Partial<Pick<ConnectOptions, "onWait" | "parallelism" | "deadline">> = {},
): Client {
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = environment;
  const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
  return connect({ baseUrl, token, names, environment, redaction, signal, trace, clock, ...options });
}
