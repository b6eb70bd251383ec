import { z } from "zod";
import { messageOf } from "../provider/api/errors.ts";
import { path } from "../provider/api/path.ts";
import type { Event } from "./event.ts";

/** Whether the commit of this run may be applied. */
export interface Age {
  readonly mayApply: boolean;
  /** The reason, if the commit is outdated or could not be checked. */
  readonly why?: string;
}

/** Reads one path of GitHub's REST API. */
type Read = (pathname: string) => Promise<unknown>;

const pullSchema = z.looseObject({
  number: z.int(),
  state: z.enum(["open", "closed"]),
  head: z.looseObject({ sha: z.string() }),
});
const eventSchema = z.looseObject({ pull_request: pullSchema });
/** Every ref that starts with the branch's name. Unlike a single ref, a branch that was deleted is no 404, which can have other causes. */
const refsSchema = z.array(z.looseObject({ ref: z.string(), object: z.looseObject({ sha: z.string() }) }));

/**
 * Asks GitHub whether the commit is still the newest of its branch or pull request: a run that waited, or is run again, would
 * put back what a newer one has changed. If GitHub cannot be asked, a first attempt may apply and a re-run may not.
 */
export async function checkAge(event: Event, read: Read): Promise<Age> {
  try {
    const why = await whyOutdated(event, read);
    return why === undefined ? { mayApply: true } : { mayApply: false, why };
  } catch (error) {
    const why = `it is not known whether this commit is the newest (${messageOf(error)})`;
    return { mayApply: !event.isRerun, why: event.isRerun ? `this is a re-run, and ${why}` : why };
  }
}

async function whyOutdated(event: Event, read: Read): Promise<string | undefined> {
  const { name, ref, sha, repository, payload } = event;
  const [owner = "", repositoryName = ""] = repository.split("/");
  if (repositoryName === "") throw new Error("environment variable GITHUB_REPOSITORY is not set");
  const base = path`/repos/${owner}/${repositoryName}`;
  if (name.startsWith("pull_request")) {
    const { success, data } = eventSchema.safeParse(payload);
    if (!success) throw new Error("the event does not show the pull request");
    return comparePull(data.pull_request, await read(`${base}/pulls/${data.pull_request.number}`));
  }
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch === undefined) throw new Error(ref === "" ? "the run has no ref" : `${ref} is not a branch`);
  if (sha === "") throw new Error("environment variable GITHUB_SHA is not set");
  const segments = branch.split("/").map((segment) => path`/${segment}`);
  const { success, data: refs } = refsSchema.safeParse(
    await read(`${base}/git/matching-refs/heads${segments.join("")}`),
  );
  if (!success) throw new Error("GitHub's answer does not show the branch");
  const newest = refs.find((each) => each.ref === ref);
  if (newest === undefined) return `the branch ${branch} does not exist any more`;
  return newest.object.sha === sha ? undefined : `${sha.slice(0, 7)} is no longer the newest commit of ${branch}`;
}

function comparePull(then: z.infer<typeof pullSchema>, answer: unknown): string | undefined {
  const now = pullSchema.safeParse(answer).data;
  if (now?.number !== then.number) throw new Error("GitHub's answer does not show the pull request");
  if (now.state !== then.state) return `the pull request is ${now.state} now`;
  return now.head.sha === then.head.sha ? undefined : "the pull request has newer commits";
}
