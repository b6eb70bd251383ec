import { describe, expect, it } from "vitest";
import { refusal } from "../faulty.ts";
import type { Fault } from "../faulty.ts";
import { changesOf, itemOf, startWith, startWorld } from "../world.ts";

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

const FAULTS: readonly (readonly [string, Fault])[] = [
  ["500", refusal(500, "internal", "broken")],
  ["400", refusal(400, "invalid_request_error")],
  ["403", refusal(403, "forbidden_error")],
  ["409", refusal(409, "conflict_error")],
  ["422", refusal(422, "invalid_request_error")],
  ["a record without a name", { status: 200, body: { object: "list", data: [{ object: "domain" }] } }],
  ["an HTML page's text", { status: 200, body: "<html>" }],
];

describe.each(FAULTS)("a project whose domains are answered with %s", (_case, fault) => {
  const faults = (call: string) => (call === "GET /v1/projects/prj_1/domains" ? fault : undefined);

  it("is blocked with the reason, and the others are applied", async () => {
    await using world = await startWorld({ seed: SEED }, faults);
    await world.write({ "bad.yaml": file("bad", DOMAINS), "good.yaml": file("good"), "new.yaml": file("new") });
    const report = await world.through("apply");
    expect(itemOf(report, "org_1/bad")).toMatchObject({
      action: "blocked",
      reason: expect.stringContaining("GET /v1/projects/prj_1/domains: "),
    });
    expect(report.applied?.counts.done).toBe(2);
    expect(report.result).toBe("partial");
    expect(world.writes()).not.toContain("POST /v1/projects/prj_1");
  });

  it("blocks no domain of another project, and says that the name may be where the token cannot read", async () => {
    await using world = await startWorld({ seed: SEED }, faults);
    await world.write({ "bad.yaml": file("bad", DOMAINS.replace("www", "a")), "good.yaml": file("good", DOMAINS) });
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { key: "org_1/good", status: "done" },
      {
        key: "org_1/good/www.example.com",
        status: "failed",
        message: expect.stringContaining("No project whose domains this token can read"),
      },
    ]);
  });
});

describe("an organization whose projects cannot be listed", () => {
  const faults = (call: string) =>
    call.startsWith("GET /v1/projects?organization_id=org_1") ? refusal(500, "internal", "broken") : undefined;

  it("has all of its projects blocked, and others are applied", async () => {
    await using world = await startWorld({ seed: SEED }, faults);
    await world.write({
      "a.yaml": file("bad"),
      "b.yaml": file("good"),
      "c.yaml": file("other", "", "org_2"),
      "d.yaml": file("bad", "", "org_1").replace("bad", "pinned, id: prj_2"),
    });
    const report = await world.through("plan");
    expect(changesOf(report)).toEqual([
      "blocked project org_1/bad",
      "blocked project org_1/good",
      "blocked project org_1/pinned",
      "update project org_2/other",
    ]);
    expect(itemOf(report, "org_1/bad").reason).toContain("broken");
  });

  it("fails the run if nothing else could be read", async () => {
    await using world = await startWith({ "a.yaml": file("bad"), "b.yaml": file("good") }, { seed: SEED }, faults);
    expect(await world.through("apply")).toMatchObject({
      result: "failed",
      error: expect.stringContaining("broken"),
    });
  });
});

describe("a record in the list of projects", () => {
  const listing = (...data: readonly unknown[]) => ({ status: 200, body: { object: "list", data, has_more: false } });
  const bad = { id: "prj_1", organization_id: "org_1", slug: "bad" };
  const good = { id: "prj_2", organization_id: "org_1", slug: "good" };
  const files = { "bad.yaml": file("bad"), "good.yaml": file("good"), "new.yaml": file("new") };
  const plan = async (list: Fault, single?: Fault) => {
    await using world = await startWith(files, { seed: SEED }, (call) => {
      if (call.startsWith("GET /v1/projects?organization_id=org_1")) return list;
      return call === "GET /v1/projects/prj_9" ? single : undefined;
    });
    return await world.through("plan");
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

  it.each<readonly [string, Fault, Fault | undefined]>([
    ["null", listing(bad, null, good), undefined],
    ["text", listing(bad, "prj_9", good), undefined],
    ["without id and slug", listing(bad, { organization_id: "org_1" }, good), undefined],
    ["without a slug, also by its id", listing(bad, { id: "prj_9" }, good), { status: 200, body: { id: "prj_9" } }],
    ["without a slug, which cannot be read", listing(bad, { id: "prj_9" }, good), refusal(500, "internal", "broken")],
    ["without a slug, which may not be read", listing(bad, { id: "prj_9" }, good), refusal(403, "forbidden_error")],
  ])("%s blocks only what was not found: it may be that", async (_what, list, single) => {
    const report = await plan(list, single);
    expect(changesOf(report)).toEqual([
      "update project org_1/bad",
      "update project org_1/good",
      "blocked project org_1/new",
    ]);
    expect(itemOf(report, "org_1/new").reason).toContain("A project that cannot be read may be this one. ");
    expect(itemOf(report, "org_1/new").reason).toMatch(/prj_9|item 2 of the list/);
  });

  it("without a slug, which is not found by its id, is gone", async () => {
    const report = await plan(listing(bad, { id: "prj_9" }, good), refusal(404, "not_found_error"));
    expect(changesOf(report)).toContain("create project org_1/new");
  });
});

it("a record that cannot be read does not block a project that was found, by another slug that its file names", async () => {
  const nameless = { status: 200, body: { data: [{ id: "prj_1", slug: "bad" }, null], has_more: false } };
  const faults = (call: string) => (call.startsWith("GET /v1/projects?organization_id=org_1") ? nameless : undefined);
  await using world = await startWith({ "bad.yaml": file("bad, previous_slug: old") }, { seed: SEED }, faults);
  expect(changesOf(await world.through("plan"))).toEqual(["update project org_1/bad"]);
});

it("a refused token fails the run, whatever else was read", async () => {
  const faults = (call: string) =>
    call === "GET /v1/projects/prj_1/domains" ? refusal(401, "authentication_error") : undefined;
  await using world = await startWorld({ seed: SEED }, faults);
  await world.write({ "bad.yaml": file("bad", DOMAINS), "good.yaml": file("good") });
  expect((await world.through("apply")).result).toBe("failed");
  expect(world.writes()).toEqual([]);
});

it("a run that is stopped while it plans is stopped, and not blocked", async () => {
  const stop = new AbortController();
  await using world = await startWorld({ seed: SEED }, (call) => {
    if (call === "GET /v1/projects/prj_1/domains") stop.abort();
    return undefined;
  });
  await world.write({ "bad.yaml": file("bad", DOMAINS), "good.yaml": file("good") });
  expect((await world.through("plan", { signal: stop.signal })).result).toBe("stopped");
});
