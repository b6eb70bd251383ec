import { describe, expect, it } from "vitest";
import { parseHostPattern, type Sweep } from "../../sync/run/sweep.ts";
import type { SweepDecision } from "../../core/plan/plan-options.ts";
import { always, answered, on } from "../reconcile/scene.ts";
import { itemOf, startWorld } from "./world.ts";

const FILE = `version: 1
project: { organization_id: org_1, slug: site, protect: true }
components: { edgee/ga4: { settings: { measurement_id: { secret: GA_ID } } } }
domains: [www.example.com, pr-1.preview.example.com, { name: PR-2.preview.example.com, protect: true }]
ignore: { domains: ["pr-*.preview.example.com"] }
`;
const names = (...numbers: readonly number[]): { name: string }[] =>
  numbers.map((number) => ({ name: `pr-${number}.preview.example.com` }));
const project = (id: string, slug: string, ...domains: { name: string }[]) => {
  return { id, organization_id: "org_1", slug, domains };
};
const OTHERS = [{ name: "pr-x.preview.example.com" }, { name: "old.example.com" }];
const SEED = {
  projects: [project("prj_1", "site", ...names(1, 2, 3, 4, 5), ...OTHERS), project("prj_2", "shop", ...names(6))],
};
const key = (number: number): string => `org_1/site/pr-${number}.preview.example.com`;
const GONE: SweepDecision = { action: "delete", reason: "It is over." };

/** A sweep that lets these numbers go. `asked`: the numbers that it was asked for. */
function sweepOf(over: readonly number[], { fates = new Map<number, SweepDecision>() } = {}) {
  const asked: number[] = [];
  const judge: Sweep["judge"] = async (numbers) => {
    asked.push(...numbers);
    return new Map([...over.map((number) => [number, GONE] as const), ...fates]);
  };
  const numberIn = parseHostPattern("p", "pr-{number}.preview.example.com");
  return { asked, sweep: { numberIn, judge, isDryRun: false } };
}

async function worldWith(file = FILE, seed: Parameters<typeof startWorld>[0] = { seed: SEED }) {
  const world = await startWorld(seed);
  await world.write({ "site.yaml": file });
  return world;
}

