import { describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../faulty-world.ts";
import type { startWorld } from "../world.ts";

/*
 * Somebody edits the service by hand, or another run writes, while a run is under way. `act` happens right before a request
 * of the run reaches the service.
 */

const file = (rest = "", slug = "site") => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const SITE = { id: "prj_1", organization_id: "org_1", slug: "site" };
const NAME = "www.example.com";

interface Edit {
  /** The request before which it happens. */
  readonly before: string;
  /** Which of these requests. Default: the first. */
  readonly nth?: number;
  readonly act: (world: FaultyWorld) => Promise<unknown>;
}

async function withEdit({ before, nth = 1, act }: Edit, options: Parameters<typeof startWorld>[0]) {
  let met = 0;
  const world: FaultyWorld = await startFaultyWorld({ seed: { projects: [SITE] }, ...options }, async (call) => {
    if (call.split("?")[0] === before) met += 1;
    if (call.split("?")[0] === before && met === nth) {
      met = Number.POSITIVE_INFINITY;
      await act(world);
    }
    return undefined;
  });
  return world;
}

const rename = (world: FaultyWorld) => world.ask("POST", "/v1/projects/prj_1", { slug: "theirs" });
const statuses = ({ applied }: Awaited<ReturnType<FaultyWorld["run"]>>) =>
  (applied?.outcomes ?? []).map(({ key, status }) => `${status} ${key}`);

describe("a project that was renamed by hand", () => {
  it("before a run with an old list is not adopted and renamed back; the next run makes a new one", async () => {
    // The plan reads a fresh list, and the apply an old one.
    await using old = await startFaultyWorld(
      { seed: { projects: [{ ...SITE, slug: "theirs" }] } },
      () => undefined,
      oldListOnce(),
    );
    await old.write({ "a.yaml": file("  description: ours\n") });
    expect(statuses(await old.through("apply"))).toEqual(["failed org_1/site"]);
    expect(old.writes()).toEqual([]);
    expect(statuses(await old.through("apply"))).toEqual(["done org_1/site"]);
    expect(await old.ask("GET", "/v1/projects/prj_1")).toMatchObject({ slug: "theirs" });
  });

  it("to its previous slug, after the plan, is not made a second time", async () => {
    const act = (world: FaultyWorld) => world.ask("POST", "/v1/projects/prj_1", { slug: "old-site" });
    const seed = { projects: [{ ...SITE, slug: "theirs" }] };
    // The list is read for the plan, and right before the create.
    await using world = await withEdit({ before: "GET /v1/projects", nth: 2, act }, { seed });
    await world.write({ "a.yaml": file("  previous_slug: old-site\n") });
    await world.through("apply");
    expect(world.state().map(({ project }) => project)).toMatchObject([{ id: "prj_1", slug: "site" }]);
  });

  it("right before its deletion is kept", async () => {
    await using world = await withEdit({ before: "GET /v1/projects", nth: 2, act: rename }, {});
    await world.write({ "a.yaml": file("  absent: true\n") });
    const report = await world.through("apply");
    expect(await world.ask("GET", "/v1/projects/prj_1")).toMatchObject({ slug: "theirs" });
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining("renamed from site to theirs") },
    ]);
  });

  const NAMES = Array.from({ length: 60 }, (_item, index) => `d${index}.example.com`);

  it.each([
    ["a host name is attached", "POST /v1/projects/prj_1/domains", `domains: [${NAME}]\n`],
    ["many are attached", "POST /v1/projects/prj_1/domains", `domains: [${NAMES.join(", ")}]\n`],
    ["it is updated", "POST /v1/projects/prj_1", `  cache: true\ndomains: [${NAME}]\n`],
  ])("while %s makes what was written partial, and says so", async (_what, before, rest) => {
    await using world = await withEdit({ before, act: rename }, {});
    await world.write({ "a.yaml": file(rest) });
    const outcomes = (await world.through("apply")).applied?.outcomes ?? [];
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["partial"]));
    for (const { message } of outcomes) {
      expect(message).toMatch(/ prj_1(, which)? was renamed to theirs meanwhile\. Run plan, and check the project\.$/);
    }
  });
});

/** The second list of projects that is read shows the project as it was before. */
function oldListOnce() {
  let lists = 0;
  return (call: string, answer: { readonly status: number; readonly body: unknown }) => {
    if (!call.startsWith("GET /v1/projects?")) return answer;
    lists += 1;
    return lists === 2 ? { ...answer, body: { object: "list", data: [SITE], has_more: false } } : answer;
  };
}

