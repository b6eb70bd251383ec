import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { startProxy } from "../api/proxy-server.ts";
import { HEAD as OLD, OWN, pullEvent, PUSH } from "./events.ts";
import { startGitHub } from "./github-stand-in.ts";
import { play as playFiles, projectFile } from "./service.ts";

const NEW = "b".repeat(40);
const OLDER = "d".repeat(40);
const BRANCH = "/api/v3/repos/acme/sites/git/matching-refs/heads/main";
const COMPARE = `/api/v3/repos/acme/sites/compare/${OLD}...${NEW}?per_page=1`;
const PULL = "/api/v3/repos/acme/sites/pulls/7";
const branchAt = (sha: string, ref = "refs/heads/main") => [
  { ref, object: { type: "commit", sha } },
  { ref: `${ref}-2`, object: { type: "commit", sha: "c".repeat(40) } },
];
/** What GitHub says about a branch that is at another commit. */
const compared = (comparison: object) => ({ [BRANCH]: branchAt(NEW), [COMPARE]: comparison });
const many = (count: number) => Array.from({ length: count }, (_, index) => `src/${index}.ts`);
/** What GitHub says about a branch with newer commits that change these files. */
const aheadWith = (...names: readonly (string | { filename: string; previous_filename: string })[]) => {
  const files = names.map((name) => (typeof name === "string" ? { filename: name } : name));
  return compared({ status: "ahead", total_commits: 2, commits: [{}], files });
};
const RENAMED = { filename: "b.txt", previous_filename: "a.yaml" };
const pullAt = (sha: string, state = "open") => ({ number: 7, state, head: { sha }, base: { ref: "main" } });

interface Case extends NonNullable<Parameters<typeof playFiles>[1]> {
  readonly files?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly attempt?: string;
}

/** Runs the Action for the commit OLD, with a stand-in of GitHub that gives these answers. */
async function play({ answers = {}, files = {}, attempt = "1", event = PUSH, inputs, environment, ...step }: Case) {
  await using github = await startGitHub({ answers });
  // Without a .git folder: the commit of the checkout is not known.
  const result = await playFiles(
    { "a.yaml": projectFile("a"), ...files },
    {
      ...step,
      event,
      inputs: { "github-token": "canary-github-token", comment: "never", ...inputs },
      environment: { GITHUB_API_URL: github.url, GITHUB_SHA: OLD, GITHUB_RUN_ATTEMPT: attempt, ...environment },
    },
  );
  return { ...result, seen: github.seen };
}

const isApplied = { code: 0, outputs: { mode: "apply", outdated: "false", result: "applied" } };
const isPlanned = { code: 0, outputs: { mode: "plan", outdated: "true", result: "changes" }, writes: [] };

it.concurrent.each([
  ["1", {}],
  ["2", { "on-outdated": "fail" }],
])("a commit that is the newest of its branch is applied, in attempt %s, with %j", async (attempt, inputs) => {
  const result = await play({ answers: { [BRANCH]: branchAt(OLD) }, attempt, inputs });
  expect(result).toMatchObject({ ...isApplied, outputs: { ...isApplied.outputs, "failure-reason": "" } });
  expect(result.seen).toEqual([{ method: "GET", path: BRANCH, authorization: "token canary-github-token" }]);
});

describe.concurrent("a commit that is no longer the newest of its branch", () => {
  it.concurrent("is applied with allow-outdated, without asking GitHub", async () => {
    const result = await play({ answers: aheadWith("a.yaml"), inputs: { "allow-outdated": "true" } });
    expect(result).toMatchObject({ ...isApplied, seen: [] });
  });

  it.concurrent("is found by an explicit apply, for a branch with a slash and a space in its name", async () => {
    const ref = "refs/heads/release/ö 1?x";
    const path = "/api/v3/repos/acme/sites/git/matching-refs/heads/release/%C3%B6%201%3Fx";
    const event = { name: "schedule", ref };
    const result = await play({ answers: { [path]: branchAt(NEW, ref) }, mode: "apply", event });
    expect(result).toMatchObject(isPlanned);
  });

  it.concurrent("is only planned if its branch is gone: branches with longer names are not it", async () => {
    const result = await play({ answers: { [BRANCH]: branchAt(OLD, "refs/heads/main-1") } });
    expect(result).toMatchObject(isPlanned);
    expect(result.stdout).toContain("::warning::Not applied, only planned: the branch main does not exist any more.");
  });
});

