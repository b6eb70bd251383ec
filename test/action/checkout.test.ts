import { rm, symlink } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { event, HEAD, OWN, pullEvent, PUSH, workflowRun } from "./events.ts";
import { startGitHub } from "./github-stand-in.ts";
import type { ActionRun } from "./run-action.ts";
import { checkOut, play as playFiles, projectFile, startService } from "./service.ts";

type Event = NonNullable<ActionRun["event"]>;

const RUN = HEAD;
const FORK = "b".repeat(40);
const DISPATCH = event("workflow_dispatch", { inputs: { commit: FORK } });
/** Started about any commit: only the checkout shows which one. */
const OTHERS: readonly Event[] = [
  DISPATCH,
  event("repository_dispatch", { client_payload: { issue_number: 7 } }),
  event("deployment", { deployment: { ref: "main" } }),
];

type Files = Readonly<Record<string, string>>;

/** Runs the Action for the commit RUN in a checkout with these files, such as those of git. */
const play = (files: Files, on: Event, { inputs, ...step }: NonNullable<Parameters<typeof playFiles>[1]> = {}) =>
  playFiles(
    { "sites/a.yaml": projectFile("a"), ...files },
    {
      mode: "apply",
      ...step,
      event: on,
      inputs: { files: "sites/a.yaml", ...inputs },
      environment: { GITHUB_SHA: RUN, ...step.environment },
    },
  );

const isApplied = { code: 0, outputs: { mode: "apply", outdated: "false", result: "applied" } };
const isPlanned = { code: 0, outputs: { mode: "plan", outdated: "true", result: "changes" }, writes: [] };
const isValidated = { code: 0, outputs: { mode: "validate", outdated: "true", result: "valid" }, requests: 0 };

/** Git's own files where the folder of the files is a worktree, whose branch is at a commit. */
function worktree(commit: string): Files {
  return {
    ".git/HEAD": RUN,
    ".git/refs/heads/x": commit,
    ".git/worktrees/sites/HEAD": "ref: refs/heads/x\n",
    ".git/worktrees/sites/commondir": "../..\n",
    "sites/.git": "gitdir: ../.git/worktrees/sites\n",
  };
}

function refs(branch: string, content: string): Files {
  return { ".git/HEAD": `ref:\trefs/heads/${branch}\n`, [`.git/refs/heads/${branch}`]: `${content}\n` };
}

/** Another commit than the run's, such as a fork's, in each form of a plain checkout. */
const ELSEWHERE: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["a commit", { ".git/HEAD": `${FORK}\n` }],
  ["a branch", { ".git/HEAD": "ref: refs/heads/pr/7\n", ".git/refs/heads/pr/7": `${FORK}\n` }],
  ["a packed branch", { ".git/HEAD": "ref: refs/heads/x\n", ".git/packed-refs": `# pack\n${FORK} refs/heads/x\n` }],
  ["a checkout in the folder of the files", { ".git/HEAD": RUN, "sites/.git/HEAD": FORK }],
];

/** What only git follows, also where it is the run's commit. */
const UNREADABLE: typeof ELSEWHERE = [
  ["a branch that stands for another", { ...refs("alias", "ref: refs/heads/pr"), ".git/refs/heads/pr": `${RUN}\n` }],
  ["a submodule", { ".git/HEAD": RUN, ".git/modules/s/HEAD": RUN, "sites/.git": "gitdir: ../.git/modules/s\n" }],
  ["a worktree", worktree(RUN)],
  ["a worktree of another commit", worktree(FORK)],
  ["a worktree of nothing", { ".git/HEAD": RUN, "sites/.git": "gitdir: ../.git/worktrees/sites\n" }],
  ["one in another form", { ".git/HEAD": "ref: refs/heads/.invalid\n" }],
  ["a branch that is none", { ".git/HEAD": "ref: refs/heads/x\n", ".git/refs/heads/x": `${RUN}\nmore\n` }],
  ["one without HEAD in the folder of the files", { ".git/HEAD": RUN, "sites/.git/config": "" }],
];

const UNKNOWN: typeof ELSEWHERE = [["an unknown one", {}]];

