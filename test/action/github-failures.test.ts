import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { virtualClock } from "../virtual-clock.ts";
import { OPEN, startWorld, type Step } from "./comment-world.ts";
import { pullEvent } from "./events.ts";
import type { StandInComment } from "./github-records.ts";
import { bodyOf, type StandInOptions } from "./github-stand-in.ts";
import { projectFile } from "./service.ts";

const FILES = { "a.yaml": projectFile("a", "domains: [www.example.com]\n") };
const PULL = "GET /pulls/7";
const CREATE = "POST /issues/7/comments";
const LOGIN = "POST /api/graphql";

type Failure = (response: ServerResponse, body: string) => void;
const lost: Failure = (response) => response.destroy();
const answer =
  (status: number, body = "<html>canary-page", headers: Record<string, string> = {}): Failure =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Answers the first calls of one kind with these failures. `early`: runs before each, such as what GitHub does before it loses its answer. */
function failing(route: string, failures: readonly Failure[], early?: (comments: StandInComment[]) => void) {
  const left = [...failures];
  const answers: Record<string, unknown> = {};
  const before: NonNullable<StandInOptions["before"]> = (call, comments) => {
    if (call.replace("/api/v3/repos/acme/sites", "") !== route) return;
    const next = left.shift();
    if (next === undefined) delete answers[call];
    else {
      answers[call] = next;
      early?.(comments);
    }
  };
  return { answers, before };
}

/** Plans pull request 7, without waiting. */
async function plan(github: StandInOptions, step: Step = {}) {
  using clock = virtualClock();
  await using world = await startWorld({ files: FILES, github });
  const start = clock.client.now();
  const result = await world.run(pullEvent(), { clock: clock.client, ...step });
  return { result, waited: clock.client.now() - start, github: world.github, calls: world.github.calls() };
}

const WARNING = "::warning::No comment on the pull request: ";

const after = (status: number, seconds: number): Failure => answer(status, "", { "retry-after": String(seconds) });

describe("an answer of GitHub that fails or is lost", () => {
  it.each<readonly [string, readonly Failure[]]>([
    ["502", [answer(502)]],
    ["500, then 504", [answer(500), answer(504)]],
    ["a broken connection", [lost, lost]],
  ])("is asked for again: %s", async (_case, failures) => {
    const { calls, github } = await plan(failing(PULL, failures));
    expect(calls.filter((call) => call === PULL)).toHaveLength(failures.length + 1);
    expect(github.comments).toHaveLength(1);
  });

  it("is asked for again after the time that GitHub asks for", async () => {
    const { waited, github } = await plan(failing(PULL, [after(503, 7)]));
    expect(waited).toBeGreaterThanOrEqual(7000);
    expect(github.comments).toHaveLength(1);
  });

  const limited = after(429, 40);
  const broken = answer(502, JSON.stringify({ message: "Server Error" }));
  it.each<readonly [string, readonly Failure[], number, number, string]>([
    ["after three times", Array(4).fill(broken), 3, 2000, "GitHub answered 502 (Server Error)."],
    ["if GitHub asks for more than a minute", [after(503, 61)], 1, 0, "GitHub answered 503."],
    [
      "after a minute, whatever its tries are answered",
      [limited, broken, limited, broken, limited],
      3,
      40_000,
      "GitHub's rate limit is used up for 40 more seconds.",
    ],
    ...[400, 401, 404, 422].map(
      (status) => [`: ${status}`, [answer(status)], 1, 0, `GitHub answered ${status}.`] as const,
    ),
  ])("is not asked for again %s", async (_case, failures, calls, least, why) => {
    const run = await plan(failing(PULL, failures));
    expect(run.calls).toEqual(Array(calls).fill(PULL));
    expect(run.waited).toBeGreaterThanOrEqual(least);
    expect(run.waited).toBeLessThan(60_000);
    expect(run.result).toMatchObject({ code: 0, outputs: { result: "changes" } });
    expect(run.result.stdout).toContain(`${WARNING}${why}`);
  });
});

const UPDATE = "PATCH /issues/comments/1000";

/** Creates the comment of run 100, and lets run 101 update it. */
async function update(...failures: readonly [readonly Failure[], ((comments: StandInComment[]) => void)?]) {
  using clock = virtualClock();
  await using world = await startWorld({ files: FILES, github: failing(UPDATE, ...failures) });
  await world.plan();
  const { stdout } = await world.plan({ run: 101, clock: clock.client });
  const [, ...writes] = world.github.writes();
  return { writes, stdout, bodies: world.github.comments.map(({ body }) => body) };
}

