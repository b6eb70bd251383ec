import { expect, it } from "vitest";
import { startWorld } from "./world.ts";

const site = (settings: string) => `version: 1
project: { organization_id: org_1, slug: site }
components:
  edgee/ga4:
    version: "1.2.0"
    settings: ${settings}
`;

it("a validation asks the service nothing, unless it is to", async () => {
  await using world = await startWorld();
  await world.write({ "a.yaml": site("{ measurment_id: G-1 }") });
  expect(await world.run("validate")).toMatchObject({ ending: "done", problems: [] });
  expect(world.requests()).toEqual([]);
});

it("an online validation finds what does not fit the catalogue, with its place, and neither plans nor writes", async () => {
  await using world = await startWorld();
  await world.write({
    "a.yaml": site("{ measurment_id: G-1 }"),
    "b.yaml": site("{ measurement_id: G-1 }").replace("site", "b"),
  });
  const report = await world.run("validate", { online: true });
  expect(report).toMatchObject({
    ending: "invalid",
    problems: [
      { file: "a.yaml", line: 6, path: "components.edgee/ga4.settings.measurment_id", level: "error" },
      { file: "a.yaml", path: "components.edgee/ga4.settings.measurement_id", level: "error" },
    ],
  });
  expect(report.plan).toBeUndefined();
  expect(world.writes()).toEqual([]);
});

it("an online validation passes what fits", async () => {
  await using world = await startWorld();
  await world.write({ "a.yaml": site("{ measurement_id: G-1 }") });
  expect(await world.run("validate", { online: true })).toMatchObject({ ending: "done", problems: [] });
});
