import { formatProblem } from "../../core/file/problem.ts";
import { describe, expect, it } from "vitest";
import { between, records } from "../habit.ts";
import { always, on, refused } from "../reconcile/scene.ts";
import { startWorld } from "../sync/world.ts";
import { projectWith, serviceWith, type LiveProject } from "./generated/draw-service.ts";
import { load, play, type Scene } from "./generated/plan-scene.ts";

/*
 * A service may show organization and slug in another form. A project that may be the declared one blocks it until it is pinned: it
 * is never created again, and never written. Which slugs are similar: test/resources/project-identity.test.ts.
 */

const file = (rest = "", slug = "my-site") =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n  cache: true\n${rest}`;
/** Puts the name of an organization in front of each slug. */
const prefixed = () => between(records("project", (record) => ({ ...record, slug: `acme/${String(record["slug"])}` })));

const itemsOf = async (contents: Scene["contents"], projects: readonly LiveProject[], showsAll = true) =>
  play({ contents, service: serviceWith(projects, { showsAll }), options: {} }, await load(contents)).planned.plan
    .items;
/** What is planned of a file with these fields, at a service that shows its only project, p1, with this slug. */
const plannedOf = async (fields: object, slug: string) => {
  const project = { organization_id: "org_1", slug: "one", description: "new", ...fields };
  return itemsOf([{ version: 1, project }], [projectWith({ id: "p1", organization_id: "org_1", slug })]);
};

describe("a live project whose slug has something in front", () => {
  it.each([{}, { absent: true }, { slug: "new", previous_slug: "one" }])(
    "is blocked with its id, and neither created again nor removed: %j",
    async (fields) => {
      const [item] = await plannedOf(fields, "acme/one");
      expect(item).toMatchObject({ action: "blocked", reason: expect.stringContaining("p1 is acme/one, and may be") });
    },
  );

  it("is the declared one if its id is pinned: not renamed, and removed if it is absent", async () => {
    const [kept] = await plannedOf({ id: "p1" }, "org_1:One");
    expect(kept).toMatchObject({ id: "p1", action: "update", changes: [{ path: "description" }] });
    expect(kept?.notes).toEqual([expect.stringContaining("counts as the same")]);
    const [removed] = await plannedOf({ id: "p1", absent: true }, "org_1:One");
    expect(removed).toMatchObject({ id: "p1", action: "delete" });
  });

  it("is renamed by its id, and the new slug counts with the same in front", async () => {
    const projects = [{ organization_id: "org_1", slug: "old" }];
    await using world = await startWorld({ seed: { projects }, between: prefixed() });
    await world.write({ "a.yaml": `${file("  id: prj_1\n")}domains: [www.example.com]\n` });
    expect((await world.run("apply")).result).toBe("applied");
    expect((await world.run("apply")).result).toBe("no-changes");
  });

  it("since it was created is said at once, and is not created again", async () => {
    await using world = await startWorld({ between: prefixed() });
    const domains = "domains: [www.example.com]\n";
    await world.write({ "a.yaml": file(domains) });
    const made = await world.run("apply");
    expect(made.applied?.outcomes).toMatchObject([
      { status: "unknown", message: expect.stringContaining("pin it with `id: prj_1`") },
      { status: "not-started" },
    ]);
    world.writes();
    expect((await world.run("apply")).result).toBe("blocked");
    expect(world.writes()).toEqual([]);
    await world.write({ "a.yaml": file(`  id: prj_1\n${domains}`) });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1", "POST /v1/projects/prj_1/domains"]);
  });
});

it("a pinned project is applied at once although the list of projects is forbidden", async () => {
  await using world = await startWorld({
    seed: { projects: [{ organization_id: "org_1", slug: "my-site" }] },
    faults: { faults: [on("GET /v1/projects", refused(403, "forbidden_error"), always)] },
  });
  await world.write({ "a.yaml": file("  id: prj_1\n") });
  const report = await world.run("apply");
  expect(report.applied?.outcomes).toMatchObject([{ status: "done" }]);
  expect(report.applied?.outcomes[0]?.message).toBeUndefined();
});

it.each<readonly [about: string, slugs: readonly string[], hint: string]>([
  [
    "with the nearest slugs",
    ["shop", "my-sites", "blog", "my-site"],
    "the nearest slugs are my-site, my-sites, shop; remove it if the project is new",
  ],
  ["without any project", [], "remove it if the project is new"],
])("a previous slug that no project has is a warning, %s", async (_about, slugs, hint) => {
  const seed = { organizations: ["org_1"], projects: slugs.map((slug) => ({ organization_id: "org_1", slug })) };
  await using world = await startWorld({ seed });
  await world.write({ "a.yaml": file("  previous_slug: my-stie\n").replace("my-site", "new-site") });
  const report = await world.run("plan");
  expect(report.plan?.counts).toMatchObject({ create: 1 });
  expect(report.problems.map(formatProblem)).toContain(
    `a.yaml:6:18: warning: project.previous_slug: no project of org_1 has this slug, so a new one is created; ${hint}`,
  );
});

describe("of projects whose records leave out the organization", () => {
  it("one that only a list still shows under the previous slug does not block the renamed one", async () => {
    const project = { organization_id: "org_1", slug: "two", previous_slug: "one" };
    const items = await itemsOf(
      [{ version: 1, project }],
      [
        projectWith({ id: "p1", organization_id: "org_1", slug: "two" }),
        projectWith({ id: "p2", slug: "one" }, { isGone: true }),
      ],
    );
    expect(items).toMatchObject([{ id: "p1", action: "unchanged" }]);
  });

  it("of two that are listed without their slugs, the one that is there blocks a renamed one, whichever comes first", async () => {
    const project = { organization_id: "org_1", slug: "two", id: "p1", previous_slug: "one" };
    const unnamed = ["p2", "p3"].map((id) =>
      projectWith({ id, organization_id: "org_1", slug: id }, { unlisted: ["slug"], isGone: id === "p2" }),
    );
    for (const others of [unnamed, unnamed.toReversed()]) {
      const renamed = projectWith({ id: "p1", organization_id: "org_1", slug: "one" });
      const [item] = await itemsOf([{ version: 1, project }], [renamed, ...others]);
      expect(item).toMatchObject({
        action: "blocked",
        reason: expect.stringContaining("p3 is listed without its slug"),
      });
    }
  });

  it("one that the lists of two organizations show is not removed from the one if a file declares it in the other", async () => {
    const items = await itemsOf(
      [
        { version: 1, project: { organization_id: "org_1", slug: "one" } },
        { version: 1, project: { organization_id: "org_2", slug: "one", id: "p1", absent: true } },
      ],
      [projectWith({ id: "p1", slug: "one" })],
    );
    expect(items).toMatchObject([
      { key: "org_1/one", action: "blocked" },
      {
        key: "org_2/one",
        action: "blocked",
        reason: expect.stringContaining("may be about the same live project, p1"),
      },
    ]);
  });

  it("a pinned one is not removed if neither its record nor the list of the organization says that it is there", async () => {
    const project = { organization_id: "org_2", slug: "one", id: "p1", absent: true };
    const [item] = await itemsOf([{ version: 1, project }], [projectWith({ id: "p1", slug: "one" })], false);
    expect(item).toMatchObject({
      action: "blocked",
      reason: expect.stringContaining("that project p1 belongs to org_2"),
    });
  });
});
