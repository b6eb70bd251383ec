import { hideUserInfo } from "../core/text/user-info.ts";
import path from "node:path";
import { findFiles, isInFolder } from "../core/file/find-files.ts";
import { checkedOutCommits, realPath, whyElsewhere } from "./checkout.ts";
import { coveredFiles, withLinks } from "./covered-files.ts";
import { type Event, EVENT_RULES } from "./event.ts";
import { createGitHub, type Runner } from "./github.ts";
import type { Inputs } from "./inputs.ts";
import { log } from "./log.ts";
import type { ChosenMode } from "./mode.ts";
import { checkAge } from "./outdated.ts";

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
  const { allowOutdated, dryRun, engine, folder, githubToken, patterns, workspace } = inputs;
  const { mode } = chosen;
  const mayBeForeign = EVENT_RULES.get(event.name)?.meansAnyCommit === true;
  const mayWrite = mode === "apply" || (mode === "sweep" && !dryRun);
  if (allowOutdated || (!mayWrite && !mayBeForeign)) return chosen;
  const base = path.resolve(folder);
  const { files } = await findFiles(patterns, base, workspace);
  // An engine runs code of the folder, too.
  const paths = [
    ...(files.length === 0 || engine === "pulumi" ? [base] : []),
    // A link of another checkout would say which file is read.
    ...(await Promise.all(files.map((file) => withFoldersOfLinks(workspace, path.resolve(base, file))))).flat(),
  ];
  const elsewhere = await whyElsewhere(event, paths, workspace, mayBeForeign);
  if (elsewhere !== undefined && mayBeForeign) return onlyValidated(chosen, elsewhere);
  if (elsewhere !== undefined) return onlyPlanned(chosen, elsewhere);
  if (!mayWrite) return chosen;
  // A run does not wait for the rate limit: it is known what to do without an answer.
  await using github = createGitHub({ ...runner, token: githubToken, maxWait: 0 });
  // These often check out another commit: of the run before, which may be older, or the newest of the base branch.
  const isFree = EVENT_RULES.get(event.name)?.proof === "head";
  const checkedOut = new Set(isFree ? await checkedOutCommits(paths, workspace) : []);
  const { mayApply, why } = await checkAge(event, github, () => coveredFiles(inputs, event), checkedOut);
  if (!mayApply) return onlyPlanned(chosen, why);
  if (why !== undefined) log(`First attempt: applying, although ${hideUserInfo(why)}.`);
  return chosen;
}

/** The file, and the folders of the links on the way to it, in the workspace: a link may lead to another checkout. */
async function withFoldersOfLinks(workspace: string, file: string): Promise<string[]> {
  const roots = [workspace, await realPath(workspace)];
  const folders = (await withLinks(file)).map((link) => path.dirname(link));
  return [file, ...folders.filter((folder) => roots.some((root) => isInFolder(root, folder)))];
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
    `Mode ${chosen.mode} is not run, the files are only validated: ${why}, so this may be code from a fork. If you trust it, for ` +
    "example to roll back, set allow-outdated: true.";
  return { mode: "validate", why, isForeign: true, outdated };
}
