import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { MERGE, MERGED, OPEN, startWorld, type Step } from "./comment-world.ts";
import { HEAD, pullEvent } from "./events.ts";
import type { StandInComment } from "./github-records.ts";
import { projectFile } from "./service.ts";

const ONE = projectFile("a", "  description: One\ndomains: [www.example.com]\n");
const TWO = projectFile("a", "  description: Two\ndomains: [www.example.com, new.example.com]\n");
const CHECK: Step = { run: 200, inputs: { "plan-check": "true" } };
type World = Awaited<ReturnType<typeof startWorld>>;

const edit = (world: World, text: string): Promise<void> => writeFile(path.join(world.folder, "a.yaml"), text);

/** A pull request was planned with a comment, and merged. */
async function startMerged(options: Partial<Parameters<typeof startWorld>[0]> = {}): Promise<World> {
  const world = await startWorld({ files: { "a.yaml": ONE }, ...options });
  await world.plan();
  world.merge();
  world.service.writes();
  return world;
}

/** Applies after the merge. Returns what a refusal consists of. */
async function applied(world: World, step: Step) {
  const { code, outputs, stdout } = await world.push(step);
  const [, error = ""] = /^::error::(.*)$/m.exec(stdout) ?? [];
  const { result, changed } = outputs;
  return { code, result, changed, error, why: error, writes: world.service.writes() };
}

/** `why`: what the refusal says of the pull requests. */
const isRefused = (why: string) => ({
  code: 1,
  result: "refused",
  changed: "false",
  error: expect.stringMatching(
    /^Refused: no comment showed these changes: create project org_1\/a, .*\. Review them in a new pull request /,
  ),
  why: expect.stringContaining(why),
  writes: [],
});

describe("plan-check", () => {
  it.concurrent("applies what the comment showed, also if it is run again", async () => {
    await using world = await startMerged();
    expect(await world.push(CHECK)).toMatchObject({ code: 0, outputs: { result: "applied" } });
    expect(await world.push({ ...CHECK, attempt: 2 })).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
  });

  it.concurrent("applies a move that the comment showed among the deletions", async () => {
    const projects = [{ organization_id: "org_1", slug: "old", domains: [{ name: "www.example.com" }] }];
    await using world = await startMerged({
      files: { "a.yaml": ONE, "old.yaml": projectFile("old", "domains: []\n") },
      service: { seed: { projects } },
    });
    const [, deletions = ""] = (world.github.comments[0]?.body ?? "").split("### ");
    expect(deletions).toMatch(/^Deletions \(1\)\n/);
    expect(deletions).toContain(
      "| move domain <code>org&#95;1/a/www<!-- -->.example.com</code> | from org&#95;1/old |",
    );
    expect(await world.push(CHECK)).toMatchObject({ code: 0, outputs: { result: "applied", move: "1" } });
  });

  it.concurrent("applies less than the comment showed", async () => {
    await using world = await startMerged();
    await edit(world, projectFile("a", "  description: One\n"));
    expect(await world.push(CHECK)).toMatchObject({ code: 0, outputs: { result: "applied", create: "1" } });
  });

  it.concurrent("refuses the plan of a pull request that was closed without merging", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    await world.plan();
    world.service.writes();
    world.pulls.splice(0, 1, { ...OPEN, state: "closed" });
    const result = await world.closed({ ...CHECK, mode: "apply" });
    expect(result).toMatchObject({ code: 1, outputs: { result: "refused", changed: "false" } });
    expect(result.stdout).toContain("Pull requests that were read: 7 (closed without merging).");
    expect(world.service.writes()).toEqual([]);
  });

  it.concurrent("refuses what the comment did not show, and lists what is new", async () => {
    await using world = await startMerged();
    await edit(world, TWO);
    const result = await world.push(CHECK);
    expect(result).toMatchObject({
      outputs: { result: "refused", "failure-reason": "plan-changed", changed: "false" },
    });
    expect(result.stdout).toContain(": create project org_1/a, create domain org_1/a/new.example.com. Pull requests");
    expect(result.summary.match(/^- .*This change was not reviewed\.$/gm)).toHaveLength(2);
    expect(world.service.writes()).toEqual([]);
    // The refusal does not count as a review.
    expect(await applied(world, { ...CHECK, attempt: 2 })).toEqual(isRefused("Pull requests that were read: 7."));
  });

  it.concurrent("refuses while another project differs that somebody changed by hand, and applies once that is undone", async () => {
    const projects = [{ organization_id: "org_1", slug: "b", id: "prj_b", description: "Told" }];
    await using world = await startMerged({
      files: { "a.yaml": ONE, "b.yaml": projectFile("b", "  description: Told\n") },
      service: { seed: { projects } },
    });
    const describeByHand = (description: string) =>
      ask(world.service.emulator, "POST /v1/projects/prj_b", { description });
    await describeByHand("Changed");
    world.service.writes();
    expect(await applied(world, CHECK)).toMatchObject({
      result: "refused",
      error: expect.stringContaining("these changes: update project org_1/b."),
      writes: [],
    });
    await describeByHand("Told");
    expect(await world.push({ ...CHECK, attempt: 2 })).toMatchObject({ outputs: { result: "applied" } });
  });

  it.concurrent("refuses the same change to another service", async () => {
    await using other = await startWorld({ files: { "a.yaml": ONE } });
    await using world = await startMerged();
    const inputs = { ...CHECK.inputs, "base-url": other.service.emulator.url };
    const result = await world.push({ ...CHECK, inputs });
    expect(result).toMatchObject({ outputs: { result: "refused" } });
    expect(other.service.writes()).toEqual([]);
  });

  it.concurrent("does not check other modes, and applies no changes without a comment", async () => {
    await using world = await startWorld({
      files: { "a.yaml": projectFile("a") },
      service: { seed: { projects: [{ organization_id: "org_1", slug: "a", type: "proxy" }] } },
    });
    expect(await world.plan(CHECK)).toMatchObject({ code: 0 });
    expect(await world.push(CHECK)).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
  });
});