const WORKFLOW = { GITHUB_WORKFLOW_REF: "acme/sites/.github/workflows/sites.yml@refs/heads/main" };
const because = (why: string): string =>
  `Not applied, only planned: aaaaaaa is no longer the newest commit of main: ${why}. To apply`;

it.concurrent.each([
  ["299 files", aheadWith(...many(299))],
  ["the same commit under another name", compared({ status: "identical" })],
])("a commit since which nothing has changed that the run covers is applied: %s", async (_case, answers) => {
  for (const attempt of ["1", "2"]) {
    expect(await play({ answers, attempt, environment: WORKFLOW })).toMatchObject(isApplied);
  }
});

const UNKNOWN = "what has changed since is not known";

describe.concurrent("a commit since which something has changed", () => {
  it.concurrent.each<readonly [string, Record<string, unknown>, string]>([
    ["a project file", aheadWith("README.md", "a.yaml"), "a.yaml has changed since"],
    ["the old name of a project file", aheadWith(RENAMED), "a.yaml has changed since"],
    ["the workflow file", aheadWith(".github/workflows/sites.yml"), ".github/workflows/sites.yml has changed since"],
    ["300 files", aheadWith(...many(300)), "300 or more files have changed since"],
    ["files that GitHub does not list", compared({ status: "ahead" }), "300 or more files have changed since"],
    ["the whole history", compared({ status: "diverged", files: [] }), "it is not in the branch any more"],
    ["an older state of the branch", compared({ status: "behind", files: [] }), "it is not in the branch any more"],
    ["what GitHub does not find", { [BRANCH]: branchAt(NEW) }, `${UNKNOWN} (GitHub answered 404 (Not Found))`],
    ["what it does not say", compared({ status: "x", files: [] }), `${UNKNOWN} (GitHub's answer is not a comparison)`],
  ])("is only planned: %s", async (_case, answers, why) => {
    for (const attempt of ["1", "2"]) {
      const result = await play({ answers, attempt, environment: WORKFLOW });
      expect(result).toMatchObject(isPlanned);
      expect(result.stdout).toContain(`::warning::${because(why)}`);
    }
  });

  it.concurrent("is only planned if the runner does not name the workflow file, and one has changed", async () => {
    const result = await play({ answers: aheadWith(".github/workflows/other.yml") });
    expect(result).toMatchObject(isPlanned);
    expect(result.summary).toContain(`> ⚠️ ${because(".github/workflows/other.yml has changed since")}`);
  });
});

it.concurrent("input on-outdated: fail plans, and then fails the step", async () => {
  const result = await play({ answers: aheadWith("a.yaml"), inputs: { "on-outdated": "fail" } });
  expect(result).toMatchObject({
    code: 1,
    outputs: { mode: "plan", outdated: "true", result: "changes", "failure-reason": "outdated" },
    writes: [],
  });
  expect(result.stdout).toContain(`::error::${because("a.yaml has changed since")}`);
  expect(result.stdout).not.toContain("::warning::Not applied");
});

it.concurrent.each([
  ["newest", "synchronize", pullAt(OLD), isApplied],
  ["not the newest", "synchronize", pullAt(NEW), isPlanned],
  ["of a pull request that was closed since", "synchronize", pullAt(OLD, "closed"), isPlanned],
  ["of a pull request that was closed before", "closed", pullAt(OLD, "closed"), isApplied],
  ["of a pull request that was opened again", "closed", pullAt(OLD), isPlanned],
])("a pull request's commit, %s", async (_case, action, answer, expected) => {
  const result = await play({ answers: { [PULL]: answer }, event: pullEvent(action), mode: "apply", attempt: "2" });
  expect(result).toMatchObject(expected);
  expect(result.seen.map(({ path }) => path)).toEqual([PULL]);
});

