import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lastLine, type Marker } from "../../action/comment/marker.ts";
import { liveProject } from "../live-project.ts";
import { FIRST_LINE, startWorld, type Step } from "./comment-world.ts";
import { event, OWN } from "./events.ts";
import type { StandInOptions } from "./github-stand-in.ts";
import { projectFile } from "./service.ts";

const SITE = projectFile("site", "  description: Declared\ndomains: [www.example.com]\n");
const SCHEDULE = event("schedule");
const seed = { projects: [{ ...liveProject("site", ["www.example.com"]), description: "Live text" }] };
const MARKER: Marker = {
  stage: "plan",
  run: { id: 50, attempt: 1 },
  commit: "d".repeat(40),
  changes: null,
  isComplete: false,
};
const bodyOf = (marker: Partial<Marker> = {}): string =>
  `${FIRST_LINE}\n## projectsync drift: old\n\nOld\n\n${lastLine({ ...MARKER, ...marker })}\n`;

/** A site whose setting was changed by hand, at a GitHub of this kind. */
async function open(github: StandInOptions = {}, file = SITE) {
  const world = await startWorld({ files: { "a.yaml": file }, github, service: { seed } });
  return {
    ...world,
    drift: ({ inputs = {}, ...step }: Step = {}) =>
      world.run(SCHEDULE, { ...step, inputs: { "on-drift": "issue", ...inputs } }),
    /** Declares what is live. */
    repair: () => writeFile(path.join(world.folder, "a.yaml"), projectFile("site", "domains: [www.example.com]\n")),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe("the issue of a drift", () => {
  it.concurrent("is opened, updated in place, and closed when the drift is gone", async () => {
    await using world = await open();
    const first = await world.drift();
    expect(first).toMatchObject({ code: 1, stderr: "", outputs: { mode: "drift", result: "drift" } });
    expect(first.stdout).toContain("Drift issue 8: created");
    const { issues } = world.github.repo;
    expect(issues).toMatchObject([{ title: "projectsync: the service differs from the files", state: "open" }]);
    expect(issues[0]?.body).toMatch(
      /^<!-- projectsync:label=projectsync about=[\w-]+ -->\n## projectsync drift of commit ccccccc: ⚠️ drift\n\nDrift: \*\*1 to update/,
    );
    expect(issues[0]?.body).toContain("| update project <code>org&#95;1/site</code> | description |");
    expect(issues[0]?.body).toContain("Run 100, attempt 1</a>");
    await writeFile(path.join(world.folder, "a.yaml"), SITE.replace("www.", "new."));
    expect((await world.drift({ run: 101 })).stdout).toContain("Drift issue 8: updated");
    expect(world.github.repo.issues).toMatchObject([
      { body: expect.stringContaining("Drift: **1 to create, 1 to upd") },
    ]);
    await world.repair();
    expect(await world.drift({ run: 102 })).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
    expect(world.github.repo.issues).toMatchObject([
      {
        state: "closed",
        state_reason: "completed",
        body: expect.stringMatching(/⚠️ drift\n\n> \*\*The drift is gone\./),
      },
    ]);
    expect(world.github.writes()).toEqual(["POST /issues", "PATCH /issues/8", "PATCH /issues/8"]);
    await world.drift({ run: 103 });
    expect(world.github.writes()).toHaveLength(3);
  });

  it.concurrent("is not written by default, in another mode, or by a plan of a scheduled run", async () => {
    await using world = await open();
    await world.drift({ inputs: { "on-drift": "" } });
    await world.plan({ inputs: { "on-drift": "issue", comment: "never" } });
    expect(world.github.calls()).not.toContainEqual(expect.stringMatching(/issues\?/));
    expect(await world.drift({ mode: "plan" })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Input on-drift is only for mode drift."),
    });
  });

  it.concurrent("has a label in its title, without what GitHub could read as markup", async () => {
    await using world = await open();
    await world.drift({ inputs: { label: "@octocat <b>#1</b> sité" } });
    expect(world.github.repo.issues).toMatchObject([
      { title: "projectsync octocat b 1 b sit: the service differs from the files" },
    ]);
  });

  it.concurrent("shows no value: neither a live one, nor that of a variable or a secret", async () => {
    const file = projectFile(
      "site",
      "  description: { env: ABOUT }\n  cookie_name: { secret: COOKIE }\ndomains: [www.example.com]\n",
    );
    await using world = await open({}, file);
    const environment = { ABOUT: "value-of-about", COOKIE: "secret-cookie-8812" };
    await world.drift({ environment, inputs: { "allow-env": "ABOUT,COOKIE" } });
    const [issue] = world.github.repo.issues;
    expect(issue?.body).toContain("description");
    expect(issue?.body).not.toMatch(/value-of-about|secret-cookie|Live/);
  });

  it.concurrent("is that of the token's own author, not a pull request, and of this step", async () => {
    const others = [
      { number: 1, body: bodyOf(), login: "stranger" },
      { number: 2, body: bodyOf().replace(FIRST_LINE, "<!-- projectsync:label=other about=x -->") },
      { number: 3, body: bodyOf(), state: "closed" },
    ] as const;
    const pulls = [{ number: 4, head: "a".repeat(40), body: bodyOf(), login: "github-actions[bot]" }];
    await using world = await open({ issues: others, pulls });
    await world.drift();
    expect(world.github.writes()).toEqual(["POST /issues"]);
  });

  it.concurrent("is closed if it is a duplicate", async () => {
    const issues = [1, 2].map((number) => ({ number, body: bodyOf() }));
    await using world = await open({ issues });
    await world.drift();
    expect(world.github.repo.issues).toMatchObject([
      { number: 1, state: "open" },
      { number: 2, state: "closed", state_reason: "not_planned" },
    ]);
  });

  it.concurrent("is left as a newer run wrote it, also if the drift is gone", async () => {
    const issues = [{ number: 1, body: bodyOf({ run: { id: 200, attempt: 1 } }) }];
    await using world = await open({ issues });
    expect((await world.drift()).stdout).toContain("Drift issue 1: left as it is, because a newer run has written it.");
    await world.repair();
    await world.drift();
    expect(world.github.writes()).toEqual([]);
  });

  it.concurrent.each([
    ["the service fails", {}, { token: "" }, "failed"],
    ["a file is not valid", { "a.yaml": "version: 1\nproject: {}\n" }, {}, "invalid"],
    ["a project is blocked", { "a.yaml": projectFile("none", "  must_exist: true\n") }, {}, "blocked"],
    [
      "a variable is not set",
      { "a.yaml": projectFile("site", "  description: { env: NOT_SET }\ndomains: [www.example.com]\n") },
      { "fail-on": "drift", "allow-env": "NOT_SET" },
      "no-changes",
    ],
  ])("is left as it is if %s", async (_why, files, inputs, result) => {
    await using world = await open({ issues: [{ number: 1, body: bodyOf() }] });
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(world.folder, name), text);
    const run = await world.drift({ inputs });
    expect(run.outputs).toMatchObject({ result });
    expect(world.github.writes()).toEqual([]);
    expect(world.github.repo.issues).toMatchObject([{ state: "open" }]);
  });

  it.concurrent.each([
    ["refs/heads/topic", "this run is for refs/heads/topic"],
    ["refs/tags/v1", "this run is for refs/tags/v1"],
  ])("is left as it is by a run for %s", async (ref, why) => {
    await using world = await open();
    const topic = event("workflow_run", { workflow_run: { event: "push", head_repository: OWN } }, ref);
    const { stdout } = await world.run(topic, { mode: "drift", inputs: { "on-drift": "issue" } });
    expect(stdout).toContain(`Drift issue: left as it is, because ${why}, not for the default branch.`);
    expect(world.github.writes()).toEqual([]);
  });

  it.concurrent("does not change the result of the run if GitHub refuses it", async () => {
    const refused = (response: ServerResponse): void => {
      response.writeHead(403).end(JSON.stringify({ message: "Resource not accessible by integration" }));
    };
    await using world = await open({ answers: { "POST /api/v3/repos/acme/sites/issues": refused } });
    const run = await world.drift({ inputs: { "fail-on": "none" } });
    expect(run).toMatchObject({ code: 0, outputs: { result: "drift" } });
    expect(run.stdout).toContain(
      "::warning::No drift issue: GitHub answered 403 (Resource not accessible by integration). ",
    );
    expect(run.stdout).toContain('Add "issues: write" to the permissions of this job');
  });

  it.concurrent("has room for many objects, and escapes names", async () => {
    const domains = Array.from({ length: 3_000 }, (_, index) => `d${index}.${"x".repeat(40)}.example.com`);
    await using world = await open({}, projectFile("site", `domains: [${domains.join(", ")}]\n`));
    await world.drift();
    expect(Buffer.byteLength(world.github.repo.issues[0]?.body ?? "")).toBeLessThan(65_536);
  });
});
