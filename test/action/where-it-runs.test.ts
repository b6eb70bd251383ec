import { describe, expect, it } from "vitest";
import { MERGE, OPEN, REPOSITORY, startWorld } from "./comment-world.ts";
import { projectFile } from "./service.ts";

const FILES = { "a.yaml": projectFile("a"), "b.yaml": projectFile("b") };

describe("a matrix", () => {
  const plans = (world: Awaited<ReturnType<typeof startWorld>>, run: number) =>
    Promise.all(
      ["a", "b"].map((stage) => world.plan({ run, inputs: { files: `${stage}.yaml`, label: `stage ${stage}` } })),
    );

  it("whose jobs run at the same time has one comment per label, and keeps both up to date", async () => {
    await using world = await startWorld({ files: FILES });
    const first = await plans(world, 100);
    expect(first.map(({ code, outputs }) => [code, outputs["result"]])).toEqual([
      [0, "changes"],
      [0, "changes"],
    ]);
    const second = await plans(world, 101);
    expect([...first, ...second].map(({ stdout }) => stdout).join("")).not.toMatch(/^::(?:warning|error)/m);
    expect(world.github.comments).toHaveLength(2);
    for (const stage of ["a", "b"]) {
      const [body, ...others] = world.github.comments
        .map(({ body }) => body)
        .filter((body) => body.includes(`## projectsync plan <code>stage ${stage}</code>`));
      expect(others).toEqual([]);
      expect(body).toContain(`<code>org&#95;1/${stage}</code>: 1 to create`);
      expect(body).toContain('"run":{"id":101,"attempt":1}');
    }
    expect(world.github.writes().filter((call) => call.startsWith("PATCH"))).toHaveLength(2);
  });
});

describe("a reusable workflow", () => {
  // Everything is the caller's, except the workflow and the reference to the Action.
  const environment = {
    GITHUB_WORKFLOW_REF: "acme/sites/.github/workflows/ci.yml@refs/heads/main",
    GITHUB_WORKFLOW: "CI",
    GITHUB_JOB: "sync",
    GITHUB_ACTION_REPOSITORY: "projectsync/projectsync",
    GITHUB_ACTION_REF: "v0.1.0",
  };

  it("whose caller passes no secrets says which one is missing", async () => {
    await using world = await startWorld({ files: FILES });
    const result = await world.push({ environment, inputs: { token: "" } });
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^::error::.*token/m);
    expect(result.outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
  });
});

describe("workflow_dispatch", () => {
  const dispatch = (inputs: unknown) => ({
    name: "workflow_dispatch",
    ref: "refs/heads/main",
    payload: { inputs, ref: "refs/heads/main", repository: REPOSITORY, workflow: ".github/workflows/sync.yml" },
  });

  it.each([
    ["auto", "plan", "changes", 0],
    ["apply", "apply", "applied", 2],
    ["drift", "drift", "drift", 0],
  ])("with mode %s: %s", async (mode, chosen, result, writes) => {
    await using world = await startWorld({ files: FILES });
    const inputs = { "fail-on-drift": "false" };
    // Without inputs of its own, the payload has null.
    const ended = await world.run(dispatch(mode === "auto" ? null : { mode }), { mode, inputs });
    expect(ended).toMatchObject({ code: 0, outputs: { mode: chosen, result } });
    expect(world.service.writes()).toHaveLength(writes);
    expect(world.github.comments).toEqual([]);
  });
});

describe("a merge queue", () => {
  const group = {
    name: "merge_group",
    ref: "refs/heads/gh-readonly-queue/main/pr-7-aaaa",
    payload: {
      action: "checks_requested",
      merge_group: {
        head_sha: MERGE,
        head_ref: "refs/heads/gh-readonly-queue/main/pr-7-aaaa",
        base_ref: "refs/heads/main",
        base_sha: "d".repeat(40),
      },
      repository: REPOSITORY,
    },
  };

  it("is planned, without a comment and without a write", async () => {
    await using world = await startWorld({ files: FILES, github: { pulls: [OPEN] } });
    const result = await world.run(group);
    expect(result).toMatchObject({ code: 0, outputs: { mode: "plan", result: "changes", "has-changes": "true" } });
    expect(world.service.writes()).toEqual([]);
    expect(world.github.comments).toEqual([]);
  });

  it("fails on a file that is not valid, so that the queue drops the pull request", async () => {
    await using world = await startWorld({ files: { "a.yaml": projectFile("a", "  force_htps: true\n") } });
    const result = await world.run(group);
    expect(result).toMatchObject({ code: 1, outputs: { "failure-reason": "invalid-files" } });
  });
});

describe("GitHub Enterprise", () => {
  it.each(["", "/api/v3"] as const)("comments, with links to its own pages, at the API path %j", async (prefix) => {
    await using world = await startWorld({ files: FILES, github: { prefix } });
    const environment = { GITHUB_SERVER_URL: "https://github.acme.example" };
    const result = await world.plan({ environment });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).not.toMatch(/^::(?:warning|error)/m);
    const [comment] = world.github.comments;
    expect(comment?.body).toContain(`https://github.acme.example/acme/sites/blob/${"c".repeat(40)}/a.yaml`);
    expect(`${comment?.body}${result.summary}`).not.toContain("https://github.com");
  });
});
