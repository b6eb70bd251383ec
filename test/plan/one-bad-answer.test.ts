import { describe, expect, it } from "vitest";
import type { Fault } from "../../emulator/faults/schedule.ts";
import { between, refusesProjects } from "../habit.ts";
import { always, answered, on, refused } from "../reconcile/scene.ts";
import { changesOf, itemOf, startWith, startWorld } from "../sync/world.ts";

/* An answer that cannot be used blocks the project that it concerns. Everything else is planned and applied. */

const file = (slug: string, rest = "", organization = "org_1") =>
  `version: 1\nproject: { organization_id: ${organization}, slug: ${slug}, cache: true }\n${rest}`;
const SEED = {
  projects: [
    { organization_id: "org_1", slug: "bad", domains: [{ name: "www.example.com" }] },
    { organization_id: "org_1", slug: "good" },
    { organization_id: "org_2", slug: "other" },
  ],
};
const DOMAINS = "domains: [www.example.com]\n";

const READ = "GET /v1/projects/prj_1/domains";

const FAULTS: readonly (readonly [string, Fault])[] = [
  ...[500, 400, 403, 409, 422].map((status) => [String(status), refused(status)] as const),
  ["a record without a name", answered({ object: "list", data: [{ object: "domain" }] })],
  ["an HTML page's text", answered("<html>")],
];

describe.each(FAULTS)("a project whose domains are answered with %s", (_case, fault) => {
  it("is blocked with the reason, and the others are applied", async () => {
    await using world = await startWorld({ seed: SEED, faults: { faults: [on(READ, fault, always)] } });
    await world.write({ "bad.yaml": file("bad", DOMAINS), "good.yaml": file("good"), "new.yaml": file("new") });
    const report = await world.run("apply");
    expect(itemOf(report, "org_1/bad")).toMatchObject({
      action: "blocked",
      reason: expect.stringContaining(`${READ}: `),
    });
    expect(report.applied?.counts.done).toBe(2);
    expect(report.result).toBe("partial");
    expect(world.writes()).not.toContain("POST /v1/projects/prj_1");
  });
});

describe("an organization whose projects cannot be listed", () => {
  const start = () => startWorld({ seed: SEED, between: between(refusesProjects("org_1", 500, "internal")) });

  it("has all of its projects blocked, and others are applied", async () => {
    await using world = await start();
    await world.write({
      "a.yaml": file("bad"),
      "b.yaml": file("good"),
      "c.yaml": file("other", "", "org_2"),
      "d.yaml": file("bad", "", "org_1").replace("bad", "pinned, id: prj_2"),
    });
    const report = await world.run("plan");
    expect(changesOf(report)).toEqual([
      "blocked project org_1/bad",
      "blocked project org_1/good",
      "blocked project org_1/pinned",
      "update project org_2/other",
    ]);
    expect(itemOf(report, "org_1/bad").reason).toContain("so it is");
  });

  it("fails the run if nothing else could be read", async () => {
    await using world = await start();
    await world.write({ "a.yaml": file("bad"), "b.yaml": file("good") });
    expect(await world.run("apply")).toMatchObject({ result: "failed", error: expect.stringContaining("so it is") });
  });
});

describe("a record in the list of projects", () => {
  const listing = (...data: readonly unknown[]) => answered({ object: "list", data, has_more: false });
  const bad = { id: "prj_1", organization_id: "org_1", slug: "bad" };
  const good = { id: "prj_2", organization_id: "org_1", slug: "good" };
  const files = { "bad.yaml": file("bad"), "good.yaml": file("good"), "new.yaml": file("new") };
  const plan = async (list: Fault) => {
    const faults = [on("GET /v1/projects", list, always)];
    await using world = await startWith(files, { seed: SEED, faults: { faults } });
    return await world.run("plan");
  };

  it("without an id blocks only the project that has its slug", async () => {
    const report = await plan(listing(bad, { slug: "GOOD" }));
    expect(changesOf(report)).toEqual([
      "update project org_1/bad",
      "blocked project org_1/good",
      "create project org_1/new",
    ]);
    expect(itemOf(report, "org_1/good").reason).toBe(
      "A project that cannot be read may be this one. GET /v1/projects: item 2 of the list has missing or invalid fields (id). " +
        "Correct that record at the service. If this project exists, pin it with `id`.",
    );
  });

  // What else counts as the one that is not found: test/resources/project-identity.test.ts.
  it.each<[what: string, list: Fault, reason: string]>([
    [
      "null",
      listing(bad, null, good),
      "A project that cannot be read may be this one. GET /v1/projects: item 2 of the list",
    ],
    [
      "without a slug",
      listing(bad, { id: "prj_9" }, good),
      "prj_9 is listed without its slug, and may be project new of org_1.",
    ],
  ])("%s blocks only what was not found: it may be that", async (_what, list, reason) => {
    const report = await plan(list);
    expect(changesOf(report)).toEqual([
      "update project org_1/bad",
      "update project org_1/good",
      "blocked project org_1/new",
    ]);
    expect(itemOf(report, "org_1/new").reason).toContain(reason);
  });
});

it("a record that cannot be read does not block a project that was found, by another slug that its file names", async () => {
  const list = answered({ data: [{ id: "prj_1", organization_id: "org_1", slug: "bad" }, null], has_more: false });
  const faults = { faults: [on("GET /v1/projects", list, always)] };
  await using world = await startWith({ "bad.yaml": file("bad, previous_slug: old") }, { seed: SEED, faults });
  expect(changesOf(await world.run("plan"))).toEqual(["update project org_1/bad"]);
});

it("a run that is stopped while it plans is stopped, and not blocked", async () => {
  const stop = new AbortController();
  const stopping = between({
    ask: (asked) => {
      if (asked.path.at(-1) === "domains") stop.abort();
      return asked;
    },
  });
  await using world = await startWorld({ seed: SEED, between: stopping });
  await world.write({ "bad.yaml": file("bad", DOMAINS), "good.yaml": file("good") });
  expect((await world.run("plan", { signal: stop.signal })).result).toBe("stopped");
});
