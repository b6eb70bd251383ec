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
  it("before a run with an old list is not adopted and renamed back: a new one is made", async () => {
    // The plan reads a fresh list, and the apply an old one.
    await using old = await startFaultyWorld(
      { seed: { projects: [{ ...SITE, slug: "theirs" }] } },
      () => undefined,
      oldListOnce(),
    );
    await old.write({ "a.yaml": file("  description: ours\n") });
    const report = await old.through("apply");
    expect(statuses(report)).toEqual(["done org_1/site"]);
    expect(await old.ask("GET", "/v1/projects/prj_1")).toMatchObject({ slug: "theirs" });
  });

  it("to its previous slug, after the plan, is not made a second time", async () => {
    const act = (world: FaultyWorld) => world.ask("POST", "/v1/projects/prj_1", { slug: "old-site" });
    const seed = { projects: [{ ...SITE, slug: "theirs" }] };
    // The list is read for the plan, and right before the create.
    await using world = await withEdit({ before: "GET /v1/projects", nth: 2, act }, { seed });
    await world.write({ "a.yaml": file("  previous_slug: old-site\n") });
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining("prj_1 has the slug old-site since the plan was made") },
    ]);
    expect(statuses(await world.through("apply"))).toEqual(["done org_1/site"]);
    expect(await world.ask("GET", "/v1/projects/prj_1")).toMatchObject({ slug: "site" });
  });

  it("right before its deletion is kept", async () => {
    // The last read before the deletion follows the lists of what is left in it.
    await using world = await withEdit({ before: "GET /v1/projects/prj_1/components", nth: 3, act: rename }, {});
    await world.write({ "a.yaml": file("  absent: true\n") });
    const report = await world.through("apply");
    expect(await world.ask("GET", "/v1/projects/prj_1")).toMatchObject({ slug: "theirs" });
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining("renamed from site to theirs") },
    ]);
  });

  it("while its children are written makes them partial, and says so", async () => {
    const edit = { before: "POST /v1/projects/prj_1/domains", act: rename };
    await using world = await withEdit(edit, {});
    await world.write({ "a.yaml": file(`domains: [${NAME}]\n`) });
    const report = await world.through("apply");
    expect(report.result).toBe("partial");
    expect(report.applied?.outcomes).toMatchObject([
      {
        key: `org_1/site/${NAME}`,
        status: "partial",
        message: expect.stringContaining("written into prj_1, which was renamed to theirs"),
      },
    ]);
  });

  it("while its update is on its way gets no children, and says so", async () => {
    await using world = await withEdit({ before: "POST /v1/projects/prj_1", act: rename }, {});
    await world.write({ "a.yaml": file(`  cache: true\ndomains: [${NAME}]\n`) });
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "partial", message: expect.stringContaining("written into prj_1, which was renamed to theirs") },
      { status: "not-started", message: expect.stringContaining("prj_1 was renamed from site to theirs") },
    ]);
    expect(await world.ask("GET", "/v1/projects/prj_1/domains")).toMatchObject({ data: [] });
  });

  it("while its update is refused gets no children", async () => {
    const refuse = async (world: FaultyWorld) => {
      await rename(world);
      const body = { error: { type: "update_error", message: "no" } };
      world.setFaults({
        faults: [{ method: "POST", path: "/v1/projects/prj_1", fault: { kind: "answer", status: 400, body } }],
      });
    };
    await using world = await withEdit({ before: "POST /v1/projects/prj_1", act: refuse }, {});
    await world.write({ "a.yaml": file(`  cache: true\ndomains: [${NAME}]\n`) });
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed" },
      { status: "not-started", message: expect.stringContaining("prj_1 was renamed from site to theirs") },
    ]);
    expect(await world.ask("GET", "/v1/projects/prj_1/domains")).toMatchObject({ data: [] });
  });

  it("during many writes gets no more of them than a few", async () => {
    const names = Array.from({ length: 60 }, (_item, index) => `d${index}.example.com`);
    await using world = await withEdit({ before: "POST /v1/projects/prj_1/domains", act: rename }, {});
    await world.write({ "a.yaml": file(`domains: [${names.join(", ")}]\n`) });
    const report = await world.through("apply");
    expect(report.applied?.counts).toMatchObject({ done: 0, partial: 20, "not-started": 40 });
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

  it("that is to be deleted, since the plan was made, keeps all that is in it", async () => {
    const add = (world: FaultyWorld) => world.ask("POST", "/v1/projects/prj_1/domains", { name: "new.example.com" });
    // The plan reads the first list.
    await using world = await withEdit({ before: "GET /v1/projects/prj_1/domains", nth: 2, act: add }, {});
    await world.ask("POST", "/v1/projects/prj_1/domains", { name: NAME });
    await world.write({ "a.yaml": file("  absent: true\n") });
    const report = await world.through("apply", { prune: ["all"] });
    expect(statuses(report)).toEqual(["failed org_1/site", `not-started org_1/site/${NAME}`]);
    expect(world.writes().filter((line) => line.startsWith("DELETE"))).toEqual([]);
  });

  it("that this run just created, is adopted instead of made twice", async () => {
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
      { key: "org_1/new/edgee/ga4", status: "done", message: expect.stringContaining("adopted") },
    ]);
    expect(world.writes().filter((line) => line.endsWith("/components"))).toHaveLength(1);
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
