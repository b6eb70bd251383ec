import { describe, expect, it } from "vitest";
import { refusal, startFaultyWorld } from "../faulty-world.ts";
import { changesOf, itemOf, startWorld } from "../world.ts";

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const OLD = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "old",
  type: "proxy" as const,
  domains: [{ name: "www.example.com" }],
};
const NEW = { id: "prj_2", organization_id: "org_1", slug: "new", type: "proxy" as const };
const GOES = file("old", "  absent: true\ndomains:\n  - { name: www.example.com, absent: true }\n");
const TAKES = "domains: [www.example.com]\n";

describe("a project to be deleted whose host name is to move", () => {
  it("stays, with the host name, when the new project is refused it", async () => {
    await using world = await startFaultyWorld({ seed: { projects: [OLD, NEW] } }, (call) =>
      call === "POST /v1/projects/prj_2/domains" ? refusal(403, "forbidden_error") : undefined,
    );
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": GOES });
    const report = await world.through("apply");
    expect(report.applied?.counts).toMatchObject({ done: 0, failed: 2 });
    expect(report.applied?.outcomes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/403 .* www\.example\.com is attached to prj_1 again\.$/),
      expect.stringContaining("it holds www.example.com"),
    ]);
    expect(await world.ask("GET", "/v1/projects/prj_1/domains/www.example.com")).toMatchObject({
      name: "www.example.com",
    });
  });

  it("stays when the new project cannot be created", async () => {
    await using world = await startFaultyWorld({ seed: { projects: [OLD] } }, (call) =>
      call === "POST /v1/projects" ? refusal(400, "creation_error") : undefined,
    );
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": GOES });
    expect((await world.through("apply")).applied?.counts).toMatchObject({ done: 0, failed: 2, "not-started": 1 });
    expect(world.writes()).toEqual([]);
  });

  it("is blocked in the plan if the new project is", async () => {
    await using world = await startWorld({ seed: { projects: [OLD] } });
    await world.write({ "new.yaml": file("new", `  must_exist: true\n${TAKES}`), "old.yaml": GOES });
    const report = await world.run("apply");
    expect(report.result).toBe("blocked");
    expect(itemOf(report, "org_1/old")).toMatchObject({
      action: "blocked",
      reason: expect.stringContaining("www.example.com"),
    });
    expect(report.plan?.counts.delete).toBe(0);
    expect(world.writes()).toEqual([]);
  });

  it("stays when something was added to it since the plan", async () => {
    let added = false;
    await using world = await startFaultyWorld({ seed: { projects: [{ ...OLD, domains: [] }] } }, (call) => {
      if (call.startsWith("GET /v1/projects/prj_1/domains") && added) {
        return { status: 200, body: { data: [{ name: "late.example.com" }], has_more: false } };
      }
      added ||= call.startsWith("GET /v1/projects/prj_1/domains");
      return undefined;
    });
    await world.write({ "old.yaml": file("old", "  absent: true\n") });
    const report = await world.through("apply");
    expect(report.applied?.outcomes[0]).toMatchObject({
      status: "failed",
      message: expect.stringContaining("late.example.com"),
    });
    expect(world.writes()).toEqual([]);
  });
});

describe("a host name that no file declares any more", () => {
  it("is detached, even if another file that also removes it is blocked", async () => {
    await using world = await startWorld({ seed: { projects: [OLD] } });
    const gone = "domains:\n  - { name: www.example.com, absent: true }\n";
    await world.write({ "new.yaml": file("new", `  must_exist: true\n${gone}`), "old.yaml": file("old", gone) });
    expect(changesOf(await world.run("plan"))).toContain("delete domain org_1/old/www.example.com");
  });
});

describe("a move whose detachment got no answer", () => {
  it("leaves the host name attached", async () => {
    await using world = await startFaultyWorld({ seed: { projects: [OLD, NEW] } }, (call) =>
      call.startsWith("DELETE ") ? { status: 502, body: "bad gateway" } : undefined,
    );
    await world.write({
      "new.yaml": file("new", TAKES),
      "old.yaml": file("old", "domains:\n  - { name: www.example.com, absent: true }\n"),
    });
    const report = await world.through("apply");
    const [outcome] = report.applied?.outcomes ?? [];
    expect(outcome).toMatchObject({ status: "unknown", message: expect.stringContaining("502") });
    expect(outcome?.message).not.toContain("no project");
    expect(await world.ask("GET", "/v1/projects/prj_1/domains/www.example.com")).toMatchObject({
      name: "www.example.com",
    });
  });
});

describe("a move whose detachment was refused", () => {
  it("writes nothing more", async () => {
    const calls: string[] = [];
    await using world = await startFaultyWorld({ seed: { projects: [OLD, NEW] } }, (call) => {
      if (!call.startsWith("GET ")) calls.push(call);
      return call.startsWith("DELETE ") ? refusal(403, "forbidden_error") : undefined;
    });
    await world.write({
      "new.yaml": file("new", TAKES),
      "old.yaml": file("old", "domains:\n  - { name: www.example.com, absent: true }\n"),
    });
    expect((await world.through("apply")).applied?.counts).toMatchObject({ failed: 1 });
    expect(calls).toEqual(["DELETE /v1/projects/prj_1/domains/www.example.com"]);
  });
});

it("a detachment whose answer is lost, and that is not found by the next attempt, is done, also if nothing can be read", async () => {
  const lost = { method: "DELETE", fault: { kind: "reset", when: "body" } } as const;
  const path = "/v1/projects/prj_1/domains";
  const unreadable = { method: "GET", path, nth: 2, times: 99, fault: { kind: "html", status: 200 } } as const;
  await using world = await startWorld({ seed: { projects: [OLD] } });
  await world.write({ "old.yaml": file("old", "domains:\n  - { name: www.example.com, absent: true }\n") });
  world.setFaults({ faults: [lost, unreadable] });
  const report = await world.run("apply");
  expect(report.applied?.outcomes).toMatchObject([{ key: "org_1/old/www.example.com", status: "done" }]);
  expect(world.state().map(({ domains }) => domains)).toEqual([[]]);
});