describe.concurrent("a merge, in a run for the pull request that was closed by it", () => {
  const merged = { merged_at: "2026-01-03T00:00:00Z", merge_commit_sha: OLD };
  const pull_request = { ...pullAt(OLD, "closed"), head: { sha: OLD, repo: OWN }, ...merged };
  const event = { ...pullEvent("closed"), payload: { action: "closed", repository: OWN, pull_request } };
  it.concurrent.each<readonly [string, Record<string, unknown>, object, Record<string, string>]>([
    ["is applied if it is the newest commit", { [BRANCH]: branchAt(OLD) }, isApplied, {}],
    ["is applied if newer ones change other files", aheadWith("README.md"), isApplied, {}],
    ["is only planned if a newer one changes a file of the run", aheadWith("a.yaml"), isPlanned, {}],
    [
      "is only planned if not all files are of the newest one",
      aheadWith("a.yaml"),
      isPlanned,
      { "new/.git/HEAD": NEW, "new/b.yaml": projectFile("b") },
    ],
    [
      "is only planned with the files of an older commit, which a newer one has changed",
      {
        [BRANCH]: branchAt(OLD),
        [`/api/v3/repos/acme/sites/compare/${OLDER}...${OLD}?per_page=1`]: {
          status: "ahead",
          files: [{ filename: "a.yaml" }],
        },
      },
      isPlanned,
      { ".git/HEAD": OLDER },
    ],
    // As examples/workflows/preview.yml checks out.
    ["is applied with the newest files", aheadWith("a.yaml"), isApplied, { ".git/HEAD": NEW }],
  ])("%s", async (_case, answers, expected, files) => {
    for (const attempt of ["1", "2"]) {
      const known = { ...answers, [PULL]: pull_request };
      const result = await play({ answers: known, files, event, mode: "apply", attempt });
      expect(result).toMatchObject(expected);
    }
  });

  it.concurrent.each([
    ["that it was merged", { merged_at: undefined }],
    ["its commit", { merge_commit_sha: null }],
  ])(
    "is only planned by a re-run if a newer one changes a file and the event does not say %s",
    async (_what, lacks) => {
      const payload = { ...event.payload, pull_request: { ...pull_request, ...lacks } };
      const answers = { ...aheadWith("a.yaml"), [PULL]: pull_request };
      const result = await play({ answers, event: { ...event, payload }, mode: "apply", attempt: "2" });
      expect(result).toMatchObject(isPlanned);
    },
  );

  it.concurrent("is only planned by a re-run if GitHub does not say its commit", async () => {
    const answers = { [PULL]: { ...pull_request, merge_commit_sha: null } };
    const result = await play({ answers, event, mode: "apply", attempt: "2" });
    expect(result).toMatchObject(isPlanned);
    expect(result.stdout).toContain("GitHub does not say with which commit");
  });

  it.concurrent("is only planned by a re-run that may not see the branch, which names the permission", async () => {
    const result = await play({ answers: { [PULL]: pull_request }, event, mode: "apply", attempt: "2" });
    expect(result).toMatchObject(isPlanned);
    expect(result.stdout).toContain("the job may lack the permission contents: read or pull-requests: read");
  });
});

const answer = (status: number, headers: Record<string, string>, body: string) => (response: ServerResponse) =>
  response.writeHead(status, headers).end(body);

/** GitHub's answer about the branch is not what is documented. */
const branch = (response: unknown): Case => ({ answers: { [BRANCH]: response } });
const forbidden = answer(403, {}, JSON.stringify({ message: "Resource not accessible by integration" }));
const MAY_LACK = "the job may lack the permission contents: read.";

