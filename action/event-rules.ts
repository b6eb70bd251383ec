import { readFile } from "node:fs/promises";

/** The event that started the workflow. A text is empty if the runner does not say. */
export type Event = Readonly<Awaited<ReturnType<typeof readEvent>>>;

/** One attempt of a workflow run. A newer run has a greater id. */
export interface WorkflowRun {
  readonly id: number;
  readonly attempt: number;
}

/** Reads the event from the runner's environment. Does not fail if the payload cannot be read: the run then does less. */
export async function readEvent(environment: Readonly<Record<string, string | undefined>>) {
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
    // Such as acme/sites/.github/workflows/sites.yml@refs/heads/main.
    GITHUB_WORKFLOW_REF: workflowRef = "",
  } = environment;
  return {
    name,
    /** The full name of the branch or tag, such as `refs/heads/main`. */
    ref,
    /** The commit that the workflow runs for. */
    sha,
    /** The full name of the repository, such as `acme/sites`. */
    repository,
    actor,
    /** This is not the first attempt of the workflow run. */
    isRerun: !["", "1"].includes(attempt),
    /** The address of GitHub's pages, such as `https://github.com`. */
    server,
    /** `undefined` if the runner does not say. */
    run: runOf(id, attempt),
    /** The path of the workflow file in the repository. `undefined` if the runner does not say. */
    workflow: /^[^/]+\/[^/]+\/(.+?)@(?:refs\/|[0-9a-f]{40}$)/.exec(workflowRef)?.[1],
    /** `undefined` if it cannot be read. */
    payload: await readJson(file),
  };
}

/** The branch of a ref. `undefined` for a tag, and if there is no ref. */
export function branchOf(ref: string): string | undefined {
  return /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
}

function runOf(id: string, attempt: string): WorkflowRun | undefined {
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

interface EventRule {
  /** Shows that the code is this repository's own: the event itself, its payload, the branch of the run, or the head repository. */
  readonly proof: "event" | "payload" | "branch" | "head";
  /** The mode that `auto` chooses. Default: `plan`. For `push` and `pull_request` the payload decides. */
  readonly auto?: "drift";
  /** The commit is not in a branch yet, so it may only be planned. */
  readonly isOnlyPlanned?: true;
  /** A person or a program starts it about whatever commit they mean, such as a bot that reads comments: only the checkout shows whose files these are. */
  readonly meansAnyCommit?: true;
  /** This repository is the head repository of a workflow run after it, also if the code is a fork's. */
  readonly hidesForks?: true;
}

/** The events that may do more than validate. */
export const EVENT_RULES: ReadonlyMap<string, EventRule> = new Map<string, EventRule>([
  ["push", { proof: "event" }],
  ["schedule", { proof: "event", auto: "drift" }],
  ["workflow_dispatch", { proof: "event", meansAnyCommit: true }],
  ["merge_group", { proof: "event", isOnlyPlanned: true }],
  ["repository_dispatch", { proof: "payload", meansAnyCommit: true, hidesForks: true }],
  ["release", { proof: "payload" }],
  ["deployment", { proof: "branch", meansAnyCommit: true, hidesForks: true }],
  ["pull_request", { proof: "head" }],
  ["workflow_run", { proof: "head", hidesForks: true }],
]);
