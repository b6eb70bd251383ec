import { describe, expect, it } from "vitest";
import { between, refusesProjects } from "../../habit.ts";
import { always, answered, EMPTY, on, open, refused, renameOf, SITE } from "../../reconcile/scene.ts";
import { startWith, startWorld } from "../world.ts";

const NAME = "www.example.com";
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };

describe("a host name that another project has", () => {
  const TAKEN = { id: "prj_9", organization_id: "org_9", slug: "theirs", domains: [{ name: NAME }] };
  const FILE = { "new.yaml": file("new", `domains: [${NAME}, b.example.com]\n`) };

  it("and that the token does not see is refused without it", async () => {
    const hidden = between(refusesProjects(null, 403, "forbidden_error"));
    await using world = await startWith(FILE, { seed: { projects: [TAKEN, NEW] }, between: hidden });
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "done" },
      { status: "failed", message: expect.stringContaining("No project whose domains this token can read has it") },
    ]);
  });

  it("costs one read of the visible projects, however many names are taken", async () => {
    const names = ["a", "b", "c"].map((name) => ({ name: `${name}.example.com` }));
    await using world = await startWorld({ seed: { projects: [{ ...TAKEN, domains: names }, NEW] } });
    await world.write({ "new.yaml": file("new", `domains: [${names.map(({ name }) => name).join(", ")}]\n`) });
    expect((await world.run("apply")).applied?.counts.failed).toBe(3);
    expect(world.requests().filter(({ path }) => path === "/v1/projects/prj_9/domains")).toHaveLength(1);
  });
});

it("a host name that the very project has is done: a gateway repeated the attachment, and the list was late", async () => {
  const scene = open({
    projects: [EMPTY],
    faults: [
      on("POST /v1/projects/prj_2/domains", refused(409, "conflict_error", true)),
      on("GET /v1/projects/prj_2/domains", answered({ object: "list", data: [], has_more: false }), { nth: 2 }),
      on(`GET /v1/projects/prj_2/domains/${NAME}`, refused(404, "not_found_error"), { times: 1 }),
    ],
  });
  const { outcomes, messages } = await scene.apply(
    `version: 1\nproject: { organization_id: org_1, slug: empty }\ndomains: [${NAME}]\n`,
  );
  expect(outcomes).toEqual([`done org_1/empty/${NAME}`]);
  expect(messages.join()).toContain("Already done");
});

it.each([0, 2_000, 5_000])("also if lists and reads by its name lag for %i ms", async (milliseconds) => {
  const scene = open({
    projects: [EMPTY],
    habits: { late: { readsMs: milliseconds } },
    service: { staleListsMs: milliseconds },
    faults: [on("POST /v1/projects/prj_2/domains", refused(409, "conflict_error", true))],
  });
  const { outcomes } = await scene.apply(file("empty", `domains: [${NAME}]\n`));
  expect(outcomes).toEqual([`done org_1/empty/${NAME}`]);
});

it("but not if the project was renamed meanwhile", async () => {
  const scene = open({
    projects: [EMPTY],
    faults: [on("POST /v1/projects/prj_2/domains", refused(409, "conflict_error", true))],
    meanwhile: { at: "POST /v1/projects/prj_2/domains", writes: [renameOf("prj_2")] },
  });
  const { outcomes, messages } = await scene.apply(file("empty", `domains: [${NAME}]\n`));
  expect(outcomes).toEqual([`failed org_1/empty/${NAME}`]);
  expect(messages.join()).toContain("It is attached to project theirs of org_1 (prj_2)");
});

it("a host name that another project has too, by its list, is not taken for done", async () => {
  const scene = open({
    projects: [EMPTY, SITE],
    faults: [
      on(
        "GET /v1/projects/prj_2/domains",
        answered({ object: "list", data: [{ object: "domain", name: NAME, project_id: "prj_2" }], has_more: false }),
        { nth: 3, times: 99 },
      ),
    ],
  });
  const { outcomes } = await scene.apply(
    `version: 1\nproject: { organization_id: org_1, slug: empty }\ndomains: [${NAME}]\n`,
  );
  expect(outcomes).toEqual([`failed org_1/empty/${NAME}`]);
});

it("a host name that only a list of the very project shows, which goes back in time, is not taken for done", async () => {
  const list = { object: "list", data: [{ object: "domain", name: NAME, project_id: "prj_2" }], has_more: false };
  const scene = open({
    projects: [EMPTY],
    faults: [
      on("POST /v1/projects/prj_2/domains", refused(409, "conflict_error"), always),
      on("GET /v1/projects/prj_2/domains", answered(list), { nth: 3, times: 99 }),
    ],
  });
  const { outcomes } = await scene.apply(
    `version: 1\nproject: { organization_id: org_1, slug: empty }\ndomains: [${NAME}]\n`,
  );
  expect(outcomes).toEqual([`failed org_1/empty/${NAME}`]);
});
