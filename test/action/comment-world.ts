import { firstLine } from "../../action/comment/marker.ts";
import type { Clock } from "../../core/api/clock.ts";
import { HEAD, pullEvent, PUSH } from "./events.ts";
import type { StandInPull } from "./github-records.ts";
import type { StandInIssue } from "./github-repository.ts";
import { startGitHub, type StandInOptions } from "./github-stand-in.ts";
import { checkOut, startService } from "./service.ts";
import type { ActionRun } from "./run-action.ts";

export const MERGE = "b".repeat(40);

export interface Step {
  /** Id of the run. Later runs have greater ones. */
  readonly run?: number;
  readonly attempt?: number;
  readonly mode?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isSpawned?: boolean;
  readonly clock?: Clock;
}

export const OPEN = { number: 7, head: HEAD };
export const MERGED = { ...OPEN, mergedAt: "2026-01-03T00:00:00Z", mergeCommit: MERGE };

interface World {
  readonly files: Readonly<Record<string, string>>;
  readonly github?: StandInOptions;
  readonly service?: Parameters<typeof startService>[0];
}

/** Inputs of a step that comments. The checkout is no repository. */
export const COMMENT_INPUTS = { "github-token": "canary-github-token", "allow-outdated": "true" };

/** What the runner tells a step about the event and its run, at a GitHub of this address. */
export function runnerEnvironment(
  url: string,
  { name }: NonNullable<ActionRun["event"]>,
  { run = 100, attempt = 1 }: Pick<Step, "run" | "attempt"> = {},
): Readonly<Record<string, string>> {
  return {
    GITHUB_API_URL: url,
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_SHA: name === "push" ? MERGE : "c".repeat(40),
    GITHUB_RUN_ID: String(run),
    GITHUB_RUN_ATTEMPT: String(attempt),
  };
}

/** Stands for the first line of the comments and issues of the world's default step, which covers the address of its service. */
export const FIRST_LINE = "<!-- first line -->";

/** The emulator, a stand-in of GitHub where pull request 7 is open, and a checkout. */
export async function startWorld({ files, github: options = {}, service: serviceOptions = {} }: World) {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startService(serviceOptions));
  const checkout = stack.use(await checkOut(files));
  const step = {
    label: "projectsync",
    folder: ".",
    patterns: ["*.yaml"],
    only: undefined,
    baseUrl: service.emulator.url,
  };
  const ofStep = <Text extends StandInIssue | StandInPull>(texts: readonly Text[]): Text[] =>
    texts.map((each) => ({ ...each, ...(each.body && { body: each.body.replace(FIRST_LINE, firstLine(step)) }) }));
  const pulls = ofStep<StandInPull>(options.pulls ?? [OPEN]);
  const github = stack.use(
    await startGitHub({
      ...options,
      pulls,
      issues: ofStep<StandInIssue>(options.issues ?? []),
      before: (call, comments) => {
        options.before?.(call, comments);
        for (const comment of comments) comment.body = comment.body.replace(FIRST_LINE, firstLine(step));
      },
    }),
  );
  const run = (event: NonNullable<ActionRun["event"]>, step: Step = {}) =>
    service.run({
      event,
      mode: step.mode ?? "auto",
      isSpawned: step.isSpawned ?? false,
      ...(step.clock === undefined ? {} : { clock: step.clock }),
      folder: checkout.folder,
      inputs: { files: "*.yaml", ...COMMENT_INPUTS, ...step.inputs },
      environment: { ...runnerEnvironment(github.url, event, step), ...step.environment },
    });
  return {
    service,
    github,
    folder: checkout.folder,
    /** Merges pull request 7. */
    merge: () => void pulls.splice(0, pulls.length, MERGED),
    pulls,
    plan: (step: Step = {}) => run(pullEvent(), step),
    closed: (step: Step = {}) => run(pullEvent("closed"), step),
    push: (step: Step = {}) => run(PUSH, step),
    run,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
