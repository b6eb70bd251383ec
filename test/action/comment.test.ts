import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lastLine, type Marker } from "../../action/comment/marker.ts";
import { FIRST_LINE, startWorld } from "./comment-world.ts";
import { pullEvent } from "./events.ts";
import { WRITTEN, type StandInComment } from "./github-records.ts";
import type { StandInOptions } from "./github-stand-in.ts";
import { projectFile } from "./service.ts";

const FILES = { "a.yaml": projectFile("a", "  description: One\ndomains: [www.example.com]\n") };
const LIST = "GET /issues/7/comments?per_page=50";
const COMMENTS = "POST /issues/7/comments";

const RUN = { id: 50, attempt: 1 };
const MARKER: Marker = { stage: "plan", run: RUN, commit: "d".repeat(40), changes: [], isComplete: false };
const NEWER = { id: 101, attempt: 1 };
/** A comment of an earlier run. */
const earlier = (marker: Partial<Marker> = {}): string =>
  `${FIRST_LINE}\n## projectsync plan: old\n\n${lastLine({ ...MARKER, ...marker })}\n`;
const ours = (marker: Partial<Marker> = {}) => ({ number: 7, body: earlier(marker) });
const WRITTEN_BY_BOT = { login: "github-actions[bot]", createdAt: WRITTEN, updatedAt: WRITTEN };
/** Pull request 7 with these files, at a GitHub of this kind. */
const open = (github: StandInOptions = {}) => startWorld({ files: FILES, github });
const bodies = (comments: readonly StandInComment[]): string[] => comments.map(({ body }) => body);

describe("the comment on a pull request", () => {
  it.concurrent("is created, and later updated in place", async () => {
    await using world = await open();
    const first = await world.plan();
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(world.github.writes()).toEqual([COMMENTS]);
    const [comment] = world.github.comments;
    expect(comment?.body).toMatch(
      /^<!-- projectsync:label=projectsync about=[\w-]+ -->\n## projectsync plan of commit aaaaaaa: 📝 changes\n\nPlan: \*\*2 to create/,
    );
    await writeFile(path.join(world.folder, "a.yaml"), projectFile("a", "domains: [a.example.com, b.example.com]\n"));
    await world.plan({ run: 101 });
    expect(world.github.comments).toHaveLength(1);
    expect(world.github.comments[0]?.body).toContain("Plan: **3 to create");
    expect(world.github.writes()).toEqual([COMMENTS, "PATCH /issues/comments/1000"]);
  });

  it.concurrent.each([
    ["always", () => true],
    ["not while the new one is created", (list: number) => list !== 4],
  ])("is created if the list shows one that was deleted: %s", async (_when, isShown) => {
    const ghost = { id: 1, ...WRITTEN_BY_BOT };
    let lists = 0;
    await using world = await open({
      before: (call, comments) => {
        const isList = call.startsWith("GET") && call.includes("issues/7/comments");
        if (isList) lists += 1;
        const others = comments.filter(({ id }) => id !== ghost.id);
        comments.splice(0, comments.length, ...(isList && isShown(lists) ? [{ ...ghost, ...ours() }] : []), ...others);
      },
    });
    expect((await world.plan()).stdout).toContain("Comment on pull request 7: created");
    expect(world.github.writes().filter((call) => call.startsWith("PATCH"))).toHaveLength(1);
  });

  it.concurrent("is found on any page, and only if the token's own author wrote it", async () => {
    const stranger = { number: 7, login: "stranger", body: earlier({ run: { id: 9_999, attempt: 1 } }) };
    const chat = Array.from({ length: 120 }, () => ({ number: 7, login: "octocat", body: "LGTM" }));
    await using world = await open({
      comments: [stranger, ...chat, { number: 7, body: `Quoting:\n${earlier()}` }, ours()],
    });
    await world.plan();
    expect(world.github.writes()).toEqual(["PATCH /issues/comments/123"]);
    const lists = world.github.calls().filter((call) => call.includes("issues/7/"));
    expect([...new Set(lists)]).toEqual([
      LIST,
      "GET /api/v3/repositories/1/issues/7/comments?per_page=50&page=2",
      "GET /api/v3/repositories/1/issues/7/comments?per_page=50&page=3",
    ]);
    expect(world.github.comments[0]?.body).toContain(stranger.body.slice(FIRST_LINE.length));
  });

  it.concurrent("is one per label, files, only and address, whichever workflow the step is in", async () => {
    const label = "a --> b `x` 100%";
    await using world = await startWorld({ files: { ...FILES, "b.yaml": projectFile("b") } });
    const steps = [{ files: "a.yaml" }, { files: "b.yaml" }, { files: "b.yaml", only: "org_1/b" }, { label }];
    for (const inputs of steps) await world.plan({ inputs });
    await world.plan({ run: 101, inputs: { files: "b.yaml", "max-deletes": "1" } });
    await world.plan({ run: 101, inputs: { label } });
    const updates = [1001, 1003].map((id) => `PATCH /issues/comments/${id}`);
    expect(world.github.writes()).toEqual([...steps.map(() => COMMENTS), ...updates]);
    expect(world.github.comments[3]?.body).toMatch(
      /^<!-- projectsync:label=a%20%2D%2D%3E%20b%20%60x%60%20100%25 about=[\w-]+ -->\n## projectsync plan <code>a --&#62; b &#96;x&#96; 100%<\/code> of commit aaaaaaa: /,
    );
  });

  it.concurrent("is written by the user of a personal token, on github.com", async () => {
    const comments = [{ number: 7, login: "github-actions[bot]", body: earlier() }];
    await using world = await open({ prefix: "", login: "octocat", comments });
    await world.plan();
    await world.plan({ run: 101 });
    expect(world.github.writes()).toEqual([COMMENTS, "PATCH /issues/comments/1000"]);
    expect(world.github.seen.map(({ path: at }) => at)).toContain("/graphql");
  });
});

