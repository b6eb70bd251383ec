import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { formatProblem } from "../../provider/file/problem.ts";
import { changesOf, startWorld } from "./world.ts";

const SITE =
  "version: 1\nproject:\n  organization_id: org_1\n  slug: site\ncomponents:\n  edgee/ga4:\n    settings: { measurement_id: G-1 }\n";

describe("each mistake gets one clear error, and nothing is written", () => {
  it("a wrong token", async () => {
    await using world = await startWorld();
    await world.write({ "site.yaml": SITE });
    const report = await world.run("apply", { token: "wrong-token-1234" });
    expect(report).toMatchObject({
      result: "failed",
      error: expect.stringMatching(/^GET \/v1\/.*401.*Check the access token\.$/),
    });
    expect(JSON.stringify(report)).not.toContain("wrong-token-1234");
    expect(world.writes()).toEqual([]);
  });

  it("a missing file", async () => {
    await using world = await startWorld();
    const report = await world.run("apply", { patterns: ["nowhere.yaml"] });
    expect(report.result).toBe("invalid");
    expect(report.problems.map(formatProblem)).toEqual([expect.stringContaining("nowhere.yaml")]);
    expect(world.requests()).toEqual([]);
  });

  it("an unreachable address", async () => {
    await using world = await startWorld();
    await world.write({ "site.yaml": SITE });
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const address = closed.address();
    closed.close();
    const port = typeof address === "object" ? address?.port : undefined;
    const report = await world.run("apply", { baseUrl: `http://127.0.0.1:${port}` });
    expect(report).toMatchObject({
      result: "failed",
      error: expect.stringContaining("cannot connect to the service (ECONNREFUSED)"),
    });
  });

  it("an address that is not https", async () => {
    await using world = await startWorld();
    await world.write({ "site.yaml": SITE });
    const report = await world.run("plan", { baseUrl: "http://api.example.com" });
    expect(report).toMatchObject({ result: "failed", error: expect.stringContaining("must use https") });
  });

  it("an unknown component, with its position in the file", async () => {
    await using world = await startWorld();
    await world.write({ "site.yaml": SITE.replace("edgee/ga4", "edgee/ga5") });
    for (const mode of ["plan", "apply"] as const) {
      const report = await world.run(mode);
      expect(report.result).toBe("invalid");
      expect(report.problems).toMatchObject([{ file: "site.yaml", line: 6, column: 3, level: "error" }]);
      expect(report.problems[0]?.message).toContain("edgee/ga5");
      expect(changesOf(report)).toEqual(["create project org_1/site", "blocked component org_1/site/edgee/ga5"]);
    }
    expect(world.writes()).toEqual([]);
  });

  it("a setting that the version does not have, and one of the wrong type, with their positions", async () => {
    await using world = await startWorld();
    const settings = "settings: { measurement_id: 7, mesurement_id: G-1 }";
    await world.write({ "site.yaml": SITE.replace("settings: { measurement_id: G-1 }", settings) });
    const report = await world.run("apply");
    expect(report.result).toBe("invalid");
    expect(report.problems.map(({ line, column }) => `${line}:${column}`).toSorted()).toEqual(["7:33", "7:36"]);
    expect(world.writes()).toEqual([]);
  });

  it("a field with a typo", async () => {
    await using world = await startWorld();
    await world.write({ "site.yaml": SITE.replace("components:", "  force_htps: true\ncomponents:") });
    const report = await world.run("apply");
    expect(report.result).toBe("invalid");
    expect(report.problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^site\.yaml:5:3: error: .*force_https/),
    ]);
    expect(world.requests()).toEqual([]);
  });
});
