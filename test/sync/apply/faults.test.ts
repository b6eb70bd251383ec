import { describe, expect, it } from "vitest";
import { refusal, startFaultyWorld } from "../faulty-world.ts";
import { startWorld } from "../world.ts";

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const SEED = {
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "old",
      type: "proxy" as const,
      domains: [{ name: "www.example.com" }],
    },
    { id: "prj_2", organization_id: "org_1", slug: "new", type: "proxy" as const },
  ],
};
const MOVE = {
  "new.yaml": file("new", "domains: [www.example.com]\n"),
  "old.yaml": file("old", "domains:\n  - { name: www.example.com, absent: true }\n"),
};

describe("a move", () => {
  it("attaches the host name to its old project again if the new one is refused it", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call === "POST /v1/projects/prj_2/domains" ? refusal(400, "creation_error") : undefined,
    );
    await world.write(MOVE);
    const report = await world.through("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 1, unknown: 0, "not-started": 0 });
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_1/domains",
    ]);
  });

  it("also attaches it again if it is not known whether the new one has it", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call === "POST /v1/projects/prj_2/domains" ? "cut" : undefined,
    );
    await world.write(MOVE);
    const report = await world.through("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 0, unknown: 1, "not-started": 0 });
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_1/domains",
    ]);
  });

  it("reports it if it could not be attached again", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call.startsWith("POST /v1/projects/prj_") ? refusal(400, "creation_error") : undefined,
    );
    await world.write(MOVE);
    const report = await world.through("apply");
    expect(report.applied?.counts).toMatchObject({ unknown: 1 });
    expect(report.applied?.outcomes[0]?.message).toContain("www.example.com may not be attached to any project now.");
  });
});

describe("a write without an answer", () => {
  it("is reported as unknown, not as failed", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call === "POST /v1/projects/prj_2" ? "cut" : undefined,
    );
    await world.write({ "new.yaml": file("new", "  description: x\n") });
    const report = await world.through("apply");
    expect(report.result).toBe("partial");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "unknown", message: expect.stringContaining("POST /v1/projects/prj_2") },
    ]);
  });
});

describe("a token that is refused in the middle of a run", () => {
  it("stops all further writes", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call.startsWith("POST") ? refusal(401, "authentication_error") : undefined,
    );
    const domains = Array.from({ length: 20 }, (_, index) => `h${index}.example.com`);
    await world.write({ "new.yaml": file("new", `  description: x\ndomains: ${JSON.stringify(domains)}\n`) });
    const report = await world.through("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 1, unknown: 0, "not-started": 20 });
    expect(report.applied?.outcomes[1]?.message).toBe("The service no longer accepts the token.");
  });
});

describe("a token that is refused between a project's two calls", () => {
  it("stops all further writes too", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call === "POST /v1/projects/prj_3" ? refusal(401, "authentication_error") : undefined,
    );
    await world.write({ "third.yaml": file("third", "  force_https: false\ndomains: [a.example.com]\n") });
    const report = await world.through("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 1, failed: 0, unknown: 0, "not-started": 1 });
    expect(report.applied?.outcomes[0]).toMatchObject({ id: "prj_3" });
  });
});

describe("a project to be deleted", () => {
  it("stays when something in it could not be deleted", async () => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call.startsWith("DELETE") && call.includes("/domains/www") ? refusal(403, "forbidden_error") : undefined,
    );
    await world.write({ "old.yaml": file("old", "  absent: true\n") });
    const report = await world.through("apply", { prune: ["all"] });
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 2, unknown: 0, "not-started": 0 });
    expect(world.writes()).toEqual([]);
  });
});

describe("a service that repeats the request", () => {
  it("does not make the report show a secret", async () => {
    const secret = "canary-cookie-name";
    await using world = await startFaultyWorld({ seed: SEED }, (call, body) =>
      call === "POST /v1/projects/prj_2" ? refusal(400, "update_error", `this is wrong: ${body}`) : undefined,
    );
    await world.write({ "new.yaml": file("new", "  cookie_name: { secret: COOKIE }\n") });
    const report = await world.through("apply", { environment: { COOKIE: secret } });
    expect(report.applied?.outcomes[0]?.message).toContain("(secret)");
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});

describe("a list of projects that is answered badly once, after the plan", () => {
  it("fails the creates that waited for it, and no later one", async () => {
    // 100 projects are written at the same time.
    const slugs = Array.from({ length: 103 }, (_, index) => `site-${index}`);
    await using world = await startWorld({ seed: { organizations: ["org_1"] } });
    await world.write(Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, file(slug, "")])));
    let isWriting = false;
    const report = await world.run("apply", {
      onProgress: ({ stage }) => {
        if (isWriting || stage !== "write") return;
        isWriting = true;
        world.setFaults({ faults: [{ method: "GET", path: "/v1/projects", fault: { kind: "html" } }] });
      },
    });
    expect(report.applied?.counts).toMatchObject({ failed: 100, done: 3 });
    expect(world.writes()).toHaveLength(3);
  });
});