describe("an older run", () => {
  it.concurrent.each([
    ["of a newer run", NEWER],
    ["of a newer attempt", { id: 100, attempt: 2 }],
  ])("does not replace the comment %s", async (_case, run) => {
    await using world = await open({ comments: [ours({ run })] });
    const result = await world.plan();
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain("Comment on pull request 7: left as it is, because a newer run has written it.");
    expect(world.github.writes()).toEqual([]);
  });

  it.concurrent("does not replace a comment that a newer run writes at the same moment", async () => {
    const newer = earlier({ run: NEWER });
    let lists = 0;
    await using world = await open({
      comments: [ours()],
      before: (call, [comment]) => {
        if (call.includes("/issues/7/comments")) lists += 1;
        if (lists === 2 && comment !== undefined) comment.body = newer;
      },
    });
    await world.plan();
    expect(world.github.writes()).toEqual([]);
    expect(bodies(world.github.comments)).toEqual([expect.stringContaining(lastLine({ ...MARKER, run: NEWER }))]);
  });
});

describe("two jobs that create the comment at the same moment", () => {
  const atTheSameMoment = (run: Marker["run"]) => (call: string, comments: StandInComment[]) => {
    if (call.startsWith("POST") && call.endsWith("/issues/7/comments")) {
      comments.push({ id: 999, number: 7, body: earlier({ run }), ...WRITTEN_BY_BOT });
    }
  };

  it.concurrent("leave one: the later deletes its own, after it has updated the other", async () => {
    await using world = await open({ before: atTheSameMoment({ id: 99, attempt: 1 }) });
    await world.plan();
    expect(world.github.writes()).toEqual([COMMENTS, "PATCH /issues/comments/999", "DELETE /issues/comments/1000"]);
    expect(bodies(world.github.comments)).toEqual([expect.stringContaining("2 to create")]);
  });

  it.concurrent("leave that of the newer run", async () => {
    await using world = await open({ before: atTheSameMoment(NEWER) });
    await world.plan();
    expect(world.github.writes()).toEqual([COMMENTS, "DELETE /issues/comments/1000"]);
    expect(bodies(world.github.comments)).toEqual([expect.stringContaining(lastLine({ ...MARKER, run: NEWER }))]);
  });

  // GitHub updates a comment whatever it holds, so runs of the same moment may cross: it may be that of any of them.
  it.concurrent("leave one of three real runs, and the next run leaves its own", async () => {
    await using world = await open();
    const runs = await Promise.all([102, 100, 101].map((run) => world.plan({ run, isSpawned: true })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(bodies(world.github.comments)).toEqual([expect.stringMatching(/Run 10[012], attempt 1/)]);
    await world.plan({ run: 103 });
    expect(bodies(world.github.comments)).toEqual([expect.stringContaining("Run 103, attempt 1")]);
  });
});

describe("a comment that somebody edited or deleted", () => {
  it.concurrent.each([
    ["of an older attempt is replaced", [ours({ run: { id: 100, attempt: 1 } })], []],
    ["that a killed run left twice is cleaned up", [ours(), ours()], ["DELETE /issues/comments/2"]],
    ["whose last line is gone is written again", [{ number: 7, body: `${FIRST_LINE}\r\nmy words` }], []],
  ])("%s", async (_what, comments, more) => {
    await using world = await open({ comments });
    await world.plan({ attempt: 2 });
    expect(world.github.writes()).toEqual(["PATCH /issues/comments/1", ...more]);
    expect(bodies(world.github.comments)).toEqual([expect.stringContaining("2 to create")]);
  });
});

describe("input comment", () => {
  const READY = { service: { seed: { projects: [{ organization_id: "org_1", slug: "a", type: "proxy" as const }] } } };
  const SAME = { "a.yaml": projectFile("a") };

  it.concurrent.each([
    ["changes", [], []],
    ["changes", [ours()], ["PATCH /issues/comments/1"]],
    ["never", [], []],
    ["always", [], [COMMENTS]],
  ])("%s, without changes, after %j", async (comment, comments, writes) => {
    await using world = await startWorld({ files: SAME, ...READY, github: { comments } });
    expect(await world.plan({ inputs: { comment } })).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
    expect(world.github.writes()).toEqual(writes);
    const shown = writes.map(() => expect.stringContaining("✅ no changes"));
    expect(bodies(world.github.comments)).toEqual(shown);
    expect(world.github.calls().length === 0).toBe(comment === "never");
  });

  it.concurrent("changes comments on invalid files", async () => {
    await using world = await startWorld({ files: { "a.yaml": projectFile("a", "  force_htps: true\n") } });
    expect(await world.plan()).toMatchObject({ code: 1 });
    const [body] = bodies(world.github.comments);
    expect(body).toContain("### Errors (1)");
    expect(body).toContain(`<a href="https://github.example/acme/sites/blob/${"c".repeat(40)}/a.yaml#L5">`);
  });
});

describe("events without a comment", () => {
  it.concurrent.each([
    ["schedule", { name: "schedule" }],
    ["merge_group", { name: "merge_group", ref: "refs/heads/gh-readonly-queue/main/pr-7-abc" }],
    ["workflow_dispatch", { name: "workflow_dispatch" }],
    ["a push to another branch", { name: "push", ref: "refs/heads/topic" }],
  ])("%s", async (_case, event) => {
    await using world = await open();
    await world.run(event, { inputs: { "fail-on": "none" } });
    expect(world.github.calls()).toEqual([]);
  });

  it.concurrent("a pull request from a fork, which is said calmly", async () => {
    await using world = await open();
    const result = await world.run(pullEvent("opened", { id: 2, full_name: "stranger/sites" }));
    expect(result).toMatchObject({ code: 0, outputs: { mode: "validate" } });
    expect(result.stdout).toMatch(/^No comment on the pull request: it comes from a fork/m);
    expect(result.stdout).not.toMatch(/^::(?:warning|error)/m);
    expect(world.github.calls()).toEqual([]);
  });
});

describe("if GitHub refuses the comment", () => {
  it.concurrent.each([
    ["read", "plan", "changes", "GitHub answered 403"],
    ["none", "plan", "changes", "GitHub answered 404"],
    ["read", "apply", "applied", "GitHub answered 403"],
  ] as const)(
    "a warning says which permission is missing: %s; the %s succeeds",
    async (permission, mode, result, why) => {
      await using world = await open({ permission });
      const run = await world.plan({ mode });
      expect(run).toMatchObject({ code: 0, stderr: "", outputs: { result } });
      expect(run.stdout).toContain(`::warning::No comment on the pull request: ${why}`);
      expect(run.stdout).toContain('Add "pull-requests: write" to the permissions of this job in the workflow file');
    },
  );

  it.concurrent("the token does not follow a link to another host", async () => {
    await using other = await open();
    const link = `<${other.github.url}/repos/acme/sites/issues/7/comments?page=2>; rel="next"`;
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { "content-type": "application/json", link }).end("[]");
    await using world = await open({ answers: { [LIST.replace("/", "/api/v3/repos/acme/sites/")]: answer } });
    const result = await world.plan();
    expect(result.stdout).toContain("::warning::No comment on the pull request: GitHub's answer links to another host");
    expect(other.github.calls()).toEqual([]);
  });
});
