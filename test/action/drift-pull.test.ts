import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lastLine, type Marker } from "../../action/comment/marker.ts";
import { ask } from "../ask.ts";
import { liveProject } from "../live-project.ts";
import { FIRST_LINE, MERGE, MERGED, startWorld, type Step } from "./comment-world.ts";
import { event, OWN } from "./events.ts";
import type { StandInOptions } from "./github-stand-in.ts";
import { projectFile } from "./service.ts";

const SITE = projectFile("site", "  description: Declared\ndomains: [www.example.com]\n");
const PULLED = SITE.replace("Declared", "Live text");
const SCHEDULE = event("schedule");
const seed = { projects: [{ ...liveProject("site", ["www.example.com"]), description: "Live text" }] };
const COMMIT = "c".repeat(40);
const NEWEST = "f".repeat(40);
const BRANCH = /^projectsync-drift-[\w-]{10}$/;
const APP = "sites-app[bot]";
const run = { id: 50, attempt: 1 };
const MARKER: Marker = { stage: "applied", run, commit: "d".repeat(40), changes: [], isComplete: true };
/** The comment that the job's own token left on pull request 7 after a complete apply. */
const APPLIED = {
  number: 7,
  login: "github-actions[bot]",
  body: `${FIRST_LINE}\n## projectsync apply: ✅ applied\n\n${lastLine(MARKER)}\n`,
};
const INCOMPLETE = APPLIED.body.replace('"isComplete":true', '"isComplete":false');
const COMPARED = `GET /api/v3/repos/acme/sites/compare/${MERGE}...${COMMIT}?per_page=1`;
const changed = (...names: string[]) => ({ status: "ahead", files: names.map((filename) => ({ filename })) });

interface Case {
  readonly files?: Readonly<Record<string, string>>;
  /** The files of the commit. Default: those of the checkout. */
  readonly committed?: Readonly<Record<string, string>>;
  readonly github?: StandInOptions;
}

