import { describe, expect, it } from "vitest";
import { formatProblem } from "../../core/file/problem.ts";
import { between, refusesProjects } from "../habit.ts";
import { liveProject } from "../live-project.ts";
import { changesOf, expectBlocked, startWith, startWorld } from "../sync/world.ts";

const HEAD = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";
const SEED = {
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      type: "proxy" as const,
      components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "a.example.com" }, { name: "b.example.com" }],
    },
  ],
};

describe("prune", () => {
  it("deletes unmanaged objects only of the kinds that it covers", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "site.yaml": `${HEAD}components: {}\ndomains: [a.example.com]\n` });
    const kept = await world.run("plan");
    expect(changesOf(kept)).toEqual([]);
    expect(kept.plan?.counts).toMatchObject({ unmanaged: 2, delete: 0 });
    expect(changesOf(await world.run("plan", { prune: ["domains"] }))).toEqual([
      "delete domain org_1/site/b.example.com",
    ]);
    expect(changesOf(await world.run("plan", { prune: ["components"] }))).toEqual([
      "delete component org_1/site/edgee/ga4",
    ]);
    expect((await world.run("apply", { prune: ["domains"] })).result).toBe("applied");
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/b.example.com"]);
  });

  it("does not apply to sections that the file leaves out", async () => {
    await using world = await startWith({ "site.yaml": HEAD }, { seed: SEED });
    expect(changesOf(await world.run("plan", { prune: ["all"] }))).toEqual([]);
  });
});

describe("the digest of a plan", () => {
  it("depends on the changes, not on unmanaged objects, positions or live values", async () => {
    await using world = await startWorld({ seed: SEED });
    const digest = async (text: string): Promise<string | undefined> => {
      await world.write({ "site.yaml": text });
      return (await world.run("plan")).plan?.digest;
    };
    const first = await digest(`${HEAD}  description: x\n`);
    expect(await digest(`# moved down\n${HEAD}  description: x\ndomains: []\n`)).toBe(first);
    expect(await digest(`${HEAD}  description: y\n`)).not.toBe(first);
    await world.ask("POST", "/v1/projects/prj_1", { description: "z" });
    expect(await digest(`${HEAD}  description: x\n`)).toBe(first);
  });
});

describe("the deletion of a project", () => {
  it("is invalid if the file protects an object in it, with any prune", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "site.yaml": `${HEAD}  absent: true\ndomains:\n  - { name: a.example.com, protect: true }\n` });
    const report = await world.run("apply", { prune: ["all"] });
    expect(report.result).toBe("invalid");
    expect(report.problems).toMatchObject([{ line: 7, path: "domains[0]" }]);
    expect(world.writes()).toEqual([]);
  });
});

describe("finding the project", () => {
  const renamed = HEAD.replace("slug: site", "slug: shop\n  previous_slug: site");
  const both = { projects: [...SEED.projects, { id: "prj_2", organization_id: "org_1", slug: "shop" }] };

  it.each([
    [
      "by previous_slug if projects with both slugs exist",
      { "a.yaml": renamed },
      ["org_1/shop", "prj_1 still has the slug site, and prj_2 already has shop"],
    ],
    [
      "in two files if one renames it and the other has its old slug",
      { "a.yaml": HEAD, "b.yaml": renamed },
      ["org_1/site", "b.yaml matches the same live project, prj_1"],
    ],
    [
      "in a file whose slug another file renames, though neither exists",
      {
        "a.yaml": HEAD.replace("site", "gone"),
        "b.yaml": HEAD.replace("slug: site", "slug: new\n  previous_slug: gone"),
      },
      ["org_1/gone", "b.yaml may be about the same project"],
    ],
    [
      "in a file that renames the slug of another file, though neither exists",
      {
        "a.yaml": HEAD.replace("site", "gone"),
        "b.yaml": HEAD.replace("slug: site", "slug: new\n  previous_slug: GONE"),
      },
      ["org_1/new", "a.yaml may be about the same project"],
    ],
    [
      "by the id of another organization's project",
      { "a.yaml": `${HEAD.replace("org_1", "org_2")}  id: prj_1\n` },
      ["org_2/site", "belongs to org_1"],
    ],
    [
      "by an id if it is declared absent with another slug",
      { "a.yaml": `${HEAD.replace("site", "scratch")}  id: prj_2\n  absent: true\n` },
      ["org_1/scratch", "has the slug shop, not scratch"],
    ],
    [
      "by an id if another project has its slug",
      { "a.yaml": `${HEAD}  id: prj_2\n` },
      ["org_1/site", "prj_1 already has it"],
    ],
  ] as const)("is blocked %s", async (how, files, blocked) => {
    const { result } = await expectBlocked(files, blocked, {}, { seed: /previous_slug|an id/.test(how) ? both : SEED });
    expect(result).toBe("blocked");
  });

  it("does not find what is declared absent by its previous slug", async () => {
    const files = { "a.yaml": `${HEAD.replace("site", "gone")}  previous_slug: site\n  absent: true\n` };
    await using world = await startWith(files, { seed: SEED });
    expect(changesOf(await world.run("apply"))).toEqual([]);
    expect(world.writes()).toEqual([]);
  });

  it("is created where its previous slug is that of a project which is absent as declared", async () => {
    const files = {
      "a.yaml": `${HEAD.replace("site", "gone")}  absent: true\n`,
      "b.yaml": HEAD.replace("slug: site", "slug: new\n  previous_slug: gone"),
    };
    await using world = await startWith(files, { seed: SEED });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects"]);
  });

  it("does not need access to other organizations", async () => {
    const ownOnly = between(refusesProjects(null, 403, "forbidden_error"));
    const files = { "a.yaml": HEAD, "b.yaml": HEAD.replace("site", "shop") };
    await using world = await startWith(files, { between: ownOnly });
    expect((await world.run("apply")).applied?.counts).toMatchObject({ done: 2, failed: 0 });
  });

  it("names the organizations that the token sees if the declared one has no projects", async () => {
    await using world = await startWorld({ seed: SEED });
    const file = HEAD.replace("org_1", "org_l");
    const seen =
      "site.yaml:3:20: warning: project.organization_id: this token sees no project of org_l, " +
      "but projects of org_1; unless the organization is new, correct its id or use another token";
    for (const text of [`${file}  must_exist: true\n`, file]) {
      await world.write({ "site.yaml": text });
      for (const mode of ["plan", "apply"] as const) {
        const { problems } = await world.run(mode);
        expect(problems.map(formatProblem)).toEqual([seen]);
      }
    }
  });
});