describe("plan-check believes only the comment that reviewers saw", () => {
  /** Somebody edits the comment. */
  const edited =
    (edit: (comment: StandInComment, all: StandInComment[]) => unknown) =>
    ({ github: { comments } }: World): void =>
      comments.slice(0, 1).forEach((comment) => edit(comment, comments));

  const NO_COMMENT = "no comment of this token with this label, files, only, folder and address";
  const NOT_MERGED = "No pull request was merged into this branch.";
  const read = (why: string): string => `Pull requests that were read: 7 (${why}).`;
  const late = "2026-01-03T00:00:01Z";

  it.concurrent.each<readonly [string, (world: World) => void, string]>([
    ["of the token's own author", edited((comment) => Object.assign(comment, { login: "stranger" })), read(NO_COMMENT)],
    [
      "without a double",
      edited((comment, all) => all.push({ ...comment, id: 2_000 })),
      read("several comments of this step"),
    ],
    [
      "with its last line",
      edited((comment) => (comment.body = comment.body.replace(/\n<!-- projectsync:\{.*/, ""))),
      read("its comment was edited"),
    ],
    [
      "written before the merge",
      edited((comment) => (comment.updatedAt = late)),
      read("its comment was written after the merge"),
    ],
    ["of a merged pull request", ({ pulls }) => void pulls.splice(0, 1, { ...OPEN, mergeCommit: MERGE }), NOT_MERGED],
    [
      "of one that was merged into the same branch",
      ({ pulls }) => void pulls.splice(0, 1, { ...MERGED, base: "release" }),
      NOT_MERGED,
    ],
    [
      "of one that was merged into the same branch, where the forge lists all",
      ({ pulls }) => void pulls.splice(0, 1, { ...MERGED, base: "release", isListedAnyway: true }),
      NOT_MERGED,
    ],
    [
      "whose times are times",
      edited((comment) => (comment.updatedAt = "yesterday")),
      "The comments could not be read: ",
    ],
  ])("%s", async (_case, change, why) => {
    await using world = await startMerged();
    change(world);
    expect(await applied(world, CHECK)).toEqual(isRefused(why));
  });

  it.concurrent.each<readonly [string, Step, string]>([
    ["with the same label", { inputs: { ...CHECK.inputs, label: "other" } }, read(NO_COMMENT)],
    [
      "and refuses if the address of GitHub is not valid",
      { environment: { GITHUB_API_URL: "http://github.example" } },
      "The comments could not be read: ",
    ],
  ])("%s", async (_case, step, why) => {
    await using world = await startMerged();
    expect(await applied(world, { ...CHECK, ...step })).toEqual(isRefused(why));
  });

  it.concurrent.each<readonly [string, readonly Step[]]>([
    ["a plan, not the validation of files", [{ mode: "validate", inputs: { comment: "always" } }]],
    ["it last, not a validation", [{}, { run: 101, mode: "validate" }]],
    ["it last, not a drift", [{}, { run: 101, mode: "drift" }]],
  ])("and that shows %s", async (_what, steps) => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    for (const step of steps) await world.plan(step);
    world.merge();
    expect(await applied(world, CHECK)).toEqual(isRefused(read("its comment does not list its changes")));
  });

  it.concurrent("and refuses if GitHub cannot be asked", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE }, github: { permission: "none" } });
    expect(await applied(world, CHECK)).toEqual(
      isRefused("The comments could not be read: GitHub answered 404 (Not Found)."),
    );
  });

  it.concurrent("and not that of an apply of the same pull request", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    const apply: Step = { mode: "apply", inputs: { "plan-check": "true" } };
    const refused = await world.run(pullEvent(), apply);
    expect(refused).toMatchObject({ outputs: { result: "refused" } });
    expect(await world.run(pullEvent(), { ...apply, attempt: 2 })).toMatchObject({ outputs: { result: "refused" } });
    await world.plan({ run: 101 });
    expect(await world.run(pullEvent(), { ...apply, run: 102 })).toMatchObject({ outputs: { result: "applied" } });
  });
});

