import { describe, expect, it } from "vitest";
import { between, isList, records } from "../habit.ts";
import { changesOf, startWith } from "../sync/world.ts";

/* Records in a list may leave out what a single record shows: then the object is read by its id before it is compared. */

const FILE = `version: 1
project: { organization_id: org_1, slug: site, cache: true, force_https: true, autocapture: { click: true } }
components:
  edgee/ga4: { version: "1.2.0", active: true, settings: { measurement_id: G-1 } }
domains: [www.example.com]
`;
const NAMING = ["object", "id", "organization_id", "slug", "component_slug", "component_id", "name"];
const short = records("any", (record, asked) =>
  isList(asked) ? Object.fromEntries(NAMING.flatMap((name) => (name in record ? [[name, record[name]]] : []))) : record,
);

describe("a service with short lists", () => {
  it("is planned to nothing after an apply, which does not wait for the lists to show more", async () => {
    await using world = await startWith({ "a.yaml": FILE }, { between: between(short) });
    const report = await world.run("apply");
    expect(report.applied?.outcomes.map(({ status, message }) => [status, message])).toEqual([
      ["done", undefined],
      ["done", undefined],
      ["done", undefined],
    ]);
    const again = await world.run("apply");
    expect([again.result, changesOf(again)]).toEqual(["no-changes", []]);
  });
});

it("whole lists cost no read by id", async () => {
  await using world = await startWith({ "a.yaml": FILE });
  await world.run("apply");
  world.writes();
  expect((await world.run("plan")).result).toBe("no-changes");
  expect(
    world
      .requests()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([
    "/v1/components/edgee/ga4",
    "/v1/projects",
    "/v1/projects/prj_1/components",
    "/v1/projects/prj_1/domains",
  ]);
});
