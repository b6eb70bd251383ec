import { request } from "undici";
import { z } from "zod";
import { createAgent } from "../provider/api/agent.ts";
import { isLoopback, parseBaseUrl } from "../provider/api/base-url.ts";
import { proxiesOf, proxySecrets } from "../provider/api/proxy.ts";
import { userAgent } from "../provider/user-agent.ts";

/** Milliseconds for the whole answer. */
const DEADLINE = 10_000;

export interface GitHub {
  readonly token: string | undefined;
  /** The runner's environment: GITHUB_API_URL and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Reads one path of GitHub's REST API, once. Rejects with an error whose message says why there is no answer. Follows no
 * redirect.
 */
export async function readGitHub(pathname: string, { token, environment, signal }: GitHub): Promise<unknown> {
  if (token === undefined) throw new Error("input github-token is not set");
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new Error("environment variable GITHUB_API_URL is not set");
  const base = parseBaseUrl(address, "environment variable GITHUB_API_URL");
  const proxies = isLoopback(base) ? {} : proxiesOf(environment);
  // Validates them: an error of undici could show a password.
  proxySecrets(proxies);
  const agent = createAgent(1, proxies);
  const deadline = AbortSignal.timeout(DEADLINE);
  try {
    const answer = await request(new URL(`${base.href.replace(/\/$/, "")}${pathname}`), {
      dispatcher: agent,
      signal: AbortSignal.any([signal, deadline]),
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": userAgent,
        "x-github-api-version": "2022-11-28",
      },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new NoAnswer(`GitHub answered ${answer.statusCode}`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (deadline.aborted)
      throw new NoAnswer(`GitHub did not answer within ${DEADLINE / 1000} seconds`, { cause: error });
    if (error instanceof SyntaxError) throw new NoAnswer("GitHub's answer is not JSON", { cause: error });
    throw new NoAnswer(`GitHub could not be reached (${codeOf(error)})`, { cause: error });
  } finally {
    await agent.destroy();
  }
}

class NoAnswer extends Error {}

/** Only the code: a message may quote a header or a proxy. */
function codeOf(error: unknown): string {
  return z.object({ code: z.string() }).safeParse(error).data?.code ?? "unknown error";
}
