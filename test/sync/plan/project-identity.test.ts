import { describe, expect, it } from "vitest";
import { rewriteRecords } from "../faulty.ts";
import { itemOf, startWorld } from "../world.ts";
import type { Service } from "./generated/draw-service.ts";
import { load, play, type Scene } from "./generated/plan-scene.ts";

/*
 * A service may show organization and slug in another form. A project that may be the declared one blocks it until it is pinned: it
 * is never created again, and never written. Which slugs are similar: test/resources/project-identity.test.ts.
 */

const file = (rest = "", slug = "my-site") =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n  cache: true\n${rest}`;
const PROJECTS = /projects(\/prj_\w+)?(\?|$)/;
const LISTS = /^GET \/v1\/projects\?/;
const none = () => undefined;

/** A service with one project for each of these slugs, which the emulator would refuse. Their ids are prj_1, prj_2, … */
async function withSlugs(...slugs: readonly string[]) {
  const projects = slugs.map((_slug, index) => ({ organization_id: "org_1", slug: `any-${index}` }));
  const named = rewriteRecords("project", PROJECTS, (record) => ({
    ...record,
    slug: slugs[Number(String(record["id"]).slice("prj_".length)) - 1],
  }));
  return startWorld({ seed: { projects } }, none, named);
}

describe("a live project whose slug has something in front", () => {
  const shown = ["acme/my-site", "org_1/my-site", "org_1:My-Site"];

  it.each(shown)("as %s is blocked with its id, and neither created again nor removed", async (slug) => {
    await using world = await withSlugs(slug);
    for (const rest of ["", "  absent: true\n"]) {
      await world.write({ "a.yaml": file(rest) });
      const { action, reason } = itemOf(await world.through("apply"), "org_1/my-site");
      expect(action).toBe("blocked");
      expect(reason).toContain(`prj_1 is ${slug}, and may be project my-site of org_1.`);
      expect(reason).toContain("pin it with its `id`");
    }
    await world.write({ "a.yaml": `${file("", "new")}  previous_slug: my-site\n` });
    expect(itemOf(await world.through("apply"), "org_1/new").action).toBe("blocked");
    expect(world.writes()).toEqual([]);
  });

  it.each(shown)(
    "as %s is the declared one if its id is pinned: not renamed, and removed if it is absent",
    async (slug) => {
      await using world = await withSlugs(slug);
      await world.write({ "a.yaml": file("  id: prj_1\n") });
      expect((await world.through("apply")).result).toBe("applied");
      expect(world.writes()).toEqual(["POST /v1/projects/prj_1"]);
      const again = await world.through("apply");
      expect(again.result).toBe("no-changes");
      expect(itemOf(again, "org_1/my-site").notes).toEqual([expect.stringContaining("counts as the same")]);

      await world.write({ "a.yaml": file("  id: prj_1\n  absent: true\n") });
      expect((await world.through("apply")).result).toBe("applied");
      expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1"]);
    },
  );

  it("is renamed by its id, and the new slug counts with the same in front", async () => {
    const prefixed = rewriteRecords("project", PROJECTS, (record) => ({
      ...record,
      slug: `acme/${String(record["slug"])}`,
    }));
    const projects = [{ organization_id: "org_1", slug: "old" }];
    await using world = await startWorld({ seed: { projects } }, none, prefixed);
    await world.write({ "a.yaml": `${file("  id: prj_1\n")}domains: [www.example.com]\n` });
    expect((await world.through("apply")).result).toBe("applied");
    expect((await world.through("apply")).result).toBe("no-changes");
  });

  it("since it was created is said at once, and is not created again", async () => {
    await using world = await startWorld(
      {},
      none,
      rewriteRecords("project", PROJECTS, (record) => ({ ...record, slug: `acme/${String(record["slug"])}` })),
    );
    const domains = "domains: [www.example.com]\n";
    await world.write({ "a.yaml": file(domains) });
    const made = await world.through("apply");
    expect(made.applied?.outcomes).toMatchObject([
      { status: "unknown", message: expect.stringContaining("pin it with `id: prj_1`") },
      { status: "not-started" },
    ]);
    world.writes();
    expect((await world.through("apply")).result).toBe("blocked");
    expect(world.writes()).toEqual([]);
    await world.write({ "a.yaml": file(`  id: prj_1\n${domains}`) });
    expect((await world.through("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1", "POST /v1/projects/prj_1/domains"]);
  });
});

it("a pinned project is applied at once although the list of projects is forbidden", async () => {
  await using world = await startWorld(
    { seed: { projects: [{ organization_id: "org_1", slug: "my-site" }] } },
    (call) =>
      LISTS.test(call) ? { status: 403, body: { error: { type: "forbidden_error", message: "no" } } } : undefined,
  );
  await world.write({ "a.yaml": file("  id: prj_1\n") });
  const report = await world.through("apply");
  expect(report.applied?.outcomes).toMatchObject([{ status: "done" }]);
  expect(report.applied?.outcomes[0]?.message).toBeUndefined();
});

it("a pinned project is not removed if neither its record nor its list says that it is of the organization", async () => {
  const unowned = rewriteRecords("project", PROJECTS, ({ organization_id: _owner, ...record }) => record);
  const projects = [{ organization_id: "org_1", slug: "my-site" }];
  await using world = await startWorld({ seed: { projects } }, none, unowned);
  await world.write({
    "a.yaml": file(),
    "b.yaml": file("  id: prj_1\n  absent: true\n").replace("org_1", "org_2"),
  });
  const { action, reason } = itemOf(await world.through("apply"), "org_2/my-site");
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