describe("a write to GitHub whose answer fails or is lost", () => {
  it.each([
    ["a lost answer and a 502", [lost, answer(502)]],
    ["the time of the rate limit", [after(429, 30)]],
  ])("is sent again: an update after %s", async (_what, failures) => {
    const { writes, bodies } = await update(failures);
    expect(writes).toEqual(Array(failures.length + 1).fill(UPDATE));
    expect(bodies).toEqual([expect.stringContaining("Run 101, attempt 1")]);
  });

  it.each([
    ["lost", lost],
    ["a 502", answer(502)],
    ["the rate limit", after(429, 30)],
  ])("is not sent again over the comment of a newer run: an update after %s", async (_case, failure) => {
    const { writes, stdout } = await update([failure], ([comment]) => {
      if (comment !== undefined) comment.body = comment.body.replace('"id":100', '"id":102');
    });
    expect(writes).toEqual([UPDATE]);
    expect(stdout).toContain("Comment on pull request 7: left as it is, because a newer run has written it.");
  });

  it("is not sent again, and no permission is asked for, if the rate limit is used up for longer: an update", async () => {
    const { writes, stdout } = await update([after(403, 1800)]);
    expect(writes).toEqual([UPDATE]);
    expect(stdout).toMatch(/^::warning::No comment .*: GitHub's rate limit is used up for 1800 more seconds\.$/m);
  });

  it("is sent three times: an update, and the comment says of what commit it is", async () => {
    const { writes, stdout, bodies } = await update(Array(4).fill(answer(502)));
    expect(writes).toEqual([UPDATE, UPDATE, UPDATE]);
    expect(stdout).toContain(`${WARNING}GitHub answered 502.`);
    expect(bodies[0]).toMatch(/^.*\n## projectsync plan of commit aaaaaaa: /);
  });

  it("is sent again: a deletion, which may have been done", async () => {
    const remove = "DELETE /issues/comments/1001";
    const gone = failing(remove, [lost], (comments) => void comments.pop());
    using clock = virtualClock();
    await using world = await startWorld({ files: FILES, github: { ...gone, pulls: [OPEN] } });
    await world.plan();
    const [first] = world.github.comments;
    if (first === undefined) throw new Error("There is no comment.");
    world.github.comments.push({ ...first, id: 1001 });
    const result = await world.plan({ run: 101, clock: clock.client });
    expect(world.github.writes()).toEqual([CREATE, UPDATE, remove, remove]);
    expect(result.stdout).toContain("Comment on pull request 7: updated");
  });

  it.each([
    ["502", answer(502)],
    ["503 with Retry-After", after(503, 1)],
    ["429 with Retry-After", after(429, 1)],
    ["403 with Retry-After", after(403, 0)],
    ["403 with a reset in the past", answer(403, "", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" })],
    ["a broken connection", lost],
  ])("is sent again if no comment was created: %s", async (_case, failure) => {
    const { github, result } = await plan(failing(CREATE, [failure]));
    expect(github.writes()).toEqual([CREATE, CREATE]);
    expect(github.comments).toHaveLength(1);
    expect(result.stdout).toContain("Comment on pull request 7: created");
  });

  it("is not sent again if the comment was created", async () => {
    let comments: StandInComment[] = [];
    const created: Failure = (response, body) => {
      const time = "2026-01-02T03:04:05Z";
      const author = { number: 7, login: "github-actions[bot]" };
      comments.push({ id: 1, ...author, body: bodyOf(body), createdAt: time, updatedAt: time });
      response.writeHead(502).end();
    };
    const { github, result } = await plan(failing(CREATE, [created], (live) => (comments = live)));
    expect(github.writes().filter((write) => write === CREATE)).toHaveLength(1);
    expect(github.comments).toHaveLength(1);
    expect(result.stdout).not.toContain("::warning::");
  });

  it("ends after three: a comment", async () => {
    const { github, result } = await plan(failing(CREATE, Array(3).fill(answer(502))));
    expect(github.writes()).toEqual([CREATE, CREATE, CREATE]);
    expect(result.stdout).toContain(`${WARNING}GitHub answered 502.`);
  });
});

describe("a question in GraphQL, which GitHub answers with 200 also if it fails", () => {
  const used = { "x-ratelimit-remaining": "0" };
  const failed = (message: string, headers: Record<string, string> = {}): Failure =>
    answer(200, JSON.stringify({ data: null, errors: [{ type: "RATE_LIMITED", message }] }), headers);

  it.each([
    ["for a moment", failed("Something went wrong while executing your query.")],
    ["until the rate limit is reset", failed("API rate limit exceeded.", { ...used, "x-ratelimit-reset": "1" })],
    [
      "until the time that GitHub asks for",
      failed("You have exceeded a secondary rate limit.", { "retry-after": "9" }),
    ],
  ])("is asked again: %s", async (_case, failure) => {
    const { calls, github } = await plan(failing(LOGIN, [failure]));
    expect(calls.filter((call) => call === LOGIN)).toHaveLength(2);
    expect(github.comments).toHaveLength(1);
  });

  it("says why it fails", async () => {
    const { result } = await plan(failing(LOGIN, Array(3).fill(failed("Something went wrong."))));
    expect(result.stdout).toContain(`${WARNING}GitHub answered 200 (Something went wrong).`);
    const limited = await plan(failing(LOGIN, [failed("API rate limit exceeded.", { "retry-after": "1800" })]));
    expect(limited.result.stdout).toContain(`${WARNING}GitHub's rate limit is used up for 1800 more seconds.`);
  });
});

describe("GitHub's own message", () => {
  const refused = async (route: string, status: number, body: unknown): Promise<string> =>
    (await plan(failing(route, [answer(status, JSON.stringify(body))]))).result.stdout;
  const invalid = (error: object) => ({ message: "Validation Failed", errors: [error] });

  it.each([
    [
      "why it is refused",
      403,
      { message: "The issue is locked." },
      "403 (The issue is locked). Unless GitHub names another reason, ",
    ],
    ["what is wrong", 422, invalid({ message: "Body is too long" }), "422 (Validation Failed: Body is too long)."],
    ["no code", 422, invalid({ resource: "IssueComment", code: "missing_field" }), "422 (Validation Failed)."],
  ])("says of a comment %s", async (_what, status, body, shown) => {
    expect(await refused(CREATE, status, body)).toContain(`${WARNING}GitHub answered ${shown}`);
  });

  it("is cut, and runs no command", async () => {
    const shown = await refused(LOGIN, 401, { message: `Bad\n::error::pwned${"x".repeat(1000)}` });
    expect(shown).not.toMatch(/^::error::/m);
    expect(shown).not.toContain("x".repeat(201));
  });
});
