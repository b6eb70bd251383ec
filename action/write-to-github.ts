import { createGitHub, type GitHub, type Runner } from "./github.ts";
import { GitHubError } from "./github-exchange.ts";
import type { Inputs } from "./inputs.ts";
import { warnInLog } from "./log.ts";

/** Milliseconds to write what a run has to say. Less if the run was stopped before: GitHub soon kills it. */
const MAX_TIME = 120_000;
const MAX_TIME_STOPPED = 1_500;

/** GitHub, for the end of a run. */
export function openForWriting({ githubToken: token }: Pick<Inputs, "githubToken">, runner: Runner): GitHub {
  const { signal: stop } = runner;
  const limit = AbortSignal.timeout(stop.aborted ? MAX_TIME_STOPPED : MAX_TIME);
  const signal = stop.aborted ? limit : AbortSignal.any([limit, stop]);
  return createGitHub({ ...runner, token, signal });
}

/** Turns a failure into a warning that starts with `what`. Resolves with true if GitHub refused it: then the warning ends with `remedy`. */
export async function warnOfRefusal(what: string, remedy: string, writing: () => Promise<void>): Promise<boolean> {
  try {
    await writing();
    return false;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    warnInLog(`${what}: ${error.message}.${error.isRefusal ? ` ${remedy}` : ""}`);
    return error.isRefusal;
  }
}
