import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { virtualClock } from "../virtual-clock.ts";
import { event as eventNamed, OWN, pullEvent } from "./events.ts";
import type { StandInPull } from "./github-records.ts";
import { startGitHub, type StandInOptions } from "./github-stand-in.ts";
import type { ActionRun } from "./run-action.ts";
import { play as playFiles, projectFile } from "./service.ts";

const NOW = "Tue, 24 Nov 2026 12:00:00 GMT";
const LONG_AGO = "2026-11-20T08:00:00Z";
const FILE = projectFile("site", 'domains: [www.example.com]\nignore: { domains: ["pr-*.preview.example.com"] }\n');
const host = (number: number): string => `pr-${number}.preview.example.com`;
const seedOf = (numbers: readonly number[]) => ({
  projects: [liveProject("site", ["www.example.com", ...numbers.map(host)])],
});
const closed = (number: number, closedAt = LONG_AGO): StandInPull => ({ number, head: "a", state: "closed", closedAt });
const pullPath = (number: number): string => `/api/v3/repos/acme/sites/pulls/${number}`;

interface Case {
  readonly numbers?: readonly number[];
  readonly github?: StandInOptions;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly event?: ActionRun["event"];
  /** By how many milliseconds the runner's clock is ahead. */
  readonly ahead?: number;
}

/** Sweeps host names with these numbers, with a stand-in of GitHub. */
async function play({
  numbers = [7],
  github: answers = {},
  inputs = {},
  environment = {},
  event = eventNamed("schedule"),
  ahead = 0,
}: Case) {
  using clock = virtualClock();
  await using github = await startGitHub({ date: NOW, ...answers });
  const result = await playFiles(
    { "site.yaml": FILE },
    {
      event,
      service: { seed: seedOf(numbers) },
      mode: "sweep",
      clock: { ...clock.client, now: () => clock.client.now() + ahead },
      inputs: {
        "github-token": "canary-github-token",
        "sweep-domains": "pr-{number}.preview.example.com",
        "allow-outdated": "true",
        ...inputs,
      },
      environment: { GITHUB_API_URL: github.url, ...environment },
    },
  );
  return { ...result, calls: github.calls() };
}

const KEPT = { code: 0, writes: [], outputs: { mode: "sweep", result: "no-changes", unmanaged: "1", delete: "0" } };
const BLIND = { code: 1, writes: [], outputs: { mode: "sweep", result: "blocked", blocked: "1", delete: "0" } };

describe("a sweep asks GitHub for the very pull request, and removes its host name", () => {
  it("if it was closed for longer than a day", async () => {
    const result = await play({ numbers: [7, 8], github: { pulls: [closed(7), { number: 8, head: "a" }] } });
    expect(result).toMatchObject({
      code: 0,
      writes: [`DELETE /v1/projects/prj_site/domains/${host(7)}`],
      calls: ["GET /pulls/7", "GET /pulls/8"],
      outputs: { mode: "sweep", result: "applied", delete: "1", unmanaged: "1", changed: "true", outdated: "false" },
    });
    expect(result.stdout).toContain(`Pull request 7 was closed at ${LONG_AGO}.`);
    expect(result.stdout).toContain("Kept: pull request 8 is open.");
    expect(result.summary).toContain(`/site/${host(8)}</code>: Kept: pull request 8 is open.`);
  });

  it.each([
    ["longer ago than the hours of the input", "2026-11-24T09:59:59Z", "2", 1],
    ["exactly so long ago", "2026-11-24T10:00:00Z", "2", 0],
    ["less long ago", "2026-11-24T11:00:00Z", "2", 0],
    ["in the future", "2027-01-01T00:00:00Z", "1", 0],
    ["in another time zone, less long ago", "2026-11-24T12:30:00+02:00", "2", 0],
  ])("if it was closed %s: %s", async (_case, closedAt, hours, removed) => {
    const { writes, outputs } = await play({
      github: { pulls: [closed(7, closedAt)] },
      inputs: { "sweep-after-hours": hours },
    });
    expect({ writes: writes.length, delete: outputs["delete"] }).toEqual({ writes: removed, delete: String(removed) });
  });

  it("by GitHub's clock, whatever that of the runner says", async () => {
    const hourAgo = new Date(Date.parse(NOW) - 3_600_000).toISOString();
    expect(await play({ github: { pulls: [closed(7, hourAgo)] }, ahead: 400 * 24 * 3_600_000 })).toMatchObject(KEPT);
  });
});