describe("the last word on a pull request", () => {
  const body = ({ github }: World): string => github.comments[0]?.body ?? "";

  it.concurrent("says once that it was merged, and keeps the plan", async () => {
    await using world = await startMerged();
    await world.closed({ run: 150 });
    await world.closed({ run: 150, attempt: 2 });
    expect(body(world).match(/Merged\./g)).toHaveLength(1);
    expect(await world.push(CHECK)).toMatchObject({ outputs: { result: "applied" } });
    expect(body(world)).not.toContain("Merged.");
  });

  it.concurrent("is not replaced by the closing, whose run may have the greater number", async () => {
    await using world = await startMerged();
    await world.push({ run: 200 });
    const applied = body(world);
    await world.closed({ run: 201 });
    expect(body(world)).toBe(applied);
  });

  it.concurrent("says that it was closed, until it is opened again", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    await world.plan();
    world.pulls.splice(0, 1, { ...OPEN, state: "closed" });
    world.service.emulator.reset();
    await world.closed({ run: 101 });
    expect(world.service.emulator.requests()).toEqual([]);
    expect(body(world)).toContain("> **Closed without merging. This comment shows the state before that.**");
    world.pulls.splice(0, 1, OPEN);
    await world.run(pullEvent("reopened"), { run: 102 });
    expect(body(world)).not.toContain("Closed without merging");
  });

  it.concurrent("says only that it was merged, of one that was closed before and opened again without a plan", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    await world.plan();
    world.pulls.splice(0, 1, { ...OPEN, state: "closed" });
    await world.closed({ run: 101 });
    world.merge();
    await world.closed({ run: 102 });
    expect(body(world)).toContain("> **Merged. This comment shows the state before the merge.**");
    expect(body(world)).not.toContain("Closed without merging");
  });

  it.concurrent("is not said again of a pull request that was opened again", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    await world.run(pullEvent(), { mode: "apply", run: 100 });
    const attached = body(world);
    const closing = await world.closed({ run: 101, attempt: 2 });
    expect(closing.stdout).toContain("No comment: pull request 7 is open now.");
    expect(body(world)).toBe(attached);
  });

  it.concurrent("is not written by a plan that ends after the merge", async () => {
    await using world = await startMerged();
    const reviewed = body(world);
    await edit(world, TWO);
    const late = await world.plan({ run: 110 });
    expect(late.stdout).toContain("No comment: pull request 7 is closed now.");
    expect(body(world)).toBe(reviewed);
  });

  it.concurrent("is not started: a closed pull request without a comment gets none", async () => {
    await using world = await startWorld({ files: { "a.yaml": ONE } });
    world.merge();
    await world.closed();
    expect(world.github.writes()).toEqual([]);
  });

  it.concurrent("says that an outdated commit was not applied", async () => {
    const newest = [{ ref: "refs/heads/main", object: { sha: "e".repeat(40) } }];
    const answers = { "GET /api/v3/repos/acme/sites/git/matching-refs/heads/main": newest };
    await using world = await startMerged({ github: { answers } });
    await world.push({ run: 200, inputs: { "allow-outdated": "false" } });
    expect(body(world)).toContain("> ⚠️ Not applied, only planned: bbbbbbb is no longer the newest commit of main: ");
    expect([HEAD, MERGE].some((sha) => body(world).includes(`"commit":"${sha}"`))).toBe(true);
  });
});