describe.concurrent("if GitHub cannot be asked", () => {
  it.concurrent.each<readonly [string, Case, string]>([
    ["finds nothing", {}, `GitHub answered 404 (Not Found)); ${MAY_LACK}`],
    ["does not let the token see", branch(forbidden), `(Resource not accessible by integration)); ${MAY_LACK}`],
    [
      "is too busy for a while",
      branch(answer(429, { "retry-after": "60" }, "")),
      "rate limit is used up for 60 more seconds",
    ],
    ["answers a page", branch(answer(200, {}, "<html>canary-page")), "GitHub's answer is not JSON"],
    ["redirects", branch(answer(301, { location: "/elsewhere" }, "")), "GitHub answered 301"],
    ["answers another record", branch(branchAt(OLD)[0]), "GitHub's answer is not a list of branches"],
    ["cuts the connection", branch((response: ServerResponse) => response.destroy()), "UND_ERR_SOCKET"],
    ["has no token", { inputs: { "github-token": "" } }, "input github-token is not set"],
    ["has no address", { environment: { GITHUB_API_URL: "" } }, "GITHUB_API_URL is not set"],
    ["has an address without https", { environment: { GITHUB_API_URL: "http://example.com" } }, "must use https"],
    ["is asked without a commit", { environment: { GITHUB_SHA: "" } }, "GITHUB_SHA is not set"],
    [
      "is asked with a payload that is not JSON",
      // GitHub's library reads it when it is loaded.
      { event: { ...PUSH, payload: "{" }, mode: "apply", isSpawned: true },
      "the payload of the event is not readable",
    ],
    ["is asked for a tag", { event: { ...PUSH, ref: "refs/tags/v1" }, mode: "apply" }, "refs/tags/v1 is not a branch"],
    ["is asked for a path", { event: { ...PUSH, ref: "refs/heads/../../x" }, mode: "apply" }, '".." is not valid in'],
  ])("a re-run plans: GitHub %s", async (_case, run, why) => {
    const result = await play({ ...run, attempt: "2" });
    expect(result).toMatchObject({ ...isPlanned, stderr: "" });
    expect(result.stdout).toContain("::warning::Not applied, only planned: this is a re-run, and it is not known");
    expect(result.stdout).toContain(why);
  });

  it.concurrent.each([503, 403])("a first attempt asks again when GitHub says so, with %i", async (status) => {
    const newer = aheadWith("a.yaml");
    const busy = answer(status, { "retry-after": "1" }, "");
    let asked = 0;
    const first = (response: ServerResponse): unknown =>
      (asked += 1) === 1 ? busy(response) : answer(200, {}, JSON.stringify(newer[BRANCH]))(response);
    expect(await play({ answers: { ...newer, [BRANCH]: first } })).toMatchObject(isPlanned);
  });

  it.concurrent("a first attempt applies, and says so", async () => {
    const result = await play({});
    expect(result).toMatchObject(isApplied);
    expect(result.stdout).toMatch(/^First attempt: applying, although it is not known .*GitHub answered 404/m);
  });
});

it.concurrent("what GitHub quotes of the service's token or of a URL's user info is not shown", async () => {
  const quoted = "token-of-the-service-0b9f https://user:user-password-0b9f@evil.example/";
  const run = {
    ...branch(answer(403, {}, JSON.stringify({ message: quoted }))),
    inputs: { token: "token-of-the-service-0b9f" },
  };
  for (const attempt of ["1", "2"]) {
    const { stdout, stderr } = await play({ ...run, attempt });
    expect(stdout).toContain("evil.example");
    expect(`${stdout}${stderr}`.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("0b9f");
  }
});

it.concurrent("GitHub is asked through the proxy, whose password is not shown", async () => {
  await using proxy = await startProxy(
    () => 0,
    (client) => client.end("HTTP/1.1 403 Forbidden\r\n\r\n").writableEnded,
  );
  const environment = {
    GITHUB_API_URL: "https://github.example/api/v3",
    HTTPS_PROXY: `http://user:canary-proxy-password@127.0.0.1:${proxy.port}`,
  };
  const result = await play({ environment, attempt: "2" });
  expect(result).toMatchObject(isPlanned);
  expect(proxy.asked.map(({ line }) => line)).toEqual(Array(3).fill("CONNECT github.example:443"));
  expect(result.stdout).toContain("GitHub could not be reached (");
});

it.concurrent("a proxy that is not a URL is named, and not shown", async () => {
  const environment = { GITHUB_API_URL: "https://github.example", HTTPS_PROXY: "http://[canary-proxy-password" };
  const result = await play({ environment, attempt: "2" });
  expect(result).toMatchObject(isPlanned);
  expect(result.stdout).toContain("HTTPS_PROXY (or https_proxy) is not the address of a proxy");
});

it.concurrent("GitHub is not asked in modes that write nothing", async () => {
  expect(await play({ mode: "plan" })).toMatchObject({ outputs: { mode: "plan", outdated: "false" }, seen: [] });
});

it.concurrent("GitHub has 10 seconds to answer", async () => {
  const result = await play({ ...branch("silence"), attempt: "2", isSpawned: true });
  expect(result).toMatchObject(isPlanned);
  expect(result.stdout).toContain("GitHub did not answer within 10 seconds");
});
