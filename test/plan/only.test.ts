import { describe, expect, it } from "vitest";
import { formatProblem } from "../../core/file/problem.ts";
import { between, records } from "../habit.ts";
import { liveProject } from "../live-project.ts";
import { on, refused } from "../reconcile/scene.ts";
import { changesOf, expectBlocked, itemOf, startWith, startWorld, type World } from "../sync/world.ts";

const head = (slug: string, organization = "org_1") =>
  `version: 1\nproject:\n  organization_id: ${organization}\n  slug: ${slug}\n`;
const GA4 = 'components:\n  edgee/ga4:\n    version: "1.2.0"\n    settings: { measurement_id: G-1 }\n';
const paths = (world: World): string[] => world.requests().map(({ method, path }) => `${method} ${path}`);

describe("only", () => {
  it("plans, applies and checks only what its patterns match, and reads no other project", async () => {
    const files = {
      "a.yaml": `${head("a")}  description: new\ndomains: [a.example.com]\n`,
      "b.yaml": `${head("b")}  description: new\n${GA4}domains: [b.example.com]\n`,
    };
    await using world = await startWith(files, { seed: { projects: [liveProject("a"), liveProject("b")] } });
    const only = ["org_1/a/a.example.com"];
    const plan = await world.run("plan", { only });
    expect(changesOf(plan)).toEqual(["create domain org_1/a/a.example.com"]);
    expect(plan.plan).toMatchObject({ only, leftOut: 4, items: [{ key: "org_1/a/a.example.com" }] });
    expect(paths(world)).toEqual(["GET /v1/projects", "GET /v1/projects/prj_a/domains"]);
    expect(await world.run("drift", { only })).toMatchObject({ result: "drift", plan: { counts: { create: 1 } } });
    expect((await world.run("apply", { only })).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_a/domains"]);
    expect((await world.run("drift", { only })).result).toBe("no-changes");
    expect(changesOf(await world.run("drift"))).toEqual([
      "update project org_1/a",
      "update project org_1/b",
      "create component org_1/b/edgee/ga4",
      "create domain org_1/b/b.example.com",
    ]);
  });

  it.each(["org_2/*", "org_1/site/pr-7.*"])("may match nothing with a *: %s", async (pattern) => {
    await using world = await startWorld({ seed: { projects: [liveProject("site")] } });
    await world.write({ "a.yaml": `${head("site")}domains: [www.example.com]\n` });
    expect(await world.run("apply", { only: [pattern] })).toMatchObject({ result: "no-changes", plan: { items: [] } });
    expect(world.writes()).toEqual([]);
  });

  it("blocks what is to be created in a project that does not exist and is left out", async () => {
    const files = { "a.yaml": `${head("site")}${GA4}domains: [www.example.com]\n` };
    const why = "The project does not exist, and `only` leaves it out. Add org_1/site to only.";
    const report = await expectBlocked(files, ["org_1/site", why], { only: ["*/ga4"] });
    expect(changesOf(report)).toEqual(["blocked project org_1/site", "blocked component org_1/site/edgee/ga4"]);
  });

  it("needs no project for what is absent anyway", async () => {
    await using world = await startWorld();
    await world.write({ "a.yaml": `${head("site")}domains: [{ name: www.example.com, absent: true }]\n` });
    const report = await world.run("apply", { only: ["*/www.example.com"] });
    expect(report).toMatchObject({ result: "no-changes", plan: { counts: { unchanged: 1 } } });
  });

  it("shows why nothing in a project could be planned, also if nothing in it is declared", async () => {
    await using world = await startWorld({ seed: { projects: [liveProject("site", ["old.example.com"])] } });
    await world.write({ "a.yaml": `${head("site")}domains: []\n`, "b.yaml": head("b") });
    world.setFaults({ faults: [on("GET /v1/projects/*/domains", refused(403, "forbidden_error"))] });
    const report = await world.run("drift", { only: ["org_1/site/old.example.com"], prune: ["domains"] });
    expect(report).toMatchObject({ result: "blocked", failureReason: "forbidden" });
    expect(changesOf(report)).toEqual(["blocked project org_1/site"]);
  });
});

describe("only, with a host name that is not known in this run", () => {
  it("warns in the plan, because the name may be covered, and refuses to apply", async () => {
    await using world = await startWorld({ seed: { projects: [liveProject("site")] } });
    await world.write({ "a.yaml": `${head("site")}domains:\n  - www.example.com\n  - { name: { env: HOST } }\n` });
    const only = ["org_1/site/*"];
    for (const mode of ["plan", "drift"] as const) {
      const { problems } = await world.run(mode, { only });
      expect(problems.map(formatProblem)).toEqual([
        "a.yaml:7:13: warning: domains[1].name: environment variable HOST is not set (skipped here; apply requires it)",
      ]);
    }
    // With its project, the plan notes it there.
    const whole = await world.run("plan", { only: ["org_1/site"] });
    expect(whole.problems).toEqual([]);
    expect(itemOf(whole, "org_1/site").notes).toHaveLength(1);
    expect((await world.run("apply", { only })).result).toBe("invalid");
    expect(world.writes()).toEqual([]);
  });
});

describe("only, with variables that are not set", () => {
  const files = {
    "a.yaml": `${head("a")}  description: new\n`,
    "b.yaml": `${head("b")}  description: { env: TEXT }\n${GA4.replace("G-1", "{ secret: GA_ID }")}`,
  };

  it("applies what needs none of them", async () => {
    await using world = await startWith(files, { seed: { projects: [liveProject("a"), liveProject("b")] } });
    expect((await world.run("apply", { only: ["org_1/a"] })).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_a"]);
  });

  it("does not apply what needs them", async () => {
    await using world = await startWith(files, { seed: { projects: [liveProject("a"), liveProject("b")] } });
    const report = await world.run("apply", { only: ["*/ga4"] });
    expect(report).toMatchObject({ result: "invalid", failureReason: "invalid-files" });
    expect(report.problems.map(formatProblem)).toEqual([
      "b.yaml:9:33: error: components.edgee/ga4.settings.measurement_id: environment variable GA_ID is not set; " +
        "set it in the environment of this run",
    ]);
    expect(world.requests()).toEqual([]);
  });
});

describe("only with prune", () => {
  const seed = {
    projects: [liveProject("site", ["a.example.com", "b.example.com"]), liveProject("shop", ["c.example.com"])],
  };

  it("takes its share of the live objects that it matches", async () => {
    await using world = await startWith({ "a.yaml": `${head("site")}domains: []\n` }, { seed });
    const options = { only: ["org_1/site/*"], prune: ["domains"] as const };
    const report = await world.run("plan", { ...options, maxDeletes: { percent: 99 } });
    expect(report.plan?.guards[0]?.message).toContain("2 deletions exceed the limit of 1 (99% of 2 live objects)");
  });

  it("deletes no component that the file declares under another name", async () => {
    // Only the catalogue's id says that the live component is the declared one.
    const component = { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
    const renamed = between(records("project_component", (record) => ({ ...record, component_slug: "foo/bar" })));
    const projects = [{ ...liveProject("site"), components: [component] }];
    await using world = await startWorld({ seed: { projects }, between: renamed });
    await world.write({ "a.yaml": `${head("site")}${GA4}domains: [a.example.com]\n` });
    const whole = await world.run("plan", { prune: ["components"] });
    const report = await world.run("plan", { prune: ["components"], only: ["{*/foo/*,*.example.com}"] });
    expect(whole.plan?.counts.delete).toBe(0);
    expect(report.plan?.counts.delete).toBe(0);
  });

  it("deletes a project with everything in it, and a part of it without the project", async () => {
    await using world = await startWorld({ seed });
    const domains = "domains:\n  - { name: a.example.com, absent: true }\n  - { name: b.example.com, absent: true }\n";
    await world.write({ "a.yaml": `${head("site")}  absent: true\n${domains}`, "b.yaml": head("shop") });
    expect(changesOf(await world.run("apply", { only: ["*/a.example.com"] }))).toEqual([
      "delete domain org_1/site/a.example.com",
    ]);
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_site/domains/a.example.com"]);
    await world.run("apply", { only: ["org_1/site"] });
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/prj_site/domains/b.example.com",
      "DELETE /v1/projects/prj_site",
    ]);
  });
});

describe("a saved plan with only", () => {
  it("has its own digest, allows its changes, and no others", async () => {
    await using world = await startWith({ "a.yaml": head("a"), "b.yaml": head("b") });
    const only = ["org_1/a"];
    const { plan } = await world.run("plan", { only });
    const whole = await world.run("plan");
    expect(plan?.digest).not.toBe(whole.plan?.digest);
    if (plan === undefined || whole.plan === undefined) throw new Error("There is no plan.");
    const savedPlan = JSON.parse(JSON.stringify(plan));
    const refused = await world.run("apply", { savedPlan });
    expect(refused).toMatchObject({ result: "refused", failureReason: "plan-changed" });
    expect(world.writes()).toEqual([]);
    expect((await world.run("apply", { savedPlan: JSON.parse(JSON.stringify(whole.plan)), only })).result).toBe(
      "applied",
    );
    expect(world.writes()).toEqual(["POST /v1/projects"]);
    expect((await world.run("apply", { savedPlan, only })).result).toBe("no-changes");
  });
});

describe("what `only` leaves out", () => {
  it("keeps a host name attached that may move to where a variable is not set", async () => {
    const files = {
      "a.yaml": `${head("a")}domains: [{ name: h.example.com, absent: true }]\n`,
      "b.yaml": `${head("b")}domains: [{ name: { env: HOST } }]\n`,
    };
    const why = "h.example.com may move to org_1/b, where a host name is not known: set its variable.";
    const projects = [liveProject("a", ["h.example.com"]), liveProject("b")];
    const blocked = ["org_1/a/h.example.com", why] as const;
    const { result } = await expectBlocked(files, blocked, { only: ["org_1/a"] }, { seed: { projects } });
    expect(result).toBe("blocked");
  });

  it.each([
    ["renames it", head("new").replace("slug: new", "slug: new\n  previous_slug: old"), head("old"), "org_1/new"],
    ["has its slug", head("old"), head("new").replace("slug: new", "slug: new\n  previous_slug: old"), "org_1/old"],
    ["pins it", head("old"), head("new").replace("slug: new", "slug: new\n  id: prj_old"), "org_1/old"],
  ])("may be about the same project: a file that %s", async (_what, covered, leftOut, key) => {
    const files = { "a.yaml": `${covered}  description: new\n`, "b.yaml": leftOut };
    const why = "b.yaml may be about the same live project, prj_old";
    const seed = { projects: [liveProject("old")] };
    expect((await expectBlocked(files, [key, why], { only: [key] }, { seed })).result).toBe("blocked");
  });
});
