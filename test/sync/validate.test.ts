import { describe, expect, it } from "vitest";
import { formatProblem } from "../../provider/file/problem.ts";
import { refusal } from "./faulty.ts";
import { startWorld } from "./world.ts";

const site = (settings: string) => `version: 1
project: { organization_id: org_1, slug: site }
components:
  edgee/ga4:
    version: "1.2.0"
    settings: ${settings}
`;

it("a validation sends no request, unless it is online", async () => {
  await using world = await startWorld();
  await world.write({ "a.yaml": site("{ measurment_id: G-1 }") });
  expect(await world.run("validate")).toMatchObject({ result: "valid", problems: [] });
  expect(world.requests()).toEqual([]);
});

it("an online validation finds what does not fit the catalogue, with its position, and neither plans nor writes", async () => {
  await using world = await startWorld();
  await world.write({
    "a.yaml": site("{ measurment_id: G-1 }"),
    "b.yaml": site("{ measurement_id: G-1 }").replace("site", "b"),
  });
  const report = await world.run("validate", { online: true });
  expect(report.result).toBe("invalid");
  expect(report.problems.map(formatProblem)).toEqual([
    "a.yaml:6:5: error: components.edgee/ga4.settings.measurement_id: edgee/ga4 1.2.0 requires the setting measurement_id.",
    "a.yaml:6:17: error: components.edgee/ga4.settings.measurment_id: edgee/ga4 1.2.0 has no setting measurment_id. " +
      "Did you mean measurement_id? It takes measurement_id, anonymize_ip, sample_rate.",
  ]);
  expect(report.plan).toBeUndefined();
  expect(world.writes()).toEqual([]);
});

it("wrong values are reported with their positions, in the order of the files", async () => {
  await using world = await startWorld();
  await world.write({
    "a.yaml": site("{ measurement_id: { env: UNSET }, sample_rate: half }"),
    "b.yaml": `${site("{ measurement_id: G-1 }").replace("1.2.0", "1.9.9").replace("site", "b")}domains: [{ name: { env: HOST } }]\n`,
  });
  const { problems } = await world.run("validate", { online: true });
  expect(problems.map(formatProblem)).toEqual([
    "a.yaml:6:33: warning: components.edgee/ga4.settings.measurement_id: environment variable UNSET is not set (skipped here; apply requires it)",
    "a.yaml:6:62: error: components.edgee/ga4.settings.sample_rate: Setting sample_rate of edgee/ga4 1.2.0 must be a number, not a string.",
    "b.yaml:5:14: error: components.edgee/ga4.version: edgee/ga4 has no version 1.9.9. Existing versions: 1.0.0, 1.1.0, 1.2.0.",
    "b.yaml:7:19: warning: domains[0].name: environment variable HOST is not set (skipped here; apply requires it)",
  ]);
});

it("an online validation passes what fits", async () => {
  await using world = await startWorld();
  await world.write({ "a.yaml": site("{ measurement_id: G-1 }") });
  expect(await world.run("validate", { online: true })).toMatchObject({ result: "valid", problems: [] });
});

describe("a project whose online validation is answered with", () => {
  const cases = [
    ["500", "GET /v1/projects", 500, "internal"],
    ["403", "GET /v1/projects", 403, "forbidden_error"],
    ["500 for its components", "GET /v1/projects/prj_1/components", 500, "internal"],
  ] as const;

  it.each(cases)("%s was not checked, so it is not valid", async (_case, path, status, type) => {
    const seed = { projects: [{ organization_id: "org_1", slug: "site" }] };
    await using world = await startWorld({ seed }, (call) =>
      call.split("?")[0] === path && !call.includes("org_2") ? refusal(status, type) : undefined,
    );
    await world.write({
      "a.yaml": site("{ measurment_id: G-1 }"),
      "b.yaml": site("{ measurement_id: G-1 }").replace("org_1", "org_2"),
    });
    const report = await world.through("validate", { online: true });
    expect(report.result).toBe("failed");
    expect(report.problems.filter(({ level }) => level === "error").map(formatProblem)).toEqual([
      expect.stringContaining(`a.yaml:2:1: error: project: ${path}: ${status} ${type}`),
    ]);
  });
});