describe("a sweep keeps a host name", () => {
  it.each<[string, StandInOptions, RegExp]>([
    ["whose pull request was reopened", { pulls: [{ ...closed(7), state: "open" }] }, /pull request 7 is open/],
    ["whose number is that of an issue, or of nothing", { pulls: [] }, /Kept: acme\/sites has no pull request 7\./],
    [
      "whose pull request is in another repository",
      { pulls: [{ ...closed(7), repository: "acme/other" }] },
      /Kept: GitHub's answer is about pull request 7 of acme\/other\./,
    ],
    [
      "for which GitHub shows another pull request",
      {
        answers: {
          [pullPath(7)]: { number: 8, state: "closed", closed_at: LONG_AGO, base: { repo: OWN } },
        },
      },
      /Kept: GitHub's answer is about pull request 8 of acme\/sites\./,
    ],
    [
      "that GitHub redirects to another repository",
      {
        answers: {
          [pullPath(7)]: (response: ServerResponse) =>
            response.writeHead(301, { location: "/api/v3/repositories/2/pulls/7" }).end("{}"),
        },
      },
      /Kept: acme\/sites has no pull request 7\./,
    ],
  ])("%s", async (_case, github, reason) => {
    const result = await play({ github });
    expect(result).toMatchObject(KEPT);
    expect(result.stdout).toMatch(reason);
    expect(result.summary).toMatch(/Kept:/);
  });

  const fails = (status: number, headers = {}, body = { message: "Go away" }) => ({
    answers: {
      [pullPath(7)]: (response: ServerResponse) => response.writeHead(status, headers).end(JSON.stringify(body)),
    },
  });
  it.each<[string, StandInOptions, RegExp]>([
    ["403", fails(403), /GitHub answered 403 \(Go away\)\. Add pull-requests: read/],
    ["401", fails(401), /GitHub answered 401/],
    ["404 to a token that sees no pull request", { permission: "none" }, /GitHub answered 404 \(Not Found\)\. Add/],
    ["503", fails(503), /GitHub answered 503/],
    ["429 for an hour", fails(429, { "retry-after": "3600" }), /rate limit is used up/],
    ["what is no pull request", { answers: { [pullPath(7)]: { number: 7 } } }, /GitHub's answer is not a pull request/],
    ["what is not JSON", { answers: { [pullPath(7)]: "<html>" } }, /GitHub's answer is not JSON/],
    ["no time", { pulls: [closed(7)], date: "" }, /GitHub does not say since when/],
    ["a time in no form of HTTP", { pulls: [closed(7)], date: "2099" }, /GitHub does not say since when/],
    ["no time of the closing", { pulls: [{ number: 7, head: "a", state: "closed" }] }, /does not say since when/],
  ])("and fails if GitHub answers %s", async (_case, github, reason) => {
    const result = await play({ github });
    expect(result).toMatchObject(BLIND);
    expect(result.stdout).toMatch(/It is not known whether pull request 7 is closed/);
    expect(result.stdout).toMatch(reason);
  });

  it("and fails without a token for GitHub, but removes what is known to be over", async () => {
    expect(await play({ inputs: { "github-token": "" } })).toMatchObject(BLIND);
    const partly = await play({ numbers: [7, 8], github: { ...fails(503), pulls: [closed(8)] } });
    expect(partly).toMatchObject({
      code: 1,
      outputs: { result: "partial" },
      writes: [`DELETE /v1/projects/prj_site/domains/${host(8)}`],
    });
  });
});

describe("a sweep in a workflow", () => {
  it("only shows in a dry run what it would remove", async () => {
    const result = await play({ github: { pulls: [closed(7)] }, inputs: { "dry-run": "true" } });
    expect(result).toMatchObject({ code: 0, writes: [], outputs: { mode: "sweep", result: "changes", delete: "1" } });
  });

  it("only shows what it would remove for an outdated commit", async () => {
    const branch = "/api/v3/repos/acme/sites/git/matching-refs/heads/main";
    const github = { pulls: [closed(7)], answers: { [branch]: [] } };
    const inputs = { "allow-outdated": "false" };
    const result = await play({ github, inputs, environment: { GITHUB_SHA: "a".repeat(40) } });
    expect(result).toMatchObject({ code: 0, writes: [], outputs: { mode: "sweep", outdated: "true", delete: "1" } });
    const why = "Not swept, only a dry run: the branch main does not exist any more. To sweep anyway, set";
    expect(result.summary).toContain(why);
  });

  it("writes no comment, also for a pull request", async () => {
    const result = await play({
      event: pullEvent("synchronize", OWN, 8),
      github: { pulls: [closed(7), { number: 8, head: "a" }] },
      inputs: { comment: "always" },
      environment: { GITHUB_RUN_ID: "1", GITHUB_RUN_ATTEMPT: "1" },
    });
    expect(result).toMatchObject({ code: 0, calls: ["GET /pulls/7"], outputs: { result: "applied" } });
  });
});

describe("inputs of a sweep", () => {
  it.each([
    [{ "sweep-domains": "" }, /Input sweep-domains is required with mode sweep/],
    [{ "sweep-domains": "pr-*.example.com" }, /Input sweep-domains must be a host name with \{number\} once/],
    [{ "sweep-after-hours": "0" }, /Input sweep-after-hours must be a whole number of hours from 1 to 8760/],
    [{ "sweep-after-hours": "1d" }, /Input sweep-after-hours must be/],
    [{ "dry-run": "yes" }, /Input dry-run must be one of true, false/],
    [{ mode: "apply" }, /Input sweep-domains is only for mode sweep/],
    [{ mode: "plan", "sweep-domains": "", "dry-run": "true" }, /Input dry-run is only for mode sweep\. Use mode plan/],
    [{ only: "org_1/site" }, /Input only is not possible with mode sweep/],
    [{ "plan-check": "true" }, /Input plan-check is not possible with mode sweep/],
    [{ engine: "pulumi", stack: "dev" }, /Mode sweep is not possible with engine pulumi/],
  ])("are refused: %j", async (inputs, message) => {
    const result = await play({ inputs });
    expect(result).toMatchObject({ code: 1, writes: [], calls: [], outputs: { "failure-reason": "bad-input" } });
    expect(result.summary).toMatch(message);
  });
});
