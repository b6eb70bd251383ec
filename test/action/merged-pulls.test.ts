import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readMarker } from "../../action/comment/marker.ts";
import { ask } from "../ask.ts";
import { liveProject } from "../live-project.ts";
import { always, on, refused as refusedBy } from "../reconcile/scene.ts";
import { startWorld, type Step } from "./comment-world.ts";
import { event, HEAD, OWN, pullEvent } from "./events.ts";
import type { StandInComment, StandInPull } from "./github-records.ts";
import { projectFile } from "./service.ts";

/*
 * plan-check on a branch into which several pull requests were merged. Only what GitHub keeps goes from one apply to the next: the
 * first test shows it with the bundle, in a process of its own.
 */

const SEED = { projects: ["a", "b", "c"].map((slug) => ({ ...liveProject(slug), description: "old" })) };
/** The commit of the branch with this number. */
const commit = (number: number): string => String(number).padStart(40, "0");
const day = (number: number): string => `2026-01-${String(number).padStart(2, "0")}T00:00:00Z`;

/** A repository whose files declare projects that are live, and what people do in it. */
async function startRepository(answers: Readonly<Record<string, unknown>> = {}) {
  const history = [commit(0)];
  const files = Object.fromEntries(
    ["a", "b", "c"].map((slug) => [`${slug}.yaml`, projectFile(slug, "  description: old\n")]),
  );
  const world = await startWorld({ files, github: { history, answers }, service: { seed: SEED } });
  const { pulls, github, service, folder } = world;
  pulls.splice(0, pulls.length);
  let run = 100;
  const replace = (number: number, pull: Partial<StandInPull>): void => {
    const index = pulls.findIndex((each) => each.number === number);
    const before = pulls[index];
    pulls.splice(index < 0 ? pulls.length : index, 1, { number, head: HEAD, ...before, ...pull });
  };
  /** Edits the files of the checkout, which are those of the branch or of a pull request. */
  const write = async (descriptions: Readonly<Record<string, string>>): Promise<void> => {
    for (const [slug, description] of Object.entries(descriptions)) {
      await writeFile(path.join(folder, `${slug}.yaml`), projectFile(slug, `  description: ${description}\n`));
    }
  };
  /** Opens a pull request, or pushes to it: it is planned with a comment. */
  const plan = (number: number, step: Step = {}) => {
    replace(number, { state: "open" });
    run += 1;
    return world.run(pullEvent("synchronize", OWN, number), { run, ...step });
  };
  /** Merges a pull request as the next commit of the branch, on the next day. */
  const merge = (number: number, more: Partial<StandInPull> = {}): void => {
    history.push(commit(history.length));
    const mergedAt = day(history.length + 2);
    replace(number, { state: "closed", mergedAt, mergeCommit: history.at(-1) ?? "", ...more });
  };
  return {
    ...world,
    history,
    replace,
    write,
    plan,
    merge,
    /** A pull request from its first commit to its merge. */
    review: async (number: number, descriptions: Readonly<Record<string, string>>, more: Partial<StandInPull> = {}) => {
      await write(descriptions);
      await plan(number);
      merge(number, more);
    },
    commentOn: (number: number): StandInComment => {
      const comment = github.comments.find((each) => each.number === number);
      if (comment === undefined) throw new Error(`There is no comment on ${number}.`);
      return comment;
    },
    /** Pushes a commit without a pull request. */
    push: () => void history.push(commit(history.length)),
    /** Applies a commit with plan-check. Default: the newest. Returns the result, what was refused and why, and what was written. */
    apply: async ({ inputs, ...step }: Step = {}, sha = history.at(-1) ?? "") => {
      service.writes();
      run += 1;
      const { outputs, stdout } = await world.push({
        run,
        inputs: { "plan-check": "true", ...inputs },
        environment: { GITHUB_SHA: sha },
        ...step,
      });
      const [, refused = "", why = ""] =
        /^::error::Refused: no comment showed these changes: (.*?)\. (.*) Review them /m.exec(stdout) ?? [];
      return { result: outputs["result"], refused, why, writes: service.writes().toSorted() };
    },
    /** Somebody changes a description in the service. */
    changeByHand: (slug: string, description: string) =>
      ask(service.emulator, `POST /v1/projects/prj_${slug}`, { description }),
  };
}

