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
  it.each([
    ["is refused it", refusal(400, "creation_error")],
    ["does not answer", "cut"],
  ] as const)("attaches the host name to its old project again if the new one %s", async (_what, answer) => {
    await using world = await startFaultyWorld({ seed: SEED }, (call) =>
      call === "POST /v1/projects/prj_2/domains" ? answer : undefined,
    );
    await world.write(MOVE);
    const report = await world.through("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 1, unknown: 0, "not-started": 0 });
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
    expect(report.applied?.counts).toMatchObject({ failed: 1 });
    expect(report.applied?.outcomes[0]?.message).toMatch(
      /^www\.example\.com is attached to no project now\. .*attach it by hand/,
    );
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

describe("a list that cannot be read after the plan", () => {
  const site = file("site", "components:\n  edgee/maintenance-page: {}\n");
  const cases = [
    ["a project is created", "/v1/projects", { "site.yaml": file("site", "") }],
    ["a project is deleted", "/v1/projects/prj_1/domains", { "old.yaml": file("old", "  absent: true\n") }],
    ["a component is integrated", "/v1/projects/prj_2", { "new.yaml": site.replace("slug: site", "slug: new") }],
  ] as const;

  /** The tool, with that list answered badly from the plan on. */
  async function apply(path: string, files: Readonly<Record<string, string>>, times: number | "always") {
    const projects = SEED.projects.map((project) => ({ ...project, domains: [] }));
    await using world = await startWorld({ seed: { projects } });
    await world.write(files);
    let isWriting = false;
    const report = await world.run("apply", {
      onProgress: ({ stage }) => {
        if (isWriting || stage !== "write") return;
        isWriting = true;
        world.setFaults({ faults: [{ method: "GET", path, times, fault: { kind: "html" } }] });
      },
    });
    return { counts: report.applied?.counts, writes: world.writes() };
  }

  it.each(cases)("holds the writes that rely on it, if %s: %s", async (_what, path, files) => {
    const { counts, writes } = await apply(path, files, "always");
    expect(counts).toMatchObject({ "not-started": 1, done: 0 });
    expect(writes).toEqual([]);
  });

  it.each(cases)("is read again, if %s: %s", async (_what, path, files) => {
    const { counts, writes } = await apply(path, files, 1);
    expect(counts).toMatchObject({ done: 1 });
    expect(writes).toHaveLength(1);
  });
});
