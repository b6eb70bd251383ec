import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { startGitHub } from "./github-stand-in.ts";
import type { ActionRun } from "./run-action.ts";
import { checkOut, projectFile, PUSH, startService } from "./service.ts";

type Event = NonNullable<ActionRun["event"]>;

const OLD = "a".repeat(40);
const NEW = "b".repeat(40);
const BRANCH = "/api/v3/repos/acme/sites/git/ref/heads/main";
const PULL = "/api/v3/repos/acme/sites/pulls/7";
const branchAt = (sha: string, ref = "refs/heads/main") => ({ ref, object: { type: "commit", sha } });
const pullAt = (sha: string, state = "open") => ({ number: 7, state, head: { sha } });

const OWN = { id: 1, full_name: "acme/sites", default_branch: "main" };
const pullEvent = (state: string): Event => ({
  name: "pull_request",
  ref: "refs/pull/7/merge",
  payload: {
    action: state === "open" ? "synchronize" : "closed",
    repository: OWN,
    pull_request: { number: 7, state, head: { sha: OLD, repo: OWN } },
  },
});

interface Case {
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly attempt?: string;
  readonly event?: Event;
  readonly mode?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the Action for the commit OLD, with a stand-in of GitHub that gives these answers. */
async function play({ answers = {}, attempt = "1", event = PUSH, mode = "auto", inputs = {}, environment = {} }: Case) {
  await using service = await startService();
  await using github = await startGitHub(answers);
  // Without a .git folder: the commit of the checkout is not known.
  await using checkout = await checkOut({ "a.yaml": projectFile("a") });
  const result = await service.run({
    ...checkout,
    event,
    mode,
    inputs: { "github-token": "canary-github-token", files: "a.yaml", ...inputs },
    environment: { GITHUB_API_URL: github.url, GITHUB_SHA: OLD, GITHUB_RUN_ATTEMPT: attempt, ...environment },
  });
  return { ...result, seen: github.seen, writes: service.writes() };
}

const isApplied = { code: 0, outputs: { mode: "apply", outdated: "false", result: "applied" } };
const isPlanned = { code: 0, outputs: { mode: "plan", outdated: "true", result: "changes" }, writes: [] };

describe("a commit that is the newest of its branch", () => {
  it.concurrent.each(["1", "2"])("is applied, in attempt %s", async (attempt) => {
    const result = await play({ answers: { [BRANCH]: branchAt(OLD) }, attempt });
    expect(result).toMatchObject(isApplied);
    expect(result.seen).toEqual([{ path: BRANCH, authorization: "Bearer canary-github-token" }]);
    expect(result.everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-");
  });
});

describe("a commit that is no longer the newest of its branch", () => {
  it.concurrent.each([
    ["a push", { event: PUSH }],
    ["a re-run of a push", { event: PUSH, attempt: "2" }],
    ["an explicit apply", { mode: "apply", event: { name: "workflow_dispatch", ref: "refs/heads/main" } }],
  ])("is only planned: %s", async (_case, run) => {
    const result = await play({ ...run, answers: { [BRANCH]: branchAt(NEW) } });
    expect(result).toMatchObject(isPlanned);
    const why = "Not applied, only planned: aaaaaaa is no longer the newest commit of main.";
    expect(result.stdout).toContain(`::warning::${why}`);
    expect(result.summary).toContain(`> ⚠️ ${why}`);
  });

  it.concurrent("is applied with allow-outdated, without asking GitHub", async () => {
    const result = await play({ answers: { [BRANCH]: branchAt(NEW) }, inputs: { "allow-outdated": "true" } });
    expect(result).toMatchObject({ ...isApplied, seen: [] });
  });

  it.concurrent("is found for a branch with a slash and a space in its name", async () => {
    const ref = "refs/heads/release/ö 1?x";
    const path = "/api/v3/repos/acme/sites/git/ref/heads/release/%C3%B6%201%3Fx";
    const event = { name: "workflow_dispatch", ref };
    const result = await play({ answers: { [path]: branchAt(NEW, ref) }, mode: "apply", event });
    expect(result).toMatchObject(isPlanned);
  });
});

describe("a pull request's commit", () => {
  it.concurrent.each([
    ["newest", "open", pullAt(OLD), isApplied],
    ["not the newest", "open", pullAt(NEW), isPlanned],
    ["of a pull request that was closed since", "open", pullAt(OLD, "closed"), isPlanned],
    ["of a pull request that was closed before", "closed", pullAt(OLD, "closed"), isApplied],
    ["of a pull request that was opened again", "closed", pullAt(OLD), isPlanned],
  ])("%s", async (_case, state, answer, expected) => {
    const result = await play({ answers: { [PULL]: answer }, event: pullEvent(state), mode: "apply", attempt: "2" });
    expect(result).toMatchObject(expected);
    expect(result.seen.map(({ path }) => path)).toEqual([PULL]);
  });
});

const answer = (status: number, headers: Record<string, string>, body: string) => (response: ServerResponse) =>
  response.writeHead(status, headers).end(body);

describe("if GitHub cannot be asked", () => {
  it.concurrent.each<readonly [string, Case, string]>([
    ["refuses", {}, "GitHub answered 404"],
    ["fails", { answers: { [BRANCH]: answer(503, {}, "<html>") } }, "GitHub answered 503"],
    ["redirects", { answers: { [BRANCH]: answer(301, { location: "/elsewhere" }, "") } }, "GitHub answered 301"],
    ["answers without JSON", { answers: { [BRANCH]: "<html>" } }, "GitHub's answer is not JSON"],
    [
      "answers for another branch",
      { answers: { [BRANCH]: branchAt(OLD, "refs/heads/x") } },
      "does not show the branch",
    ],
    [
      "cuts the connection",
      { answers: { [BRANCH]: (response: ServerResponse) => response.destroy() } },
      "UND_ERR_SOCKET",
    ],
    ["has no token", { inputs: { "github-token": "" } }, "input github-token is not set"],
    ["has no address", { environment: { GITHUB_API_URL: "" } }, "GITHUB_API_URL is not set"],
    ["has an address without https", { environment: { GITHUB_API_URL: "http://example.com" } }, "must use https"],
    ["is asked without a commit", { environment: { GITHUB_SHA: "" } }, "GITHUB_SHA is not set"],
    [
      "is asked for a tag",
      { event: { name: "release", ref: "refs/tags/v1" }, mode: "apply" },
      "refs/tags/v1 is not a branch",
    ],
    ["is asked for a path", { event: { ...PUSH, ref: "refs/heads/../../x" }, mode: "apply" }, '".." is not valid in'],
  ])("a re-run plans: GitHub %s", async (_case, run, why) => {
    const result = await play({ ...run, attempt: "2" });
    expect(result).toMatchObject({ ...isPlanned, stderr: "" });
    expect(result.stdout).toContain("::warning::Not applied, only planned: this is a re-run, and it is not known");
    expect(result.stdout).toContain(why);
    expect(result.everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-");
  });

  it.concurrent("a first attempt applies, and says so", async () => {
    const result = await play({});
    expect(result).toMatchObject(isApplied);
    expect(result.stdout).toContain(
      "First attempt: applying, although it is not known whether this commit is the newest",
    );
    expect(result.stdout).toContain("GitHub answered 404");
  });
});

it.concurrent("GitHub is not asked in modes that write nothing", async () => {
  expect(await play({ mode: "plan" })).toMatchObject({ outputs: { mode: "plan", outdated: "false" }, seen: [] });
});

it.concurrent("GitHub has 10 seconds to answer", async () => {
  const result = await play({ answers: { [BRANCH]: "silence" }, attempt: "2" });
  expect(result).toMatchObject(isPlanned);
  expect(result.stdout).toContain("GitHub did not answer within 10 seconds");
});