describe("files of one run", () => {
  it.each([
    ["twice", HEAD],
    ["in two cases, which a service may not tell apart", HEAD.replace("site", "Site")],
  ])("must not declare one project %s", async (_case, second) => {
    await using world = await startWith({ "a.yaml": HEAD, "b.yaml": second });
    const report = await world.run("apply");
    expect(report.result).toBe("invalid");
    expect(report.problems).toMatchObject([{ file: "b.yaml", message: expect.stringContaining("a.yaml:") }]);
    expect(world.requests()).toEqual([]);
  });
});

describe("max-deletes as a share of the live objects in declared sections", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example.com`);
  const live = (count: number) => ({ projects: [{ ...liveProject("site", names(count)), id: "prj_1" }] });
  const refused = (deletes: number, limit: string) =>
    `Refused: ${deletes} ${deletes === 1 ? "deletion exceeds" : "deletions exceed"} the limit of ${limit}. If intended, set max-deletes to ${deletes}.`;

  it.each([
    // The project counts too: 9 domains are 10 live objects.
    [30, 9, 3, "3 of 3 allowed deletions (30% of 10 live objects)."],
    [30, 9, 4, refused(4, "3 (30% of 10 live objects)")],
    [29, 9, 3, refused(3, "2 (29% of 10 live objects)")],
    [30, 2, 1, refused(1, "0 (30% of 3 live objects)")],
    [0, 2, 0, "0 of 0 allowed deletions (0% of 3 live objects)."],
    [0, 2, 1, refused(1, "0 (0% of 3 live objects)")],
    [100, 9, 9, "9 of 10 allowed deletions (100% of 10 live objects)."],
    [100, 0, 0, "0 of 1 allowed deletions (100% of 1 live object)."],
  ])("%i%% of a project with %i domains, %i of them deleted", async (percent, count, deleted, message) => {
    await using world = await startWorld({ seed: live(count) });
    await world.write({ "site.yaml": `${HEAD}domains: [${names(count).slice(deleted).join(", ")}]\n` });
    const report = await world.run("plan", { prune: ["domains"], maxDeletes: { percent } });
    const passed = !message.startsWith("Refused");
    expect(report.plan?.guards).toEqual([{ guard: "max-deletes", passed, message }]);
    expect(report.failureReason).toBe(passed ? undefined : "guard-max-deletes");
  });

  it("allows no deletion if nothing is live", async () => {
    await using world = await startWith({ "site.yaml": `${HEAD}domains: [a.example.com]\n` });
    const report = await world.run("plan", { maxDeletes: { percent: 100 } });
    expect(report.plan?.guards[0]?.message).toBe("0 of 0 allowed deletions (100% of 0 live objects).");
  });

  it("counts a move, and refuses apply before its first write", async () => {
    const projects = [liveProject("site", ["a.example.com", "b.example.com"]), liveProject("shop")];
    const files = {
      "site.yaml": `${HEAD}domains: []\n`,
      "shop.yaml": `${HEAD.replace("site", "shop")}domains: [a.example.com]\n`,
    };
    await using world = await startWith(files, { seed: { projects } });
    expect((await world.run("apply", { maxDeletes: 0 })).plan?.guards[0]?.message).toBe(
      "Refused: 1 move exceeds the limit of 0. If intended, set max-deletes to 1.",
    );
    expect((await world.run("apply", { maxDeletes: 1, prune: ["domains"] })).plan?.guards[0]?.message).toBe(
      "Refused: 2 deletions and moves exceed the limit of 1. If intended, set max-deletes to 2.",
    );
    expect(world.writes()).toEqual([]);
  });

  it("does not count what no file manages, and counts a domain that moves once", async () => {
    const projects = [...live(1).projects, { id: "prj_2", organization_id: "org_1", slug: "shop", domains: [] }];
    await using world = await startWorld({ seed: { projects } });
    await world.write({
      "site.yaml": `${HEAD}domains: [{ name: d0.example.com, absent: true }]\n`,
      "shop.yaml": `${HEAD.replace("site", "shop")}domains: [d0.example.com]\n`,
    });
    const message = async () =>
      (await world.run("plan", { maxDeletes: { percent: 50 } })).plan?.guards.map((guard) => guard.message);
    expect(await message()).toEqual(["1 of 1 allowed deletions and moves (50% of 3 live objects)."]);
    await world.write({ "site.yaml": HEAD });
    expect(await message()).toEqual(["0 of 0 allowed deletions (50% of 1 live object)."]);
  });
});

describe("max-updates", () => {
  const slugs = ["a", "b", "c", "d"];
  const file = (slug: string, fields: string) =>
    `version: 1\nproject: { organization_id: org_1, slug: ${slug}${fields} }\n`;
  const fileOf = (fields: string) => Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, file(slug, fields)]));
  const seed = { projects: slugs.map((slug) => liveProject(slug)) };
  const refused = (limit: string, common: string) =>
    `Refused: 4 updates exceed the limit of ${limit}.${common} If intended, set max-updates to 4.`;

  it.each([
    ["no limit", undefined, undefined],
    ["a number", 4, "4 of 4 allowed updates."],
    ["a share", { percent: 50 }, refused("2 (50% of 4 live objects)", " In common: 4 of 4 change description.")],
    [
      "both, and the number is smaller",
      { number: 1, percent: 50 },
      refused("1", " In common: 4 of 4 change description."),
    ],
    [
      "both, and the share is smaller",
      { number: 4, percent: 50 },
      refused("2 (50% of 4 live objects)", " In common: 4 of 4 change description."),
    ],
  ])("counts objects: %s", async (_what, maxUpdates, message) => {
    await using world = await startWith(fileOf(", description: new"), { seed });
    const report = await world.run("apply", { maxUpdates });
    expect(report.plan?.guards[1]?.message).toBe(message);
    const isRefused = message?.startsWith("Refused") === true;
    expect(report.failureReason).toBe(isRefused ? "guard-max-updates" : undefined);
    expect(world.writes()).toHaveLength(isRefused ? 0 : 4);
  });

  it("names the variable that most updates come from", async () => {
    const files = {
      ...fileOf(", description: { env: NEW_TEXT }, cookie_name: x"),
      "d.yaml": file("d", ", description: by hand"),
    };
    await using world = await startWith(files, { seed });
    const report = await world.run("plan", { maxUpdates: 3, environment: { NEW_TEXT: "new" } });
    expect(report.plan?.guards[1]?.message).toBe(refused("3", " In common: 4 of 4 change description."));
    await world.write(fileOf(", description: { env: NEW_TEXT }, cookie_name: x"));
    const again = await world.run("plan", { maxUpdates: 3, environment: { NEW_TEXT: "new" } });
    expect(again.plan?.guards[1]?.message).toBe(refused("3", " In common: 4 of 4 come from variable NEW_TEXT."));
  });

  it("says nothing of updates that have nothing in common", async () => {
    const fields = ["description: x", "cookie_name: x", "cache: true", "cookieless: true"];
    const files = Object.fromEntries(slugs.map((slug, index) => [`${slug}.yaml`, file(slug, `, ${fields[index]}`)]));
    await using world = await startWith(files, { seed });
    expect((await world.run("plan", { maxUpdates: 0 })).plan?.guards[1]?.message).toBe(refused("0", ""));
  });
});