describe("a checkout of another commit than the run's", () => {
  it.concurrent.each(ELSEWHERE)("is only planned after a push: %s", async (_case, git) => {
    const result = await play(git, PUSH);
    expect(result).toMatchObject(isPlanned);
    const why = "Not applied, only planned: the checkout is at bbbbbbb, and this run is for aaaaaaa.";
    expect(result.stdout).toContain(`::warning::${why}`);
    expect(result.summary).toContain(why);
  });

  it.concurrent.each(UNREADABLE)(
    "is only planned, if HEAD of a plain checkout does not show it: %s",
    async (_case, git) => {
      for (const on of [PUSH, pullEvent()]) {
        const result = await play(git, on);
        expect(result).toMatchObject(isPlanned);
        expect(result.summary).toContain(
          "Not applied, only planned: the .git of the files is no folder whose HEAD shows a commit",
        );
      }
    },
  );

  it.concurrent("is planned and checked for drift after a push, as the workflow says", async () => {
    const git = { ".git/HEAD": FORK };
    expect(await play(git, PUSH, { mode: "plan" })).toMatchObject({ outputs: { mode: "plan", outdated: "false" } });
    const drift = await play(git, event("schedule"), { mode: "drift", inputs: { "fail-on": "none" } });
    expect(drift).toMatchObject({ code: 0, outputs: { mode: "drift", outdated: "false" } });
  });

  it.concurrent.each(
    ["apply", "plan", "drift", "auto", "sweep"].flatMap((mode) =>
      OTHERS.map((other) => ({ mode, name: other.name, other })),
    ),
  )("is only validated after a $name: mode $mode", async ({ mode, other }) => {
    const inputs = mode === "sweep" ? { "sweep-domains": "pr-{number}.preview.example.com" } : {};
    const result = await play({ ".git/HEAD": FORK }, other, { mode, inputs });
    expect(result).toMatchObject(isValidated);
    const named = mode === "auto" ? "plan" : mode;
    const why = `Mode ${named} is not run, the files are only validated: the checkout is at bbbbbbb, and this run is for aaaaaaa`;
    expect(result.stdout).toContain(`::warning::${why}`);
    expect(result.summary).toContain(why);
  });

  it.concurrent.each([...ELSEWHERE, ...UNREADABLE, ...UNKNOWN])(
    "is only validated after a dispatch: %s",
    async (_case, git) => {
      expect(await play(git, DISPATCH)).toMatchObject(isValidated);
    },
  );

  it.concurrent("is not read behind a link: the files are only planned, or validated", async () => {
    for (const [file, target] of [
      ["pr/a.yaml", "../sites/a.yaml"],
      ["sites/b.yaml", "../pr/b.yaml"],
      ["sites/c.yaml", "../pr/c.yaml"],
      ["sites/d.yaml", "../pr/root/sites/a.yaml"],
      ["sites/e.yaml", "a.yaml"],
    ] as const) {
      await using service = await startService();
      const files = { "sites/a.yaml": projectFile("a"), "pr/b.yaml": projectFile("b") };
      await using checkout = await checkOut({ ...files, ".git/HEAD": RUN, "pr/.git/HEAD": FORK });
      // These lead back to files of the run's commit.
      await symlink("..", path.join(checkout.folder, "pr/root"));
      await symlink("../sites/a.yaml", path.join(checkout.folder, "pr/c.yaml"));
      await symlink(target, path.join(checkout.folder, file));
      for (const [on, mode] of [
        [DISPATCH, "validate"],
        [PUSH, "plan"],
        [pullEvent(), "plan"],
      ] as const) {
        const step = { event: on, mode: "apply", inputs: { files: file }, environment: { GITHUB_SHA: RUN } };
        const { outputs, summary } = await service.run({ ...checkout, ...step });
        expect(outputs).toMatchObject({ mode, outdated: "true" });
        expect(summary).toContain(`${file} is a symbolic link, or behind one`);
      }
    }
  });

  it.concurrent("is not read behind a folder that is a link, such as the working directory", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "sites/a.yaml": projectFile("a"), ".git/HEAD": RUN });
    await symlink("sites", path.join(checkout.folder, "live"));
    for (const inputs of [{ files: "live/a.yaml" }, { "working-directory": "live", files: "a.yaml" }]) {
      const step = { event: PUSH, mode: "apply", inputs, environment: { GITHUB_SHA: RUN } };
      expect((await service.run({ ...checkout, ...step })).outputs).toMatchObject({ mode: "plan", outdated: "true" });
    }
  });

  it.concurrent("is not read where .git is a link", async () => {
    for (const git of [worktree(RUN), { "sites/.git": "", "elsewhere/HEAD": RUN }]) {
      await using service = await startService();
      await using checkout = await checkOut({ "sites/a.yaml": projectFile("a"), ...git });
      await rm(path.join(checkout.folder, "sites/.git"));
      const target = "elsewhere/HEAD" in git ? "../elsewhere" : "../.git/worktrees/sites";
      await symlink(target, path.join(checkout.folder, "sites/.git"));
      const step = { event: PUSH, mode: "apply", inputs: { files: "sites/a.yaml" }, environment: { GITHUB_SHA: RUN } };
      expect((await service.run({ ...checkout, ...step })).outputs).toMatchObject({ mode: "plan", outdated: "true" });
    }
  });

  it.concurrent("counts for the code that an engine runs", async () => {
    const inputs = { "working-directory": "pr", files: "../sites/a.yaml", engine: "pulumi", stack: "dev" };
    const result = await play({ ".git/HEAD": RUN, "pr/.git/HEAD": FORK }, DISPATCH, { mode: "plan", inputs });
    expect(result.outputs).toMatchObject({ mode: "validate", outdated: "true" });
  });

  it.concurrent("cannot read the environment after a dispatch", async () => {
    const file = projectFile("a", "domains:\n  - name: { env: CANARY }\n");
    const result = await play({ "sites/a.yaml": file, ".git/HEAD": FORK }, DISPATCH, {
      mode: "validate",
      inputs: { "allow-env": "CANARY" },
      environment: { CANARY: "https://canary.example/" },
    });
    expect(result).toMatchObject({ code: 0, outputs: { mode: "validate", outdated: "false", result: "valid" } });
    expect(result.stdout).toContain("environment variable CANARY is not set (skipped here; apply requires it)");
  });

  it.concurrent.each(OTHERS)("is only validated also with allow-outdated: $name", async (other) => {
    const inputs = { "allow-outdated": "true" };
    for (const git of [{ ".git/HEAD": FORK }, worktree(RUN), {}]) {
      expect(await play(git, other, { inputs })).toMatchObject(isValidated);
    }
    expect(await play({ ".git/HEAD": RUN }, other, { inputs })).toMatchObject(isApplied);
  });

  it.concurrent.each([...ELSEWHERE, ...UNREADABLE])(
    "is applied with allow-outdated after a push: %s",
    async (_case, git) => {
      expect(await play(git, PUSH, { inputs: { "allow-outdated": "true" } })).toMatchObject(isApplied);
    },
  );
});

