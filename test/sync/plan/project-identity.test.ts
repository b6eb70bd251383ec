import { describe, expect, it } from "vitest";
import { between, records } from "../../habit.ts";
import { always, on, refused } from "../../reconcile/scene.ts";
import { itemOf, startWorld } from "../world.ts";
import type { Service } from "./generated/draw-service.ts";
import { load, play, type Scene } from "./generated/plan-scene.ts";

/*
 * A service may show organization and slug in another form. A project that may be the declared one blocks it until it is pinned: it
 * is never created again, and never written. Which slugs are similar: test/resources/project-identity.test.ts.
 */

const file = (rest = "", slug = "my-site") =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n  cache: true\n${rest}`;
/** Puts the name of an organization in front of each slug. */
const prefixed = () => between(records("project", (record) => ({ ...record, slug: `acme/${String(record["slug"])}` })));

/** A service that shows its only project, prj_1, with this slug. */
const withSlug = (slug: string) =>
  startWorld({
    seed: { projects: [{ organization_id: "org_1", slug: "any" }] },
    between: between(records("project", (record) => ({ ...record, slug }))),
  });

describe("a live project whose slug has something in front", () => {
  it("is blocked with its id, and neither created again nor removed", async () => {
    await using world = await withSlug("acme/my-site");
    for (const rest of ["", "  absent: true\n"]) {
      await world.write({ "a.yaml": file(rest) });
      const { action, reason } = itemOf(await world.run("apply"), "org_1/my-site");
      expect(action).toBe("blocked");
      expect(reason).toContain("prj_1 is acme/my-site, and may be project my-site of org_1.");
      expect(reason).toContain("pin it with its `id`");
    }
    await world.write({ "a.yaml": `${file("", "new")}  previous_slug: my-site\n` });
    expect(itemOf(await world.run("apply"), "org_1/new").action).toBe("blocked");
    expect(world.writes()).toEqual([]);
  });

  it("is the declared one if its id is pinned: not renamed, and removed if it is absent", async () => {
    await using world = await withSlug("org_1:My-Site");
    await world.write({ "a.yaml": file("  id: prj_1\n") });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1"]);
    const again = await world.run("apply");
    expect(again.result).toBe("no-changes");
    expect(itemOf(again, "org_1/my-site").notes).toEqual([expect.stringContaining("counts as the same")]);

    await world.write({ "a.yaml": file("  id: prj_1\n  absent: true\n") });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1"]);
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

it("a pinned project is not removed if neither its record nor its list says that it is of the organization", async () => {
  const unowned = between(records("project", ({ organization_id: _owner, ...record }) => record));
  const projects = [{ organization_id: "org_1", slug: "my-site" }];
  await using world = await startWorld({ seed: { projects }, between: unowned });
  await world.write({
    "a.yaml": file(),
    "b.yaml": file("  id: prj_1\n  absent: true\n").replace("org_1", "org_2"),
  });
  const { action, reason } = itemOf(await world.run("apply"), "org_2/my-site");
  expect(action).toBe("blocked");
  expect(reason).toContain("that project prj_1 belongs to org_2");
  expect(world.writes()).toEqual([]);
});

describe("of projects whose records leave out the organization", () => {
  type Project = Service["projects"][number];
  const rest = { organization: "org_1", unlisted: [], components: [], domains: [] };
  const itemsOf = async (contents: Scene["contents"], projects: readonly Project[]) => {
    const service = { projects, odd: [], unknown: [], failures: new Map(), merges: true, showsAll: true };
    return play({ contents, service, options: {} }, await load(contents)).planned.plan.items;
  };

  it("one that only a list still shows under the previous slug does not block the renamed one", async () => {
    const project = { organization_id: "org_1", slug: "two", previous_slug: "one" };
    const items = await itemsOf(
      [{ version: 1, project }],
      [
        { ...rest, record: { id: "p1", organization_id: "org_1", slug: "two" }, isGone: false },
        { ...rest, record: { id: "p2", slug: "one" }, isGone: true },
      ],
    );
    expect(items).toMatchObject([{ id: "p1", action: "unchanged" }]);
  });

  it("one that the lists of two organizations show is not removed from the one if a file declares it in the other", async () => {
    const items = await itemsOf(
      [
        { version: 1, project: { organization_id: "org_1", slug: "one" } },
        { version: 1, project: { organization_id: "org_2", slug: "one", id: "p1", absent: true } },
      ],
      [{ ...rest, record: { id: "p1", slug: "one" }, isGone: false }],
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
});
