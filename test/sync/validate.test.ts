import { expect, it } from "vitest";
import { formatProblem } from "../../core/file/problem.ts";
import { startWith } from "./world.ts";

const site = (settings: string) => `version: 1
project: { organization_id: org_1, slug: site }
components:
  edgee/ga4:
    version: "1.2.0"
    settings: ${settings}
`;

it("a validation sends no request", async () => {
  await using world = await startWith({ "a.yaml": site("{ measurment_id: G-1 }") });
  expect(await world.run("validate")).toMatchObject({ result: "valid", problems: [] });
  expect(world.requests()).toEqual([]);
});

it("wrong values are reported with their positions, in the order of the files", async () => {
  await using world = await startWith({
    "a.yaml": site("{ measurement_id: { env: UNSET }, sample_rate: half }"),
    "b.yaml": `${site("{ measurement_id: G-1 }").replace("1.2.0", "1.9.9").replace("site", "b")}domains: [{ name: { env: HOST } }]\n`,
  });
  const { problems } = await world.run("plan");
  expect(problems.map(formatProblem)).toEqual([
    "a.yaml:2:29: warning: project.organization_id: this token sees no project; unless there is none yet, correct the organization's id or use another token",
    "a.yaml:6:62: error: components.edgee/ga4.settings.sample_rate: Setting sample_rate of edgee/ga4 1.2.0 must be a number, not a string.",
    "b.yaml:5:14: error: components.edgee/ga4.version: edgee/ga4 has no version 1.9.9. Existing versions: 1.0.0, 1.1.0, 1.2.0.",
  ]);
});