describe("a checkout of the commit that a workflow_run is about", () => {
  const after = event("workflow_run", workflowRun({ event: "push", head_repository: OWN, head_sha: FORK }));
  const repository = "/api/v3/repos/acme/sites";
  const answers = (status: string, ...names: readonly string[]) => ({
    [`${repository}/git/matching-refs/heads/main`]: [{ ref: "refs/heads/main", object: { sha: RUN } }],
    [`${repository}/compare/${FORK}...${RUN}?per_page=1`]: { status, files: names.map((filename) => ({ filename })) },
  });

  /** GitHub finds no such commit. */
  const OTHER_REPOSITORY = {
    ...answers("ahead"),
    [`${repository}/compare/${FORK}...${RUN}?per_page=1`]: (response: ServerResponse) =>
      response.writeHead(404).end(JSON.stringify({ message: "Not Found" })),
  };

  it.concurrent.each<readonly [string, Record<string, unknown>, object]>([
    ["planned if a newer one has changed a file of the run", answers("ahead", "sites/a.yaml"), isPlanned],
    ["applied if newer ones have changed other files", answers("ahead", "README.md"), isApplied],
    ["applied if it is of another branch", answers("diverged", "sites/a.yaml"), isApplied],
    ["applied if it is of another repository", OTHER_REPOSITORY, isApplied],
  ])("is %s", async (_case, known, expected) => {
    await using github = await startGitHub({ answers: known });
    const result = await play({ ".git/HEAD": FORK }, after, {
      inputs: { "github-token": "canary-github-token", comment: "never" },
      environment: { GITHUB_API_URL: github.url },
    });
    expect(result).toMatchObject(expected);
  });
});

describe("a checkout is applied", () => {
  it.concurrent.each([
    ["of the run's commit", { ".git/HEAD": RUN }, DISPATCH],
    ["of a branch at the run's commit", { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": RUN }, PUSH],
    [
      "of a packed branch",
      { ".git/HEAD": "ref: refs/heads/x\n", ".git/packed-refs": `${RUN} refs/heads/x\n` },
      DISPATCH,
    ],
    ["without a .git, after a push", {}, PUSH],
    ["of the base of a pull request of this repository", { ".git/HEAD": FORK }, pullEvent()],
    ["in the folder of the files, without one above", { "sites/.git/HEAD": RUN }, DISPATCH],
    ["beside another one", { ".git/HEAD": RUN, "other/.git/HEAD": FORK }, DISPATCH],
  ])("%s", async (_case, git, on) => {
    expect(await play(git, on)).toMatchObject(isApplied);
  });

  it.concurrent("in a workspace behind a link", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "work/a.yaml": projectFile("a"), "work/.git/HEAD": RUN });
    await symlink("work", path.join(checkout.folder, "linked"));
    const environment = { GITHUB_SHA: RUN, GITHUB_WORKSPACE: path.join(checkout.folder, "linked") };
    const step = { event: DISPATCH, mode: "apply", inputs: { files: "a.yaml" }, environment };
    expect(await service.run({ ...checkout, folder: environment.GITHUB_WORKSPACE, ...step })).toMatchObject(isApplied);
  });

  it.concurrent("in a folder of the run's checkout", async () => {
    const inputs = { "working-directory": "sites", files: "a.yaml" };
    expect(await play({ ".git/HEAD": RUN }, DISPATCH, { inputs })).toMatchObject(isApplied);
  });
});
