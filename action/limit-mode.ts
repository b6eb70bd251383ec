import path from "node:path";
import type { Clock } from "../provider/api/clock.ts";
import { findFiles } from "../provider/file/find-files.ts";
import { whyElsewhere } from "./checkout.ts";
import { coveredFiles } from "./covered-files.ts";
import type { Event } from "./event.ts";
import { createGitHub } from "./github.ts";
import type { Inputs } from "./inputs.ts";
import { log } from "./log.ts";
import type { ChosenMode } from "./mode.ts";
import { checkAge } from "./outdated.ts";

/**
 * Events that a person or a program starts about whatever commit they mean, such as a bot that reads comments on pull requests of forks.
 * The payload need not say so: only the checkout shows whose files these are.
 */
const MEANS_ANY_COMMIT: ReadonlySet<string> = new Set(["workflow_dispatch", "repository_dispatch", "deployment"]);

interface LimitedMode extends ChosenMode {
  /** Why the run does less than it was asked for. */
  readonly outdated?: string;
}

interface Run {
  readonly event: Event;
  readonly inputs: Inputs;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  readonly clock: Clock | undefined;
}

/** Does less than the event allows if the files are not those of the run's commit, or if that commit is outdated. */
export async function limitMode(chosen: ChosenMode, run: Run): Promise<LimitedMode> {
  const { event, inputs, environment, stop, clock } = run;
  const { allowOutdated, dryRun, engine, folder, githubToken, patterns, workspace } = inputs;
  const { mode } = chosen;
  const mayBeForeign = MEANS_ANY_COMMIT.has(event.name);
  const mayWrite = mode === "apply" || (mode === "sweep" && !dryRun);
  if (allowOutdated || (!mayWrite && !mayBeForeign)) return chosen;
  const base = path.resolve(folder);
  const { files } = await findFiles(patterns, base, workspace);
  // An engine runs code of the folder, too.
  const paths = [
    ...(files.length === 0 || engine === "pulumi" ? [base] : []),
    ...files.map((file) => path.resolve(base, file)),
  ];
  const elsewhere = await whyElsewhere(event, paths, workspace, mayBeForeign);
  if (elsewhere !== undefined && mayBeForeign) return onlyValidated(chosen, elsewhere);
  if (elsewhere !== undefined) return onlyPlanned(chosen, elsewhere);
  if (!mayWrite) return chosen;
  // A run does not wait for the rate limit: it is known what to do without an answer.
  await using github = createGitHub({ token: githubToken, environment, signal: stop, clock, maxWait: 0 });
  const { mayApply, why } = await checkAge(event, github, () => coveredFiles(inputs, event.workflow));
  if (!mayApply) return onlyPlanned(chosen, why);
  if (why !== undefined) log(`First attempt: applying, although ${why}.`);
  return chosen;
}

function onlyPlanned(chosen: ChosenMode, why: string): LimitedMode {
  const outdated = `Not applied, only planned: ${why}. To apply it anyway, for example to roll back, set allow-outdated: true.`;
  // A sweep becomes a dry run.
  return { ...chosen, mode: chosen.mode === "apply" ? "plan" : chosen.mode, outdated };
}

/** A plan would send the token, and show what is live. */
function onlyValidated(chosen: ChosenMode, why: string): LimitedMode {
  if (chosen.mode === "validate") return { ...chosen, isForeign: true };
  const outdated =
    `Mode ${chosen.mode} is not run, the files are only validated: ${why}, so this may be code from a fork. If you trust it, for ` +
    "example to roll back, set allow-outdated: true.";
  return { mode: "validate", why, isForeign: true, outdated };
}