describe("what others add to a project", () => {
  it("that is being deleted, is found right before the deletion, which keeps the project", async () => {
    const add = (world: FaultyWorld) => world.ask("POST", "/v1/projects/prj_1/domains", { name: "new.example.com" });
    await using world = await withEdit({ before: `DELETE /v1/projects/prj_1/domains/${NAME}`, act: add }, {});
    await world.ask("POST", "/v1/projects/prj_1/domains", { name: NAME });
    await world.write({ "a.yaml": file("  absent: true\n") });
    const report = await world.through("apply", { prune: ["all"] });
    expect(statuses(report)).toEqual(["failed org_1/site", `done org_1/site/${NAME}`]);
    expect(await world.ask("GET", "/v1/projects/prj_1/domains/new.example.com")).toBeDefined();
  });

  it("that this run just created, is never doubled in silence", async () => {
    const act = (world: FaultyWorld) =>
      world.ask("POST", "/v1/projects/prj_2/components", {
        component_slug: "edgee/ga4",
        settings: { measurement_id: "G-1" },
      });
    await using world = await withEdit(
      { before: "POST /v1/projects/prj_2", act },
      { faults: { service: { duplicateComponents: true } } },
    );
    const components = "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n";
    await world.write({ "a.yaml": file(`  cache: true\n${components}`, "new") });
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { key: "org_1/new", status: "done" },
      { key: "org_1/new/edgee/ga4", status: "partial", message: expect.stringMatching(/exists 2 times: pc_\d, pc_\d/) },
    ]);
  });
});

describe("a host name on the move", () => {
  const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
  const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
  const seed = { projects: [OLD, NEW] };
  const FILES = {
    "new.yaml": file(`domains: [${NAME}]\n`, "new"),
    "old.yaml": file(`domains: [{ name: ${NAME}, absent: true }]\n`, "old"),
  };
  const REMOVE = `/v1/projects/prj_old/domains/${NAME}`;

  it("that somebody else detached is not put back when the attachment fails", async () => {
    const edit = { before: `DELETE ${REMOVE}`, act: (world: FaultyWorld) => world.ask("DELETE", REMOVE) };
    const refused = {
      kind: "answer",
      status: 403,
      body: { error: { type: "forbidden_error", message: "no" } },
    } as const;
    await using world = await withEdit(edit, {
      seed,
      faults: { faults: [{ method: "POST", path: "/v1/projects/prj_new/domains", times: "always", fault: refused }] },
    });
    await world.write(FILES);
    expect(statuses(await world.through("apply"))).toEqual([`failed org_1/new/${NAME}`]);
    expect(await world.ask("GET", "/v1/projects/prj_old/domains")).toMatchObject({ data: [] });
  });

  it("that somebody else moved first is done", async () => {
    const act = async (world: FaultyWorld) => {
      await world.ask("DELETE", REMOVE);
      await world.ask("POST", "/v1/projects/prj_new/domains", { name: NAME });
    };
    await using world = await withEdit({ before: `DELETE ${REMOVE}`, act }, { seed });
    await world.write(FILES);
    const { applied } = await world.through("apply");
    expect(applied?.outcomes).toMatchObject([{ key: `org_1/new/${NAME}`, status: "done" }]);
  });

  it("whose old project somebody deletes meanwhile is attached to the new one", async () => {
    const act = (world: FaultyWorld) => world.ask("DELETE", "/v1/projects/prj_old");
    await using world = await withEdit({ before: "GET /v1/projects/prj_old", act }, { seed });
    await world.write(FILES);
    expect(statuses(await world.through("apply"))).toEqual([`done org_1/new/${NAME}`]);
  });

  it("whose old project is deleted between the two steps, with the answer lost, is done", async () => {
    const act = (world: FaultyWorld) => world.ask("DELETE", "/v1/projects/prj_old");
    const conflict = {
      kind: "answer",
      status: 409,
      handled: true,
      body: { error: { type: "conflict_error", message: "no" } },
    } as const;
    await using world = await withEdit(
      { before: "POST /v1/projects/prj_new/domains", act },
      { seed, faults: { faults: [{ method: "POST", path: "/v1/projects/prj_new/domains", fault: conflict }] } },
    );
    await world.write(FILES);
    expect(statuses(await world.through("apply"))).toEqual([`done org_1/new/${NAME}`]);
  });
});
