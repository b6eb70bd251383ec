import { describe, expect, it } from "vitest";
import { isObject } from "../../../provider/resources/json.ts";
import type { Faults } from "../fault-proxy.ts";
import { refusal, startFaultyWorld } from "../faulty-world.ts";

/* A service that answers a create or an attachment with 2xx, and shows an object of somebody else. */

const NAME = "www.example.com";
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
const ATTACH = "POST /v1/projects/prj_new/domains";
const RECORD = { object: "domain", name: NAME, project_id: "prj_old", dns_status: false, ssl_status: false };

/** Answers the first attachments to the new project with the record of the old one. */
function answersOldRecord(times: number): Faults {
  let left = times;
  return (call) => (call === ATTACH && left-- > 0 ? { status: 200, body: RECORD } : undefined);
}

describe("an attachment that is answered with the record of another project", () => {
  it.each([
    ["", () => undefined],
    [
      ", also if the new project cannot be read",
      (call: string) =>
        call.startsWith("GET /v1/projects/prj_new/domains/") ? refusal(403, "forbidden_error") : undefined,
    ],
  ])("is unknown, and the message names the project that has the host name%s", async (_what, faults) => {
    const answers = answersOldRecord(9);
    await using world = await startFaultyWorld(
      { seed: { projects: [OLD, NEW] } },
      (call, body) => faults(call) ?? answers(call, body),
    );
    await world.write({ "new.yaml": file("new", `domains: [${NAME}]\n`) });
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([
      { status: "unknown", message: expect.stringContaining("It is attached to project old of org_1 (prj_old).") },
    ]);
  });

  it("is sent again in a move, until the service has released the host name", async () => {
    await using world = await startFaultyWorld({ seed: { projects: [OLD, NEW] } }, answersOldRecord(5));
    await world.write({
      "new.yaml": file("new", `domains: [${NAME}]\n`),
      "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`),
    });
    const { applied } = await world.through("apply");
    expect(applied?.outcomes).toMatchObject([{ key: `org_1/new/${NAME}`, status: "done" }]);
    expect(world.state().map(({ domains }) => domains.map(({ name }) => name))).toEqual([[], [NAME]]);
  });

  it("is done if a read shows the host name: records show ids of projects in another form", async () => {
    await using world = await startFaultyWorld(
      { seed: { projects: [NEW] } },
      () => undefined,
      (call, { status, body }) => ({
        status,
        body: call === ATTACH && isObject(body) ? { ...body, project_id: "projects/new" } : body,
      }),
    );
    await world.write({ "new.yaml": file("new", `domains: [${NAME}]\n`) });
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
    expect(world.writes()).toEqual([ATTACH]);
  });

  it("is done if a read shows the host name late: records show ids of projects in another form", async () => {
    await using world = await startFaultyWorld(
      {
        seed: { projects: [NEW] },
        habits: { late: { readsMs: 3_000 } },
        faults: { service: { staleListsMs: 3_000 } },
      },
      () => undefined,
      (call, { status, body }) => ({
        status,
        body: call === ATTACH && isObject(body) ? { ...body, project_id: "PRJ-1" } : body,
      }),
    );
    await world.write({ "new.yaml": file("new", `domains: [${NAME}]\n`) });
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
    expect(world.writes()).toEqual([ATTACH]);
  });
});

describe("a create that is answered with another project", () => {
  const SITE = file("site", `  cache: true\ndomains: [${NAME}]\n`);

  it.each([
    ["of another organization", { id: "prj_x", organization_id: "org_2", slug: "site" }],
    ["that was listed with another slug", { id: "prj_x", organization_id: "org_1", slug: "site-main" }],
  ])("%s is unknown, names it, and nothing more is written", async (_case, other) => {
    await using world = await startFaultyWorld({ seed: { projects: [other] } }, (call) =>
      call === "POST /v1/projects" ? { status: 200, body: other } : undefined,
    );
    await world.write({ "site.yaml": SITE });
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([
      {
        status: "unknown",
        message: expect.stringContaining(`prj_x, which is project ${other.slug} of ${other.organization_id}. If it is`),
      },
      { status: "not-started" },
    ]);
    expect(world.writes()).toEqual([]);
  });

  it("that shows the organization in another form is partial, with its id: the list of the organization shows it", async () => {
    await using world = await startFaultyWorld(
      { seed: { organizations: ["org_1"] }, faults: { service: { staleListsMs: 3_000 } } },
      () => undefined,
      (call, { status, body }) => ({
        status,
        body: call === "POST /v1/projects" && isObject(body) ? { ...body, organization_id: "acme-inc" } : body,
      }),
    );
    await world.write({ "site.yaml": SITE });
    const [project] = (await world.through("apply")).applied?.outcomes ?? [];
    expect(project).toMatchObject({ id: "prj_1" });
    expect(["done", "partial"]).toContain(project?.status);
    expect(world.state()).toHaveLength(1);
  });

  it("that shows neither organization nor slug is continued", async () => {
    await using world = await startFaultyWorld(
      { seed: { organizations: ["org_1"] } },
      () => undefined,
      (call, { status, body }) => ({ status, body: call === "POST /v1/projects" ? { id: "prj_1" } : body }),
    );
    await world.write({ "site.yaml": SITE });
    expect((await world.through("apply")).result).toBe("applied");
  });
});
