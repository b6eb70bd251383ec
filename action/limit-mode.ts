import { messageOf } from "../core/api/errors.ts";
import { unquoted } from "../core/text/quoted.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { findOrigin, type FileOrigin } from "./checkout.ts";
import { coveredFiles } from "./covered-files.ts";
import { type Event, EVENT_RULES } from "./event-rules.ts";
import { createGitHub, type Runner } from "./github.ts";
import { GitHubError } from "./github-exchange.ts";
import type { Inputs } from "./inputs.ts";
import { log } from "./log.ts";
import type { ChosenMode } from "./mode.ts";
import { whyOutdated } from "./outdated.ts";

/** Most milliseconds that a run waits for the answer to a question because GitHub asks for it. */
const MAX_WAIT = 5_000;

interface LimitedMode extends ChosenMode {
  /** Why the run does less than it was asked for. */
  readonly outdated?: string;
}

/** Does less than the event allows if the files are not those of the run's commit, or if that commit is outdated. */
export async function limitMode(
  chosen: ChosenMode,
  event: Event,
  inputs: Inputs,
  runner: Runner,
): Promise<LimitedMode> {
  const { mode } = chosen;
  const rule = EVENT_RULES.get(event.name);
  const mayBeForeign = rule?.meansAnyCommit === true;
  const isChecked = !inputs.allowOutdated && (mode === "apply" || (mode === "sweep" && !inputs.dryRun));
  if (!isChecked && !mayBeForeign) return chosen;
  const origin = await findOrigin(inputs);
  // The payload of the others shows that the code is this repository's own: they often check out another commit, such as that of the run before.
  const isFree = rule?.proof === "head";
  const elsewhere = whyUnreadable(origin, event) ?? (isFree ? undefined : whyElsewhere(origin, event, mayBeForeign));
  if (elsewhere !== undefined) return (mayBeForeign ? onlyValidated : onlyPlanned)(chosen, elsewhere);
  if (!isChecked) return chosen;
  // A run does not wait for long: it is known what to do without an answer.
  await using github = createGitHub({ ...runner, token: inputs.githubToken, maxWait: MAX_WAIT });
  const checkedOut = new Set(isFree ? origin.checkouts.map((checkout) => checkout?.commit) : []);
  try {
    const why = await whyOutdated(event, github, () => coveredFiles(origin, inputs, event), checkedOut);
    return why === undefined ? chosen : onlyPlanned(chosen, why);
  } catch (error) {
    const why = describeUnknownAge(error, event);
    if (event.isRerun) return onlyPlanned(chosen, `this is a re-run, and ${why}`);
    log(`First attempt: applying, although ${hideUserInfo(why)}.`);
    return chosen;
  }
}

/** Why the commit of the files cannot be read: only plain checkouts are, as actions/checkout makes them. */
function whyUnreadable({ linked, checkouts }: FileOrigin, { sha }: Event): string | undefined {
  if (linked !== undefined) return `${unquoted(linked)} is a symbolic link, or behind one`;
  const isOdd = checkouts.some((checkout) => checkout !== undefined && checkout.commit === undefined);
  // Without the commit of the run, none is compared.
  return isOdd && sha !== ""
    ? "the .git of the files is no folder whose HEAD shows a commit, as in a worktree or a submodule"
    : undefined;
}

/**
 * The reason why the files are not those of the run's commit: a workflow may check out another one, such as a fork's. `undefined` if they are, or if
 * that is not known. `mustKnow`: then that is a reason, too.
 */
function whyElsewhere({ checkouts }: FileOrigin, { sha }: Event, mustKnow: boolean): string | undefined {
  if (sha === "") return undefined;
  const other = checkouts.find((checkout) => checkout !== undefined && checkout.commit !== sha)?.commit;
  if (other !== undefined) return `the checkout is at ${other.slice(0, 7)}, and this run is for ${sha.slice(0, 7)}`;
  return mustKnow && checkouts.includes(undefined)
    ? "no .git folder shows the commit of the files (was it a download without git?)"
    : undefined;
}

function describeUnknownAge(error: unknown, { name }: Event): string {
  // GitHub hides behind 404 what a token may not see.
  const isHidden = error instanceof GitHubError && (error.status === 403 || error.status === 404);
  const more = name === "pull_request" ? " or pull-requests: read" : "";
  const hint = isHidden ? `; the job may lack the permission contents: read${more}` : "";
  return `it is not known whether this commit is the newest (${messageOf(error)})${hint}`;
}

function onlyPlanned(chosen: ChosenMode, why: string): LimitedMode {
  const isSweep = chosen.mode === "sweep";
  const [done, again] = isSweep ? ["Not swept, only a dry run", "sweep"] : ["Not applied, only planned", "apply it"];
  const outdated = `${done}: ${why}. To ${again} anyway${isSweep ? "" : ", for example to roll back"}, set allow-outdated: true.`;
  return { ...chosen, mode: isSweep ? "sweep" : "plan", outdated };
}

/** A plan would send the token, and show what is live. */
function onlyValidated(chosen: ChosenMode, why: string): LimitedMode {
  if (chosen.mode === "validate") return { ...chosen, isForeign: true };
  const outdated =
    `Mode ${chosen.mode} is not run, the files are only validated: ${why}, so this may be code from a fork. Check out the commit of the ` +
    "run. allow-outdated does not change this.";
  return { mode: "validate", why, isForeign: true, outdated };
}
