import { messageOf } from "../../core/api/errors.ts";
import { findOrigin } from "../checkout.ts";
import { firstLine } from "../comment/marker.ts";
import { isApplied, mergedSinceApply } from "../comment/merged-pulls.ts";
import { coveredFiles } from "../covered-files.ts";
import type { Event } from "../event-rules.ts";
import type { GitHub } from "../github.ts";
import type { Inputs } from "../inputs.ts";
import { changeSince, whyOutdated } from "../outdated.ts";

const UNKNOWN =
  "Perhaps merged, not applied: no comment of this step on a merged pull request says that all of it was applied";

/** The owner of the job's own token, which applies comment with by default. */
export const JOB_LOGIN = "github-actions[bot]";

/**
 * Why the files may declare more than was applied: then live values are older, not changed by hand. `undefined` if no project file has changed
 * since the last complete apply. The comments on merged pull requests keep that one: of this token, or of the job's own.
 */
export async function whyNotApplied(
  github: GitHub,
  login: string,
  event: Event,
  inputs: Inputs,
): Promise<string | undefined> {
  try {
    const origin = await findOrigin(inputs);
    // A workflow file declares nothing.
    const covered = () => coveredFiles(origin, inputs, { ...event, workflow: "" });
    const outdated = await whyOutdated(event, github, covered, new Set());
    if (outdated !== undefined) return `Perhaps merged, not applied: ${outdated}`;
    let why = UNKNOWN;
    for (const author of new Set([JOB_LOGIN, login])) {
      const merged = await mergedSinceApply(github, { login: author, firstLine: firstLine(inputs) }, event);
      const newest = merged.find(({ comments, isInBranch }) => isInBranch && comments.length > 0);
      const commit = newest?.pull.mergeCommit;
      if (newest === undefined || commit === undefined || commit === null) continue;
      // A later change that takes it back, and is not applied either, shows in no comparison.
      if (!isApplied(newest.comments)) {
        why = `Merged, not applied: no comment says that all of pull request ${newest.pull.number} was applied`;
        continue;
      }
      const since = await changeSince(commit, event.sha, true, github, covered);
      if (since === undefined) return undefined;
      why = `Merged, not applied: the last complete apply was of ${commit.slice(0, 7)}, and ${since}`;
    }
    return why;
  } catch (error) {
    return `Perhaps merged, not applied: it is not known what was applied (${messageOf(error)})`;
  }
}