const applied = (...slugs: readonly string[]) => ({
  result: "applied",
  refused: "",
  why: "",
  writes: slugs.map((slug) => `POST /v1/projects/prj_${slug}`),
});
const refused = (slug: string, why: string) => ({
  result: "refused",
  refused: `update project org_1/${slug}`,
  why,
  writes: [],
});

describe("plan-check accepts what was shown on", () => {
  it.concurrent("a group of two, which a merge queue merges at once", async () => {
    await using repository = await startRepository();
    await repository.write({ a: "new" });
    await repository.plan(7);
    await repository.write({ a: "old", b: "new" });
    await repository.plan(8);
    repository.merge(7);
    repository.merge(8, { mergedAt: day(4) });
    await repository.write({ a: "new" });
    expect(await repository.apply({ isSpawned: true })).toEqual(applied("a", "b"));
    for (const number of [7, 8]) {
      const { body } = repository.commentOn(number);
      expect(body).toContain("## projectsync apply of commit aaaaaaa: ✅ applied");
      expect(readMarker(body)).toMatchObject({ stage: "applied", isComplete: true });
    }
  });

  it.concurrent("a pull request, if the same object was shown again on the next", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "first" });
    await repository.review(8, { a: "second" });
    // Only the newest comment about an object counts.
    await repository.write({ a: "first" });
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 8, 7."));
    await repository.write({ a: "second" });
    expect(await repository.apply()).toEqual(applied("a"));
  });

  it.concurrent("a pull request, in a run again after a part of it failed", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new", b: "new" });
    const faults = [on("POST /v1/projects/prj_b", refusedBy(400, "invalid_request_error"), always)];
    repository.service.emulator.setFaults({ faults });
    expect(await repository.apply({ run: 200 })).toMatchObject({ result: "partial" });
    expect(readMarker(repository.commentOn(7).body)).toMatchObject({ isComplete: false });
    repository.service.emulator.setFaults({ faults: [] });
    // The change that was made does not count again, after somebody has put the old value back.
    await repository.changeByHand("a", "old");
    const why = "Pull requests that were read: 7.";
    expect(await repository.apply({ run: 200, attempt: 2 })).toEqual(refused("a", why));
    await repository.changeByHand("a", "new");
    expect(await repository.apply({ run: 200, attempt: 3 })).toEqual(applied("b"));
  });

  it.concurrent("a pull request, at the next merge after its apply failed", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    await repository.write({ c: "not reviewed" });
    repository.push();
    expect(await repository.apply()).toEqual(refused("c", "Pull requests that were read: 7."));
    await repository.review(8, { b: "new", c: "old" });
    expect(await repository.apply()).toEqual(applied("a", "b"));
  });

  it.concurrent("a stacked one: the one that was merged into the branch", async () => {
    await using repository = await startRepository();
    await repository.write({ b: "stacked" });
    await repository.plan(8);
    repository.replace(8, { state: "closed", base: "topic", mergedAt: day(2), mergeCommit: "e".repeat(40) });
    await repository.review(7, { a: "new" });
    expect(await repository.apply()).toEqual(applied("a", "b"));
  });

  it.concurrent("a pull request that is not on the first page, by a comment that is not", async () => {
    await using repository = await startRepository();
    for (let id = 1; id <= 60; id += 1) {
      const written = { createdAt: day(1), updatedAt: day(1), login: "octocat" };
      repository.github.comments.push({ id, number: 7, body: `Comment ${id}`, ...written });
      repository.replace(100 + id, { state: "closed", updatedAt: day(30) });
    }
    await repository.review(7, { a: "new" });
    expect(await repository.apply()).toEqual(applied("a"));
    expect(repository.github.calls()).toContainEqual(expect.stringMatching(/pulls\?state=closed&base=main&.*&page=2$/));
    expect(repository.github.calls()).toContainEqual(expect.stringMatching(/issues\/7\/comments\?.*page=2$/));
  });
});

