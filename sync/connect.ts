import { createClient, type Client } from "../provider/api/client.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import type { Redaction } from "../provider/api/redaction.ts";
import { userAgent } from "../provider/user-agent.ts";

/** Makes the client of a run. `names` are what the user knows the two settings by, for the message when one is missing. */
export function connect(
  baseUrl: string | undefined,
  token: string | undefined,
  names: { readonly baseUrl: string; readonly token: string },
  redaction: Redaction,
): Client {
  if (baseUrl === undefined || baseUrl === "") {
    throw new InvalidRequestError(
      `${names.baseUrl} is not set. Set it to the address of the service, for example https://api.example.com.`,
    );
  }
  if (token === undefined || token === "") {
    throw new InvalidRequestError(`${names.token} is not set. Set it to an access token of the service.`);
  }
  return createClient({ baseUrl, token, userAgent, redaction });
}
