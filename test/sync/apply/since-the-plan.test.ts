import { describe, expect, it } from "vitest";
import { startWorld, type World } from "../world.ts";

/*
 * Stale lists show an earlier state. Changes by others since then are noticed before anything is written.
 */

const COMPONENTS = 'components:\n  edgee/ga4: { version: "1.2.0", settings: { measurement_id: G-1 } }\n';
const file = (project: string, rest = "") =>
  `version: 1\nproject: { organization_id: org_1, slug: site${project} }\n${rest}`;
const SEED = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] };

async function behind(): Promise<World> {
  return startWorld({ seed: SEED, faults: { service: { staleListsMs: 8_000 } } });
}

const statuses = ({ applied }: Awaited<ReturnType<World["run"]>>) =>
  (applied?.outcomes ?? []).map(({ kind, status, message }) => [kind, status, message]);

describe("a project that was renamed by hand", () => {
  it.each([
    ["gets no writes in it", "", COMPONENTS],
    ["is not updated, which would rename it back", ", cache: true", ""],
    ["is not deleted", ", absent: true", ""],
  ])("%s", async (_what, project, rest) => {
    await using world = await behind();
    await world.ask("POST", "/v1/projects/prj_1", { slug: "theirs" });
    world.writes();
    await world.write({ "a.yaml": file(project, rest) });
    expect(statuses(await world.run("apply"))).toEqual([
      [expect.any(String), "failed", expect.stringContaining("prj_1 was renamed from site to theirs")],
    ]);
    expect(world.writes()).toEqual([]);
  });
});

describe("a project whose lists are not found", () => {
  it("is not reported as gone while it answers", async () => {
    const refusal = { error: { type: "not_found_error", message: "no such list" } };
    await using world = await startWorld({
      seed: SEED,
      faults: {
        faults: [
          { method: "GET", path: "/v1/projects/*/components", fault: { kind: "answer", status: 404, body: refusal } },
        ],
      },
    });
    await world.write({ "a.yaml": file("", COMPONENTS) });
    const report = await world.run("plan");
    expect(report.plan?.items[0]).toMatchObject({ action: "blocked", reason: expect.stringContaining("no such list") });
  });
});

describe("a project that was deleted by hand", () => {
  it("is absent as declared, although a list still shows it", async () => {
    await using world = await behind();
    await world.ask("DELETE", "/v1/projects/prj_1");
    await world.write({ "a.yaml": file(", absent: true") });
    expect((await world.run("apply")).result).toBe("no-changes");
  });

  it("is not updated, and reported as deleted", async () => {
    await using world = await behind();
    await world.ask("DELETE", "/v1/projects/prj_1");
    world.writes();
    await world.write({ "a.yaml": file(", cache: true") });
    expect(statuses(await world.run("apply"))).toEqual([
      ["project", "failed", expect.stringContaining("prj_1 was deleted since the plan")],
    ]);
    expect(world.writes()).toEqual([]);
  });

  it("blocks only its file if the plan finds it", async () => {
    await using world = await behind();
    await world.ask("DELETE", "/v1/projects/prj_1");
    await world.write({ "a.yaml": file("", COMPONENTS), "b.yaml": file("-b") });
    const report = await world.run("apply");
    expect(report.plan?.items).toMatchObject([
      {
        key: "org_1/site",
        action: "blocked",
        reason: expect.stringContaining("prj_1 is gone, but the service's list still shows it"),
      },
      { key: "org_1/site/edgee/ga4", action: "blocked" },
      { key: "org_1/site-b", action: "create" },
    ]);
    expect(statuses(report)).toEqual([["project", "done", undefined]]);
  });
});

describe("a run that has written something", () => {
  const made = { "a.yaml": file("-a", COMPONENTS), "b.yaml": file("-b") };

  it("ends when the lists show it, even if one of them cannot be read at once, so that the next run creates nothing", async () => {
    await using world = await startWorld({
      faults: {
        service: { staleListsMs: 9_000, duplicateSlugs: true },
        faults: [{ method: "GET", path: "/v1/projects/*/components", nth: 2, times: 2, fault: { kind: "html" } }],
      },
    });
    await world.write(made);
    const report = await world.run("apply");
    expect(statuses(report)).toEqual(Array.from({ length: 3 }, () => [expect.any(String), "done", undefined]));
    world.writes();
    expect((await world.run("apply")).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });

  it("ends when they no longer show what it removed, so that the next run attaches it again", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.ask("POST", "/v1/projects/prj_1/domains", { name: "www.example.com" });
    world.setFaults({ service: { staleListsMs: 9_000 } });
    await world.write({ "a.yaml": file("", "domains: [{ name: www.example.com, absent: true }]\n") });
    expect(statuses(await world.run("apply"))).toEqual([["domain", "done", undefined]]);
    await world.write({ "a.yaml": file("", "domains: [www.example.com]\n") });
    world.writes();
    expect(statuses(await world.run("apply"))).toEqual([["domain", "done", undefined]]);
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1/domains"]);
  });

  it("reports what a refused list does not show, without waiting for the whole window", async () => {
    const body = { error: { type: "invalid_request_error", message: "not now" } };
    const fault = { kind: "answer", status: 400, body } as const;
    await using world = await startWorld();
    await world.write(made);
    const startedAt = world.now();
    // In the plan (of the organization, and of all), and before the creates.
    world.setFaults({ faults: [{ method: "GET", path: "/v1/projects", nth: 4, times: 99, fault }] });
    const notRead = expect.stringContaining("It was not read back: ");
    expect(statuses(await world.run("apply"))).toEqual([
      ["project", "done", notRead],
      ["component", "done", undefined],
      ["project", "done", notRead],
    ]);
    expect(world.now() - startedAt).toBeLessThan(10_000);
  });

  it("reports what they do not show when it stops waiting", async () => {
    await using world = await startWorld({ faults: { service: { staleListsMs: 11_000 } } });
    await world.write(made);
    const report = await world.run("apply");
    expect(statuses(report)).toEqual(
      Array.from({ length: 3 }, () => [
        expect.any(String),
        "done",
        "The service's lists do not show it yet: wait before the next run, which relies on them.",
      ]),
    );
  });
});