describe("plan-check does not accept", () => {
  it.concurrent("a revert, nor what was applied before it", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    expect(await repository.apply()).toEqual(applied("a"));
    await repository.write({ a: "old" });
    repository.push();
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 7 (applied)."));
    // Shown, merged and applied, the revert is fine. Then the first change is a new one.
    await repository.plan(8);
    repository.merge(8);
    expect(await repository.apply()).toEqual(applied("a"));
    await repository.write({ a: "new" });
    repository.push();
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 8 (applied)."));
  });

  it.concurrent("what an apply without plan-check has made, and somebody has changed by hand", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    expect(await repository.apply({ inputs: { "plan-check": "false" } })).toEqual(applied("a"));
    await repository.changeByHand("a", "old");
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 7 (applied)."));
  });

  it.concurrent("what was left over when an apply found nothing more to do", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    await repository.write({ a: "old" });
    repository.push();
    expect(await repository.apply()).toMatchObject({ result: "no-changes" });
    await repository.write({ a: "new" });
    repository.push();
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 7 (applied)."));
  });

  it.concurrent("a comment that another workflow writes after the merge, to say that it was applied", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    const comment = repository.commentOn(7);
    const body = comment.body.replace('"stage":"plan"', '"stage":"applied"');
    Object.assign(comment, { createdAt: day(20), updatedAt: day(20), body });
    const why = "Pull requests that were read: 7 (its comment was written after the merge).";
    expect(await repository.apply()).toEqual(refused("a", why));
  });

  it.concurrent("what was shown on another commit than the merged one, beside what counts", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" }, { head: "d".repeat(40) });
    await repository.review(8, { a: "old", b: "new" });
    await repository.write({ a: "new" });
    const why = "Pull requests that were read: 8, 7 (its comment is about commit aaaaaaa, not ddddddd).";
    expect(await repository.apply()).toEqual(refused("a", why));
  });

  it.concurrent("what was merged into the branch, and then removed from it", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" }, { mergeCommit: "f".repeat(40) });
    const why = "Pull requests that were read: 7 (merged, but not into this commit).";
    expect(await repository.apply()).toEqual(refused("a", why));
  });

  it.concurrent("what an earlier comment showed of an object, if a later one had no room for it", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    await repository.review(8, { a: "long ".repeat(300) });
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 8, 7."));
    await repository.write({ a: "new" });
    expect(await repository.apply()).toEqual(refused("a", "Pull requests that were read: 8, 7."));
  });

  it.concurrent("a run for a tag, and says so", async () => {
    await using repository = await startRepository();
    await repository.review(7, { a: "new" });
    const release = event("release", { release: {} }, "refs/tags/v1");
    const inputs = { "plan-check": "true" };
    const { stdout } = await repository.run(release, { run: 200, mode: "apply", inputs });
    expect(stdout).toContain(" update project org_1/a. This run is for refs/tags/v1, which is not a branch. ");
  });

  it.concurrent("what was merged after the commit", async () => {
    await using repository = await startRepository();
    repository.push();
    const before = repository.history.at(-1);
    await repository.review(7, { a: "new" });
    const why = "Pull requests that were read: 7 (merged, but not into this commit).";
    expect(await repository.apply({}, before)).toEqual(refused("a", why));
    expect(readMarker(repository.commentOn(7).body)).toMatchObject({ stage: "plan" });
  });
});

describe("the comments after an apply", () => {
  const failing = (status: number) => (response: ServerResponse) => response.writeHead(status).end("{}");
  const patch = "PATCH /api/v3/repos/acme/sites/issues/comments/1001";

  it.concurrent.each([
    ["all, although GitHub fails for one", 422, ["applied", "plan"]],
    ["none after GitHub refuses one", 403, ["plan", "plan"]],
  ])("are updated: %s", async (_what, status, stages) => {
    await using repository = await startRepository({ [patch]: failing(status) });
    await repository.review(7, { a: "new" });
    await repository.review(8, { b: "new" });
    expect(await repository.apply()).toEqual(applied("a", "b"));
    expect(repository.github.comments.map(({ body }) => readMarker(body)?.stage)).toEqual(stages);
  });
});

describe("the search for pull requests", () => {
  it.concurrent("ends at the last complete apply", async () => {
    await using repository = await startRepository();
    for (const number of [7, 8]) {
      await repository.review(number, { a: `of ${number}` });
      expect(await repository.apply()).toEqual(applied("a"));
    }
    await repository.review(9, { b: "new" });
    repository.github.seen.splice(0);
    expect(await repository.apply()).toEqual(applied("b"));
    const read = repository.github.calls().filter((call) => /^GET \/issues\/\d+\/comments/.test(call));
    expect(new Set(read)).toEqual(new Set([9, 8].map((number) => `GET /issues/${number}/comments?per_page=50`)));
    expect(repository.github.writes()).toEqual([expect.stringMatching(/^PATCH /)]);
  });
});
