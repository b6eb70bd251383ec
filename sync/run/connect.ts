import { createClient, type Client, type ClientOptions } from "../../core/api/client.ts";
import { automaticSuffix } from "../../core/resources/automatic-domain.ts";
import { proxiesOf } from "../../core/api/proxy.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { describeTrace, describeWait } from "../../core/api/trace.ts";
import { userAgent } from "../../core/api/user-agent.ts";
import type { Wait } from "../report/progress.ts";
import { InvalidSettingsError } from "./parse-settings.ts";

type OfClient = "names" | "deadline" | "redaction" | "signal" | "clock";

export interface ConnectOptions extends Pick<ClientOptions, OfClient> {
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  readonly names: { readonly baseUrl: string; readonly token: string };
  /** Holds the proxies (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), and PROJECTSYNC_AUTOMATIC_DOMAINS. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Requests at once, from 1 to 64. Default: that of the client. */
  readonly parallelism?: number | undefined;
  readonly redaction: Redaction;
  /** Receives a redacted line for each request, retry and wait. Make it printable before you show it. Default: none. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Receives each wait when it starts. Default: none. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** Creates the client of a run. Throws InvalidSettingsError when a setting is missing, InvalidRequestError when one is invalid. */
export function connectRun({
  baseUrl,
  token,
  environment,
  parallelism,
  trace,
  onWait,
  ...options
}: ConnectOptions): Client {
  const { names, redaction } = options;
  if (!baseUrl || !token) {
    const address = `${names.baseUrl} is not set. Set it to the address of the service, for example https://api.example.com.`;
    const access = `${names.token} is not set. Set it to an access token of the service.`;
    throw new InvalidSettingsError([...(baseUrl ? [] : [address]), ...(token ? [] : [access])]);
  }
  return createClient({
    baseUrl,
    token,
    ...options,
    userAgent,
    proxies: proxiesOf(environment),
    automaticDomains: automaticSuffix(environment),
    concurrency: parallelism,
    trace: (event) => {
      trace?.(redaction.redact(describeTrace(event)));
      const isWait = event.kind === "retry" || event.kind === "pause" || event.kind === "wait";
      if (isWait) {
        const describe = (seconds: number): string => redaction.redact(describeWait(event, seconds));
        onWait?.({ milliseconds: event.milliseconds, describe });
      }
    },
  });
}
