import { expect, it } from "vitest";
import { startWorld, type World } from "../world.ts";

/*
 * A host name must not be lost if its move fails, whatever the service's lists show, and even if another project has it.
 */

const NAME = "www.example.com";
const SEED = {
  projects: [
    { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] },
    { id: "prj_new", organization_id: "org_1", slug: "new" },
  ],
};
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const FILES = {
  "new.yaml": file("new", `domains: [${NAME}]\n`),
  "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`),
};
const ATTACH = { method: "POST", path: "/v1/projects/prj_new/domains", times: "always" } as const;
const refusal = (status: number, type: string) =>
  ({ kind: "answer", status, body: { error: { type, message: "no" } } }) as const;

it("a project is not deleted with a host name that came back, though its list does not show it", async () => {
  await using world = await startWorld({
    seed: SEED,
    faults: {
      service: { staleListsMs: 9_000 },
      faults: [{ ...ATTACH, fault: refusal(403, "forbidden_error") }],
    },
  });
  const gone = file("old", `  absent: true\ndomains: [{ name: ${NAME}, absent: true }]\n`);
  await world.write({ ...FILES, "old.yaml": gone });
  const report = await world.run("apply");
  expect(report.applied?.outcomes).toMatchObject([
    { key: "org_1/new/www.example.com", status: "failed" },
    { key: "org_1/old", status: "failed", message: expect.stringContaining(NAME) },
  ]);
  expect(world.writes()).not.toContain("DELETE /v1/projects/prj_old");
  expect(await world.ask("GET", `/v1/projects/prj_old/domains/${NAME}`)).toMatchObject({ name: NAME });
});

it("a project that keeps a host name keeps what else is in it", async () => {
  const projects = SEED.projects.map((project) =>
    project.id === "prj_old" ? { ...project, domains: [{ name: NAME }, { name: "shop.example.com" }] } : project,
  );
  await using world = await startWorld({
    seed: { projects },
    faults: { faults: [{ ...ATTACH, fault: refusal(403, "forbidden_error") }] },
  });
  await world.write({ ...FILES, "old.yaml": file("old", "  absent: true\n") });
  const report = await world.run("apply", { prune: ["all"] });
  expect(report.applied?.outcomes).toMatchObject([
    { key: "org_1/new/www.example.com", status: "failed" },
    { key: "org_1/old", status: "failed" },
    { key: "org_1/old/shop.example.com", status: "not-started" },
  ]);
  expect(await world.ask("GET", "/v1/projects/prj_old/domains/shop.example.com")).toBeDefined();
});

it("a project is deleted with what it holds even if lists lag", async () => {
  await using world = await startWorld({ seed: SEED, faults: { service: { staleListsMs: 9_000 } } });
  await world.write({ "old.yaml": file("old", "  absent: true\n") });
  expect((await world.run("apply", { prune: ["all"] })).result).toBe("applied");
});

it("a host name that is offline is attached as soon as the service allows it", async () => {
  const wait = { kind: "answer", status: 429, headers: { "retry-after": "120" } } as const;
  await using world = await startWorld({
    seed: SEED,
    faults: { faults: [{ method: "POST", times: 1, fault: wait }] },
  });
  await world.write(FILES);
  expect((await world.run("apply")).result).toBe("applied");
  expect(await world.ask("GET", `/v1/projects/prj_new/domains/${NAME}`)).toMatchObject({ name: NAME });
});

it("a project that is gone but still listed does not stop unrelated files", async () => {
  await using world = await startWorld({ seed: SEED, faults: { service: { staleListsMs: 9_000 } } });
  await world.ask("DELETE", "/v1/projects/prj_old");
  await world.write({
    "old.yaml": file("old", "domains: [a.example.com]\n"),
    "new.yaml": file("new", "domains: [b.example.com]\n"),
  });
  const report = await world.run("apply");
  expect(report.applied?.outcomes).toMatchObject([{ key: "org_1/new/b.example.com", status: "done" }]);
});

it("a host name is not moved from a project that was renamed by hand, which a stale list does not show", async () => {
  await using world = await startWorld({ seed: SEED, faults: { service: { staleListsMs: 9_000 } } });
  await world.ask("POST", "/v1/projects/prj_old", { slug: "theirs" });
  world.writes();
  await world.write(FILES);
  const { applied } = await world.run("apply");
  expect(applied?.outcomes).toMatchObject([
    { status: "failed", message: expect.stringContaining("prj_old was renamed from old to theirs") },
  ]);
  expect(world.writes()).toEqual([]);
});

it("a host name leaves a project that the same run renames", async () => {
  await using world = await startWorld({ seed: SEED });
  const renamed = file("older", `  previous_slug: old\ndomains: [{ name: ${NAME}, absent: true }]\n`);
  await world.write({ ...FILES, "old.yaml": renamed });
  expect((await world.run("apply")).result).toBe("applied");
  expect(await world.ask("GET", `/v1/projects/prj_new/domains/${NAME}`)).toMatchObject({ name: NAME });
});

it("a host name that arrived although its attachment was refused is done", async () => {
  await using world = await startWorld({
    seed: SEED,
    faults: { faults: [{ ...ATTACH, fault: { ...refusal(409, "conflict_error"), handled: true } }] },
  });
  await world.write(FILES);
  const { applied } = await world.run("apply");
  expect(applied?.outcomes).toMatchObject([{ status: "done" }]);
  expect(await world.ask("GET", `/v1/projects/prj_new/domains/${NAME}`)).toMatchObject({ name: NAME });
});

const ownersOf = (world: World): string[] =>
  world.state().flatMap(({ project, domains }) => (domains.length > 0 ? [project.id] : []));
const PUT_BACK = { method: "POST", path: "/v1/projects/prj_old/domains", nth: 1 } as const;

it.each([
  ["never arrived", "before"],
  ["arrived", "after"],
] as const)(
  "a late read is not taken for its way back, whose answer is lost and whose request %s",
  async (_what, when) => {
    await using world = await startWorld({
      seed: SEED,
      habits: { late: { readsMs: 2_000 } },
      faults: {
        faults: [
          { ...ATTACH, fault: refusal(403, "forbidden_error") },
          { ...PUT_BACK, fault: { kind: "reset", when } },
        ],
      },
    });
    await world.write(FILES);
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([
      {
        key: "org_1/new/www.example.com",
        status: "failed",
        message: expect.stringContaining("attached to prj_old again"),
      },
    ]);
    expect(ownersOf(world)).toEqual(["prj_old"]);
  },
);

it("a late read does not show that a detachment without an answer failed", async () => {
  await using world = await startWorld({
    seed: SEED,
    habits: { late: { readsMs: 2_000 }, hostNames: { releaseMs: 5_000 } },
    faults: {
      faults: [
        { method: "DELETE", times: "always", fault: { kind: "reset", when: "after" } },
        { ...PUT_BACK, fault: refusal(409, "conflict_error") },
      ],
    },
  });
  await world.write(FILES);
  const report = await world.run("apply");
  expect(report.applied?.outcomes).toMatchObject([{ key: "org_1/new/www.example.com", status: "done" }]);
  expect(ownersOf(world)).toEqual(["prj_new"]);
});
