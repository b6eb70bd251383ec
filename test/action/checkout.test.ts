import { describe, expect, it } from "vitest";
import type { ActionRun } from "./run-action.ts";
import { checkOut, projectFile, PUSH, startService } from "./service.ts";

type Event = NonNullable<ActionRun["event"]>;

const RUN = "a".repeat(40);
const FORK = "b".repeat(40);
const OWN = { id: 1, full_name: "acme/sites", default_branch: "main" };
const DISPATCH: Event = { name: "workflow_dispatch", payload: { repository: OWN, inputs: { commit: FORK } } };
const PULL: Event = {
  name: "pull_request",
  ref: "refs/pull/7/merge",
  payload: { repository: OWN, pull_request: { number: 7, state: "open", head: { sha: RUN, repo: OWN } } },
};

/** Runs the Action for the commit RUN in a checkout with these files of git. */
async function play(
  git: Readonly<Record<string, string>>,
  event: Event,
  inputs: Readonly<Record<string, string>> = {},
) {
  await using service = await startService();
  await using checkout = await checkOut({ "sites/a.yaml": projectFile("a"), ...git });
  const result = await service.run({
    ...checkout,
    event,
    mode: "apply",
    inputs: { files: "sites/a.yaml", ...inputs },
    environment: { GITHUB_SHA: RUN },
  });
  return { ...result, writes: service.writes() };
}

const isApplied = { code: 0, outputs: { mode: "apply", outdated: "false", result: "applied" } };
const isPlanned = { code: 0, outputs: { mode: "plan", outdated: "true", result: "changes" }, writes: [] };

describe("a checkout of another commit than the run's, such as a fork's", () => {
  it.concurrent.each([
    ["a commit", { ".git/HEAD": `${FORK}\n` }, DISPATCH],
    ["a branch", { ".git/HEAD": "ref: refs/heads/pr/7\n", ".git/refs/heads/pr/7": `${FORK}\n` }, DISPATCH],
    [
      "a packed branch",
      { ".git/HEAD": "ref: refs/heads/x\n", ".git/packed-refs": `# pack\n${FORK} refs/heads/x\n` },
      DISPATCH,
    ],
    ["a commit, after a push", { ".git/HEAD": FORK }, PUSH],
    [
      "a commit, after a dispatch",
      { ".git/HEAD": FORK },
      { name: "repository_dispatch", payload: { repository: OWN } },
    ],
  ])("is only planned: %s", async (_case, git, event) => {
    const result = await play(git, event);
    expect(result).toMatchObject(isPlanned);
    const why = "Not applied, only planned: the checkout is at bbbbbbb, and this run is for aaaaaaa.";
    expect(result.stdout).toContain(`::warning::${why}`);
    expect(result.summary).toContain(why);
  });

  it.concurrent("is only planned if the files are in a folder with a checkout of its own", async () => {
    const git = { ".git/HEAD": RUN, "sites/.git/HEAD": FORK };
    const inputs = { "working-directory": "sites", files: "a.yaml" };
    expect(await play(git, DISPATCH, inputs)).toMatchObject(isPlanned);
  });

  it.concurrent("is applied with allow-outdated", async () => {
    const result = await play({ ".git/HEAD": FORK }, DISPATCH, { "allow-outdated": "true" });
    expect(result).toMatchObject(isApplied);
  });
});

describe("a checkout is applied", () => {
  it.concurrent.each([
    ["of the run's commit", { ".git/HEAD": RUN }, DISPATCH],
    ["of a branch at the run's commit", { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": RUN }, PUSH],
    ["in a form that is not known", { ".git/HEAD": "ref: refs/heads/.invalid\n" }, DISPATCH],
    ["of the base of a pull request of this repository", { ".git/HEAD": FORK }, PULL],
  ])("%s", async (_case, git, event) => {
    expect(await play(git, event)).toMatchObject(isApplied);
  });

  it.concurrent("in a folder of the run's checkout", async () => {
    const inputs = { "working-directory": "sites", files: "a.yaml" };
    expect(await play({ ".git/HEAD": RUN }, DISPATCH, inputs)).toMatchObject(isApplied);
  });
});
