import { readFile } from "node:fs/promises";

/** The event that started the workflow. */
export interface Event {
  readonly name: string;
  /** The full name of the branch or tag, such as `refs/heads/main`. */
  readonly ref: string;
  /** The commit that the workflow runs for. Empty if the runner does not say. */
  readonly sha: string;
  /** The full name of the repository, such as `acme/sites`. */
  readonly repository: string;
  /** `undefined` if the payload cannot be read. */
  readonly payload: unknown;
  readonly actor: string;
  /** Whether this is not the first attempt of the workflow run. */
  readonly isRerun: boolean;
  /** The address of GitHub's pages, such as `https://github.com`. Empty if the runner does not say. */
  readonly server: string;
  /** `undefined` if the runner does not say. */
  readonly run: Run | undefined;
  /** The path of the workflow file in the repository. `undefined` if the runner does not say. */
  readonly workflow: string | undefined;
}

/** One attempt of a workflow run. A newer run has a greater id. */
export interface Run {
  readonly id: number;
  readonly attempt: number;
}

/** Reads the event from the runner's environment. Does not fail if the payload cannot be read: the run then does less. */
export async function readEvent(environment: Readonly<Record<string, string | undefined>>): Promise<Event> {
  const {
    GITHUB_EVENT_NAME: name = "",
    GITHUB_REF: ref = "",
    GITHUB_SHA: sha = "",
    GITHUB_REPOSITORY: repository = "",
    GITHUB_RUN_ATTEMPT: attempt = "",
    GITHUB_ACTOR: actor = "",
    GITHUB_EVENT_PATH: file = "",
    GITHUB_SERVER_URL: server = "",
    GITHUB_RUN_ID: id = "",
    GITHUB_WORKFLOW_REF: workflowRef = "",
  } = environment;
  const isRerun = !["", "1"].includes(attempt);
  const payload = await readJson(file);
  // Such as acme/sites/.github/workflows/sites.yml@refs/heads/main.
  const workflow = /^[^/]+\/[^/]+\/([^@]+)@/.exec(workflowRef)?.[1];
  return { name, ref, sha, repository, actor, isRerun, server, run: runOf(id, attempt), workflow, payload };
}

function runOf(id: string, attempt: string): Run | undefined {
  const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);
  return isNumber(id) && isNumber(attempt) ? { id: Number(id), attempt: Number(attempt) } : undefined;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