describe("a sweep", () => {
  it("removes what is over, also if the file ignores it, and nothing that the file declares", async () => {
    await using world = await worldWith();
    const { asked, sweep } = sweepOf([1, 2, 3, 5, 6]);
    const report = await world.run("sweep", { sweep });
    expect(asked).toEqual([3, 4, 5]);
    // GA_ID is not set, and nothing that is swept needs it.
    expect(report.plan).not.toHaveProperty("unset");
    expect(report).toMatchObject({ mode: "sweep", result: "applied", plan: { counts: { delete: 2, unmanaged: 1 } } });
    expect(report.plan?.items.map(({ action, kind, key: at, reason }) => [action, kind, at, reason])).toEqual([
      ["delete", "domain", key(3), "It is over."],
      ["unmanaged", "domain", key(4), "Kept: it was attached during this run."],
      ["delete", "domain", key(5), "It is over."],
    ]);
    expect(world.writes().toSorted()).toEqual([
      "DELETE /v1/projects/prj_1/domains/pr-3.preview.example.com",
      "DELETE /v1/projects/prj_1/domains/pr-5.preview.example.com",
    ]);
    const again = await world.run("sweep", { sweep: sweepOf([1, 2, 3, 5, 6]).sweep });
    expect(again.result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });

  it("asks nothing if no host name matches, and reads only the project's domains", async () => {
    await using world = await worldWith(FILE, { seed: { projects: [project("prj_1", "site", ...names(1))] } });
    const { asked, sweep } = sweepOf([1]);
    expect((await world.run("sweep", { sweep })).result).toBe("no-changes");
    expect(asked).toEqual([]);
    expect(world.requests().map(({ path: at }) => at)).toEqual(["/v1/projects", "/v1/projects/prj_1/domains"]);
  });

  it("is refused above max-deletes; a share is of the host names of the pattern that no file declares", async () => {
    await using world = await worldWith();
    const { sweep } = sweepOf([3, 4]);
    const refused = await world.run("sweep", { sweep, maxDeletes: 1 });
    expect(refused).toMatchObject({ result: "refused", failureReason: "guard-max-deletes" });
    const share = await world.run("sweep", { sweep, maxDeletes: { percent: 60 } });
    expect(share.plan?.guards[0]?.message).toContain("limit of 1 (60% of 3 live objects)");
    expect(world.writes()).toEqual([]);
    expect((await world.run("sweep", { sweep, maxDeletes: 2 })).result).toBe("applied");
  });

  it("asks before it writes", async () => {
    await using world = await worldWith();
    const report = await world.run("sweep", { sweep: sweepOf([3]).sweep, confirm: async () => false });
    expect(report).toMatchObject({ result: "refused", failureReason: "not-confirmed" });
    expect(world.writes()).toEqual([]);
  });

  it("removes the others, and is partial, if it is not known whether one is over", async () => {
    await using world = await worldWith();
    const fates = new Map<number, SweepDecision>([[4, { action: "blocked", reason: "There was no answer." }]]);
    const report = await world.run("sweep", { sweep: sweepOf([3], { fates }).sweep });
    expect(report).toMatchObject({ result: "partial", plan: { counts: { delete: 1, blocked: 1 } } });
    const only = await world.run("sweep", { sweep: sweepOf([], { fates }).sweep });
    expect(only).toMatchObject({ result: "blocked", failureReason: "blocked" });
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/pr-3.preview.example.com"]);
  });

  it("keeps everything if the file has a host name that is not known", async () => {
    await using world = await worldWith(FILE.replace("www.example.com", "{ name: { env: PREVIEW_HOST } }"));
    const report = await world.run("sweep", { sweep: sweepOf([3, 4, 5]).sweep });
    expect(report.result).toBe("blocked");
    const why = "It stays, because a host name in site.yaml is not known: set its variable.";
    expect(itemOf(report, key(3)).reason).toBe(why);
    expect(world.writes()).toEqual([]);
  });

  it("keeps a host name that is attached in two spellings", async () => {
    const seed = { projects: [project("prj_1", "site", ...names(3), { name: "PR-3.preview.example.com" })] };
    await using world = await worldWith(FILE, { seed });
    const report = await world.run("sweep", { sweep: sweepOf([3]).sweep });
    expect(report).toMatchObject({ result: "blocked", plan: { counts: { delete: 0, blocked: 2 } } });
    expect(world.writes()).toEqual([]);
  });

  it("is about one project", async () => {
    await using world = await worldWith();
    const shop = "version: 1\nproject: { organization_id: org_1, slug: shop }\n";
    await world.write({ "site.yaml": FILE, "shop.yaml": shop });
    expect(await world.run("sweep", { sweep: sweepOf([3, 6]).sweep })).toMatchObject({
      result: "failed",
      failureReason: "bad-input",
      error: "A sweep is about one project. Name its file only, not 2 files.",
    });
    expect(world.writes()).toEqual([]);
  });

  it.each([
    ["does not exist", FILE.replace("slug: site", "slug: stie"), /does not exist, so there is nothing to sweep/],
    [
      "is another organization's",
      FILE.replace("org_1, slug: site", "org_2, slug: site, id: prj_1"),
      /belongs to org_1/,
    ],
  ])("fails if the project %s", async (_case, file, reason) => {
    await using world = await worldWith(file);
    const { asked, sweep } = sweepOf([3]);
    const report = await world.run("sweep", { sweep });
    expect(report.result).toBe("blocked");
    expect(report.plan?.items[0]?.reason).toMatch(reason);
    expect({ asked, writes: world.writes() }).toEqual({ asked: [], writes: [] });
  });

  it("does not ask for files of other organizations", async () => {
    await using world = await worldWith();
    const { asked, sweep } = sweepOf([3]);
    expect((await world.run("sweep", { sweep, organizations: ["org_2"] })).result).toBe("invalid");
    expect({ asked, requests: world.requests() }).toEqual({ asked: [], requests: [] });
  });

  it("removes nothing if the project's domains cannot be read", async () => {
    await using world = await worldWith();
    world.setFaults({ faults: [on("GET /v1/projects/*/domains", { kind: "html", status: 500 }, always)] });
    const { asked, sweep } = sweepOf([3]);
    expect(await world.run("sweep", { sweep })).toMatchObject({ result: "blocked", failureReason: "service-error" });
    expect({ asked, writes: world.writes() }).toEqual({ asked: [], writes: [] });
  });

  it("leaves alone what was attached while it asked", async () => {
    await using world = await worldWith();
    const { sweep } = sweepOf([3, 9]);
    const judge: Sweep["judge"] = async (numbers) => {
      await world.ask("POST", "/v1/projects/prj_1/domains", { name: "pr-9.preview.example.com" });
      return sweep.judge(numbers);
    };
    await world.run("sweep", { sweep: { ...sweep, judge } });
    expect(world.writes().filter((call) => call.startsWith("DELETE"))).toEqual([
      "DELETE /v1/projects/prj_1/domains/pr-3.preview.example.com",
    ]);
  });

  it("keeps a domain that the service shows here for another project", async () => {
    const domains = [{ name: "pr-3.preview.example.com", project_id: "prj_2" }];
    await using world = await worldWith(FILE, { seed: { projects: [project("prj_1", "site", ...names(3))] } });
    const list = answered({ object: "list", data: domains, has_more: false });
    world.setFaults({ faults: [on("GET /v1/projects/prj_1/domains", list, always)] });
    const report = await world.run("sweep", { sweep: sweepOf([3]).sweep });
    expect(report.result).toBe("blocked");
    expect(itemOf(report, key(3)).reason).toBe("It stays, because the service says that it belongs to prj_2.");
  });

  it("does not show sensitive values that a refusal quotes", async () => {
    const headers = [{ name: "X-Key", value: "canary-live-9988" }];
    const seed = { projects: [{ ...project("prj_1", "site", ...names(3)), forwarded_headers: headers }] };
    await using world = await worldWith(FILE, { seed });
    const body = { error: { type: "invalid_request_error", message: "rule canary-live-9988 forbids" } };
    const fault = { kind: "answer", status: 422, body } as const;
    world.setFaults({ faults: [on("DELETE /v1/projects/prj_1/domains/*", fault, always)] });
    const report = await world.run("sweep", { sweep: sweepOf([3]).sweep });
    expect(report.result).toBe("failed");
    expect(JSON.stringify(report)).not.toContain("canary-");
  });
});
