import { describe, expect, it } from "vitest";
import { startFaultyWorld } from "../faulty-world.ts";
import { startWorld } from "../world.ts";

/* Services release a host name some time after its detachment, and say in different ways that it is still taken. */

const NAME = "www.example.com";
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
const FILES = {
  "new.yaml": file("new", `domains: [${NAME}]\n`),
  "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`),
};
const ATTACH = "POST /v1/projects/prj_new/domains";
const refused = (status: number, type: string) =>
  ({ kind: "answer", status, body: { error: { type, message: "still taken" } } }) as const;

/** A service that refuses every attachment this many times after a detachment. */
async function releasing(tries: number, status: number, type: string) {
  return startWorld({
    seed: { projects: [OLD, NEW] },
    faults: {
      faults: [{ method: "POST", path: "/v1/projects/*/domains", times: tries, fault: refused(status, type) }],
    },
  });
}

describe("a host name that is released late", () => {
  it.each([
    ["409", 409, "conflict_error"],
    ["423", 423, "invalid_request_error"],
    ["429", 429, "invalid_request_error"],
    ["503", 503, "update_error"],
  ])("is attached to its new project in the end: %s", async (_case, status, type) => {
    await using world = await releasing(20, status, type);
    await world.write(FILES);
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([{ key: `org_1/new/${NAME}`, status: "done" }]);
    expect(await world.ask("GET", `/v1/projects/prj_new/domains/${NAME}`)).toMatchObject({ name: NAME });
    expect(world.writes().filter((line) => line === `DELETE /v1/projects/prj_old/domains/${NAME}`)).toHaveLength(1);
  });

  it("and shown at its old project until then is attached to its new one", async () => {
    const habits = { hostNames: { releaseMs: 60_000 }, late: { readsMs: 60_000 } };
    await using world = await startWorld({ seed: { projects: [OLD, NEW] }, habits });
    await world.write(FILES);
    expect((await world.run("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
    expect(world.state().map(({ domains }) => domains.map(({ name }) => name))).toEqual([[], [NAME]]);
  });

  it("and refused in words of its own to both projects is attached to one of them in the end", async () => {
    await using world = await releasing(9, 422, "creation_error");
    await world.write(FILES);
    const [outcome] = (await world.run("apply")).applied?.outcomes ?? [];
    expect(["done", "failed"]).toContain(outcome?.status);
    const at = outcome?.status === "done" ? "prj_new" : "prj_old";
    expect(await world.ask("GET", `/v1/projects/${at}/domains/${NAME}`)).toMatchObject({ name: NAME });
  });

  it("for longer than five minutes is attached to nothing, and the outcome says so", async () => {
    await using world = await releasing(1_000, 409, "conflict_error");
    await world.write(FILES);
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining("is attached to no project now") },
    ]);
    const times = world.requests().filter(({ method }) => method === "POST");
    const span = (times.at(-1)?.receivedAt ?? 0) - (times[0]?.receivedAt ?? 0);
    expect(span).toBeGreaterThanOrEqual(300_000);
    expect(span).toBeLessThan(330_000);
  });

  it("and refused for good is put back at once", async () => {
    await using world = await startWorld({
      seed: { projects: [OLD, NEW] },
      faults: {
        faults: [
          {
            method: "POST",
            path: "/v1/projects/prj_new/domains",
            times: "always",
            fault: refused(400, "creation_error"),
          },
        ],
      },
    });
    await world.write(FILES);
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining(`${NAME} is attached to prj_old again.`) },
    ]);
    expect(world.writes().filter((line) => line === ATTACH)).toHaveLength(1);
  });

  it("goes to a project of the same run that the service does not find at once", async () => {
    const missing = {
      kind: "answer",
      status: 404,
      body: { error: { type: "not_found_error", message: "no such project" } },
    } as const;
    await using world = await startWorld({
      seed: { projects: [OLD] },
      faults: { faults: [{ path: "/v1/projects/prj_2/*", times: 6, fault: missing }] },
    });
    await world.write(FILES);
    expect((await world.run("apply")).applied?.outcomes).toMatchObject([
      { key: "org_1/new", status: "done" },
      { key: `org_1/new/${NAME}`, status: "done" },
    ]);
  });
});

describe("what is below a project that this run just created", () => {
  const missing = {
    kind: "answer",
    status: 404,
    body: { error: { type: "not_found_error", message: "no such project" } },
  } as const;
  const below = ["/v1/projects/prj_1/*", "/v1/projects/prj_1"].map((path) => ({ path, times: 4, fault: missing }));
  const FILE = file("new", `  cache: true\ncomponents:\n  edgee/maintenance-page: {}\ndomains: [${NAME}]\n`);

  it("is written as soon as the service finds the project", async () => {
    await using world = await startWorld({ faults: { faults: below } });
    await world.write({ "a.yaml": FILE });
    const report = await world.run("apply");
    expect(report.applied?.outcomes.map(({ key, status }) => `${status} ${key}`)).toEqual([
      "done org_1/new",
      "done org_1/new/edgee/maintenance-page",
      `done org_1/new/${NAME}`,
    ]);
    expect((await world.run("plan")).result).toBe("no-changes");
  });

  it("fails if the service does not find it within the settle window", async () => {
    await using world = await startWorld({
      faults: { faults: [{ path: "/v1/projects/prj_1/*", times: "always", fault: missing }] },
    });
    await world.write({ "a.yaml": FILE });
    const report = await world.run("apply");
    expect(report.applied?.counts).toMatchObject({ failed: 2 });
  });
});

describe("a host name that another project has", () => {
  const TAKEN = { id: "prj_9", organization_id: "org_9", slug: "theirs", domains: [{ name: NAME }] };
  const FILE = { "new.yaml": file("new", `domains: [${NAME}, b.example.com]\n`) };

  it("is refused with the project that has it", async () => {
    await using world = await startWorld({ seed: { projects: [TAKEN, NEW] } });
    await world.write(FILE);
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "done" },
      { status: "failed", message: expect.stringContaining("attached to project theirs of org_9 (prj_9)") },
    ]);
  });

  it("and that the token does not see is refused without it", async () => {
    await using world = await startFaultyWorld({ seed: { projects: [TAKEN, NEW] } }, (call) =>
      call.startsWith("GET /v1/projects?order") || call.startsWith("GET /v1/projects/prj_9")
        ? { status: 403, body: { error: { type: "forbidden_error", message: "no" } } }
        : undefined,
    );
    await world.write(FILE);
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "done" },
      { status: "failed", message: expect.stringContaining("No project that this token sees has it.") },
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

describe("a new project that the service shows late", () => {
  it("gets all its children in one run, however many", async () => {
    await using world = await startWorld({ habits: { late: { readsMs: 4_000 } } });
    const names = Array.from({ length: 45 }, (_, index) => `w${index}.example.com`);
    await world.write({ "new.yaml": file("new", `domains: [${names.join(", ")}]\n`) });
    const { applied } = await world.run("apply");
    expect(applied?.outcomes.filter(({ status }) => status !== "done")).toEqual([]);
    expect(world.state()[0]?.domains).toHaveLength(45);
  });
});
