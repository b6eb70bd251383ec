import { createClient, type Client } from "../provider/api/client.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { proxiesOf } from "../provider/api/proxy.ts";
import type { Redaction } from "../provider/api/redaction.ts";
import { userAgent } from "../provider/user-agent.ts";

export interface Connection {
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  /** What the user knows the two by, for the message when one is missing. */
  readonly names: { readonly baseUrl: string; readonly token: string };
  /** Where the proxies are named (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redaction: Redaction;
  /** Ends every call. */
  readonly signal: AbortSignal;
}

/** Makes the client of a run. */
export function connect({ baseUrl, token, names, environment, redaction, signal }: Connection): Client {
  if (baseUrl === undefined || baseUrl === "") {
    throw new InvalidRequestError(
      `${names.baseUrl} is not set. Set it to the address of the service, for example https://api.example.com.`,
    );
  }
  if (token === undefined || token === "") {
    throw new InvalidRequestError(`${names.token} is not set. Set it to an access token of the service.`);
  }
  return createClient({ baseUrl, token, userAgent, redaction, signal, proxies: proxiesOf(environment) });
}