/** A site that somebody changed by hand after it was applied, at a GitHub whose token is that of an app. */
async function open({ files = { "a.yaml": SITE }, committed = files, github = {} }: Case = {}) {
  const world = await startWorld({
    files,
    service: { seed },
    github: {
      login: APP,
      pulls: [MERGED],
      comments: [APPLIED],
      history: [MERGE, COMMIT],
      base: { commit: COMMIT, files: { "README.md": "Read me\n", ...committed } },
      ...github,
    },
  });
  const { repo, pulls } = world.github;
  return {
    ...world,
    drift: ({ inputs = {}, ...step }: Step = {}) =>
      world.run(SCHEDULE, { ...step, inputs: { "on-drift": "pull-request", ...inputs } }),
    write: (text: string) => writeFile(path.join(world.folder, "a.yaml"), text),
    /** Changes the service by hand. */
    change: (description: string) => ask(world.service.emulator, "POST /v1/projects/prj_site", { description }),
    repo,
    /** The pull request of the drift, and the files of its branch. */
    opened: () => {
      const pull = pulls.find(({ branch }) => branch !== undefined);
      const id = repo.branches.get(pull?.branch ?? "") ?? "";
      return { ...pull, commit: repo.commits.get(id), files: repo.filesOf(id) };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const issueSays = (world: Awaited<ReturnType<typeof open>>) => world.repo.issues[0]?.body;

describe("the pull request of a drift", () => {
  it.concurrent("is opened with live values in the files, in one commit on top of that of the run", async () => {
    await using world = await open();
    const { stdout, code } = await world.drift();
    expect(code).toBe(1);
    expect(stdout).toContain("Drift pull request 8: created");
    const pull = world.opened();
    expect(pull).toMatchObject({
      title: "projectsync: bring live values into the files",
      branch: expect.stringMatching(BRANCH),
      base: "main",
      login: APP,
      files: { "README.md": "Read me\n", "a.yaml": PULLED },
      commit: { parents: [COMMIT], message: expect.stringMatching(/^Bring live values into the project files\n/) },
    });
    expect(pull.body).toContain("| <code>a.yaml</code> | <code>project.description</code> |");
    expect(pull.body).not.toContain("Live text");
    expect(issueSays(world)).toContain("Pull request #8 brings live values into the files.");
    expect(world.github.writes()).toEqual([
      "POST /git/trees",
      "POST /git/commits",
      "POST /git/refs",
      "POST /pulls",
      "POST /issues",
    ]);
  });

  it.concurrent("stays as it is while the drift is the same, and is updated in place when it differs", async () => {
    await using world = await open();
    await world.drift();
    const first = world.opened();
    await world.drift({ run: 101 });
    expect(world.opened()).toMatchObject({ head: first.head, commit: first.commit });
    expect(world.github.writes().filter((call) => call === "POST /git/commits")).toHaveLength(1);
    await world.change("Other text");
    await world.drift({ run: 102 });
    expect(world.opened()).toMatchObject({ number: 8, files: { "a.yaml": SITE.replace("Declared", "Other text") } });
    expect(world.opened().commit?.parents).toEqual([COMMIT]);
  });

  it.concurrent("is closed when the drift is gone, and its branch stays", async () => {
    await using world = await open();
    await world.drift();
    await world.write(PULLED);
    await world.drift({ run: 101 });
    expect(world.opened()).toMatchObject({ state: "closed", body: expect.stringContaining("> **The drift is gone.") });
    expect(world.repo.issues).toMatchObject([{ state: "closed" }]);
    expect(world.repo.branches.size).toBe(2);
  });

  it.concurrent("is closed when nothing is left that can be brought in, but the issue stays", async () => {
    await using world = await open();
    await world.drift();
    await world.write(PULLED.replace("www.", "new."));
    await world.drift({ run: 101 });
    expect(world.opened()).toMatchObject({ state: "closed", body: expect.not.stringContaining("The drift is gone") });
    expect(world.repo.issues).toMatchObject([
      { state: "open", body: expect.stringContaining("No pull request: No live value can be brought into the files.") },
    ]);
  });

  it.concurrent("lists what cannot be brought in, and holds no secret and no value of a variable", async () => {
    const file = projectFile(
      "site",
      "  description: Declared\n  cookie_name: { env: COOKIE }\ndomains: [www.example.com, gone.example.com]\n",
    );
    await using world = await open({ files: { "a.yaml": file } });
    await world.drift({ inputs: { "allow-env": "COOKIE" }, environment: { COOKIE: "value-of-cookie" } });
    const { body, files, commit } = world.opened();
    expect(files["a.yaml"]).toBe(file.replace("Declared", "Live text"));
    expect(body).toContain("### Differences that stay (2)");
    expect(body).toContain("differs from that of the variable COOKIE");
    expect(body).toContain("domains[1]: It is not live.".replaceAll(/[[\]]/g, (part) => `&#${part.charCodeAt(0)};`));
    expect(JSON.stringify([body, files, commit, world.repo.issues])).not.toContain("value-of-cookie");
  });

  it.concurrent("escapes the names of files", async () => {
    const name = "@octocat #1 `<b>.yaml";
    await using world = await open({ files: { [name]: SITE } });
    await world.drift();
    expect(world.opened().body).toContain("<code>@<!-- -->octocat #<!-- -->1 &#96;&#60;b&#62;.yaml</code>");
    expect(world.opened().files[name]).toBe(PULLED);
  });
});

describe("there is no pull request, but the issue that says why", () => {
  it.concurrent.each<readonly [string, Case, string]>([
    [
      "with the job's own token",
      { github: { login: "github-actions[bot]" } },
      "With the job's own token, no workflow runs for a pull request.",
    ],
    [
      "if a file has changed since the last complete apply",
      { github: { answers: { [COMPARED]: changed("a.yaml") } } },
      "Merged, not applied: the last complete apply was of bbbbbbb, and a.yaml has changed since.",
    ],
    [
      "if what was merged last was not applied, also if it takes back what was merged before",
      {
        github: {
          pulls: [MERGED, { ...MERGED, number: 9, mergedAt: "2026-01-04T00:00:00Z", mergeCommit: COMMIT }],
          comments: [APPLIED, { ...APPLIED, number: 9, body: INCOMPLETE }],
        },
      },
      "Merged, not applied: no comment says that all of pull request 9 was applied.",
    ],
    [
      "if the run is older than a change of a file",
      {
        github: {
          history: [MERGE, COMMIT, NEWEST],
          answers: {
            "/api/v3/repos/acme/sites/git/matching-refs/heads/main": [
              { ref: "refs/heads/main", object: { sha: NEWEST } },
            ],
            [COMPARED.replace(`${MERGE}...${COMMIT}`, `${COMMIT}...${NEWEST}`)]: changed("a.yaml"),
          },
        },
      },
      "Perhaps merged, not applied: ccccccc is no longer the newest commit of main: a.yaml has changed since.",
    ],
    [
      "if the file is of another repository",
      {
        files: {
          ".git/HEAD": "e".repeat(40),
          ".git/config": '[remote "origin"]\n\turl = https://github.example/other/files\n',
          "a.yaml": SITE,
        },
      },
      "a.yaml is not a file of this repository.",
    ],
    [
      "if no complete apply is known",
      { github: { comments: [] } },
      "Perhaps merged, not applied: no comment of this step on a merged pull request says that all of it was applied.",
    ],
    [
      "if somebody else wrote the comment about it",
      { github: { comments: [{ ...APPLIED, login: "stranger" }] } },
      "Perhaps merged, not applied: no comment",
    ],
    [
      "if the apply was not complete",
      { github: { comments: [{ ...APPLIED, body: INCOMPLETE }] } },
      "Merged, not applied: no comment says that all of pull request 7 was applied.",
    ],
    [
      "if GitHub does not show what has changed",
      { github: { history: [COMMIT] } },
      "Perhaps merged, not applied: no comment",
    ],
    [
      "if the job has changed the file",
      { committed: { "a.yaml": `${SITE}# committed\n` } },
      "a.yaml is not as in commit ccccccc.",
    ],
    ["if the job has made the file", { committed: {} }, "a.yaml is not as in commit ccccccc."],
  ])("%s", async (_when, given, why) => {
    await using world = await open(given);
    await world.drift();
    expect(
      issueSays(world)
        ?.replaceAll(/<!-- -->/g, "")
        .replaceAll("&#39;", "'"),
    ).toContain(`No pull request: ${why}`);
    expect(world.github.writes()).toEqual(["POST /issues"]);
  });

  it.concurrent("if its branch has commits of somebody else, which stay", async () => {
    await using world = await open();
    await world.drift();
    const { branch = "", commit } = world.opened();
    world.repo.commits.set("e".repeat(40), { message: "Mine", tree: commit?.tree ?? "", parents: [COMMIT] });
    world.repo.branches.set(branch, "e".repeat(40));
    const { stdout } = await world.drift({ run: 101 });
    expect(stdout).toContain(`its branch ${branch} has commits of somebody else. Delete the branch to get a new one`);
    expect(world.repo.branches.get(branch)).toBe("e".repeat(40));
  });

  it.concurrent("if the token may not write contents", async () => {
    await using world = await open({
      github: {
        answers: {
          "POST /api/v3/repos/acme/sites/git/trees": (response: ServerResponse) =>
            response.writeHead(403).end('{"message":"Resource not accessible by integration"}'),
        },
      },
    });
    const { stdout } = await world.drift();
    expect(stdout).toContain("::warning::No drift pull request: GitHub answered 403 (Resource not accessible");
    expect(issueSays(world)).toContain("No pull request: GitHub answered 403");
  });

  it.concurrent("if a newer run has written it", async () => {
    await using world = await open();
    await world.drift({ run: 300 });
    const writes = world.github.writes().length;
    await world.drift({ run: 200 });
    expect(world.github.writes()).toHaveLength(writes);
  });
});

describe("inputs that do not go with a pull request", () => {
  it.concurrent.each([
    [{ only: "org_1/site" }, "Input only is not possible with on-drift: pull-request."],
    [{ engine: "pulumi", stack: "dev" }, "Engine pulumi is not possible with on-drift: pull-request."],
  ])("%o", async (inputs, message) => {
    await using world = await open();
    expect((await world.drift({ inputs })).stdout).toContain(message);
    expect(world.github.calls()).toEqual([]);
  });
});

describe("what becomes of the pull request", () => {
  const pullOf = (branch: string, login = APP) => {
    const pull_request = {
      number: 8,
      state: "open",
      base: { ref: "main" },
      head: { sha: "a".repeat(40), ref: branch, repo: OWN },
      user: { login, type: "Bot" },
    };
    return { ...event("pull_request", { action: "opened", pull_request }, "refs/pull/8/merge"), actor: login };
  };

  it.concurrent("is planned, although an app opened it; the comment shows no changes", async () => {
    await using world = await open();
    await world.drift();
    await world.write(PULLED);
    const { branch = "" } = world.opened();
    expect(await world.run(pullOf(branch))).toMatchObject({ code: 0, outputs: { mode: "plan", result: "no-changes" } });
    expect(world.github.comments.at(-1)).toMatchObject({ number: 8, body: expect.stringContaining("no changes") });
  });

  it.concurrent.each([
    ["of another step", { label: "other" }, APP, APP],
    ["from another branch", {}, APP, APP, "topic"],
    ["of another bot's run", {}, APP, "dependabot[bot]"],
  ])("one %s is only validated", async (_which, inputs, login, actor, from = "") => {
    await using world = await open();
    await world.drift();
    const { branch = "" } = world.opened();
    const opened = { ...pullOf(from || branch, login), actor };
    expect((await world.run(opened, { inputs })).outputs).toMatchObject({ mode: "validate" });
  });

  it.concurrent("once it is merged and applied, the next drift has one again", async () => {
    const answers: Record<string, unknown> = {};
    const history = [MERGE, COMMIT];
    await using world = await open({ github: { history, answers } });
    await world.drift();
    const { branch = "" } = world.opened();
    const head = world.repo.branches.get(branch) ?? "";
    const environment = { GITHUB_SHA: head };
    history.push(head);
    answers[COMPARED.replace(COMMIT, head)] = changed("a.yaml");
    world.repo.branches.set("main", head);
    await world.write(PULLED);
    const merged = { mergedAt: "2026-01-05T00:00:00Z", mergeCommit: head, state: "closed", branch } as const;
    world.github.pulls.splice(1, 1, { number: 8, head, ...merged });
    expect((await world.push({ run: 101, environment })).outputs).toMatchObject({ result: "no-changes" });
    await world.change("Other text");
    const { stdout } = await world.drift({ run: 102, environment });
    expect(stdout).toContain("Drift pull request 10: created");
    expect(world.repo.filesOf(world.repo.branches.get(branch) ?? "")["a.yaml"]).toContain("Other text");
  });
});
