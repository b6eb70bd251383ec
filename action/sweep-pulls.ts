import { z } from "zod";
import { messageOf } from "../core/api/errors.ts";
import type { SweepDecision } from "../core/plan/plan-options.ts";
import type { Sweep } from "../sync/run/sweep.ts";
import type { Event } from "./event-rules.ts";
import { createGitHub, expectAnswer, type GitHub, type Runner } from "./github.ts";
import { GitHubError } from "./github-exchange.ts";
import type { Inputs } from "./inputs.ts";

/** Milliseconds to ask GitHub in. What it has not answered by then is kept. */
const MAX_TIME = 300_000;
const HOUR = 3_600_000;
/** GitHub shows no such pull request in this repository, or has moved it to another one. */
const ELSEWHERE: ReadonlySet<number | undefined> = new Set([301, 302, 307, 308, 404, 410]);
const MISSING_PERMISSION = " Add pull-requests: read to the permissions of this job.";

/** The sweep that the inputs ask for. It asks GitHub for each pull request, one after the other. `undefined` in other modes. */
export function sweepOfPulls(
  { sweepDomains, sweepAfterHours, dryRun, githubToken }: Inputs,
  { repository }: Event,
  isOutdated: boolean,
  runner: Runner,
): Sweep | undefined {
  if (sweepDomains === undefined) return undefined;
  return {
    numberIn: sweepDomains,
    isDryRun: dryRun || isOutdated,
    judge: async (numbers) => {
      const signal = AbortSignal.any([runner.signal, AbortSignal.timeout(MAX_TIME)]);
      await using github = createGitHub({ ...runner, token: githubToken, signal });
      const fates = new Map<number, SweepDecision>();
      const judge = createJudge(repository, sweepAfterHours, github);
      for (const number of numbers) fates.set(number, await judge(number));
      return fates;
    },
  };
}

const pullSchema = z.looseObject({
  number: z.number(),
  state: z.enum(["open", "closed"]),
  closed_at: z.iso.datetime({ offset: true }).nullish(),
  base: z.looseObject({ repo: z.looseObject({ full_name: z.string() }) }),
});

/** Only an answer about this very pull request, that it was closed long enough ago, lets its host names go. */
function createJudge(repository: string, hours: number, github: GitHub): (number: number) => Promise<SweepDecision> {
  const kept = (reason: string): SweepDecision => ({ action: "unmanaged", reason: `Kept: ${reason}.` });
  let access: Promise<unknown> | undefined;
  /** GitHub also answers 404 to a token without access. Asks once whether the token sees any pull request. */
  const requireAccess = (): Promise<unknown> => (access ??= github.call("GET /pulls", { state: "all", per_page: 1 }));
  return async (number) => {
    try {
      const { data, time } = await github.ask("GET /pulls/{number}", { number }).catch(async (error: unknown) => {
        if (!(error instanceof GitHubError) || !ELSEWHERE.has(error.status)) throw error;
        await requireAccess();
        return { data: undefined, time: Number.NaN };
      });
      if (data === undefined) return kept(`${repository} has no pull request ${number}`);
      const pull = expectAnswer(pullSchema, data, "a pull request");
      const { full_name: name } = pull.base.repo;
      if (name.toLowerCase() !== repository.toLowerCase() || pull.number !== number) {
        return kept(`GitHub's answer is about pull request ${pull.number} of ${name}`);
      }
      if (pull.state === "open") return kept(`pull request ${number} is open`);
      // Both times are GitHub's, so the clock of the runner does not count.
      const age = time - Date.parse(pull.closed_at ?? "");
      if (Number.isNaN(age)) throw new GitHubError("GitHub does not say since when");
      if (age > hours * HOUR)
        return { action: "delete", reason: `Pull request ${number} was closed at ${pull.closed_at}.` };
      return kept(`pull request ${number} was closed at ${pull.closed_at}, not more than ${hours} hours ago`);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const hint = error.status === 403 || error.status === 404 ? MISSING_PERMISSION : "";
      const reason = `It is not known whether pull request ${number} is closed: ${messageOf(error)}.${hint}`;
      return { action: "blocked", reason };
    }
  };
}
