import { describe, expect, it } from "vitest";
import { rewriteAll, rewriteRecords, without } from "../faulty.ts";
import { changesOf, startWorld } from "../world.ts";

/* Records in a list may leave out what a single record shows: then the object is read by its id before it is compared. */

const FILE = `version: 1
project: { organization_id: org_1, slug: site, cache: true, force_https: true, autocapture: { click: true } }
components:
  edgee/ga4: { version: "1.2.0", active: true, settings: { measurement_id: G-1 } }
domains: [www.example.com]
`;
const LISTS = /^GET \/v1\/projects(\?|\/prj_\w+\/(components|domains)(\?|$))/;
const short = rewriteAll(
  rewriteRecords("project", LISTS, ({ object, id, organization_id, slug }) => ({ object, id, organization_id, slug })),
  rewriteRecords("project_component", LISTS, (record) => without(record, ["settings", "component_version", "active"])),
);

describe("a service with short lists", () => {
  it("is planned to nothing after an apply, which does not wait for the lists to show more", async () => {
    await using world = await startWorld({}, () => undefined, short);
    await world.write({ "a.yaml": FILE });
    const report = await world.through("apply");
    expect(report.applied?.outcomes.map(({ status, message }) => [status, message])).toEqual([
      ["done", undefined],
      ["done", undefined],
      ["done", undefined],
    ]);
    const again = await world.through("apply");
    expect([again.result, changesOf(again)]).toEqual(["no-changes", []]);
  });

  it.each([
    ["that differs from a default", { force_https: false }, "prj_1"],
    ["that differs", { cache: false }, "prj_1"],
    ["of an event", { autocapture: { click: false } }, "prj_1"],
    ["of a component, which has a default", { active: false }, "prj_1/components/pc_1"],
    ["of a component's settings", { settings: { measurement_id: "G-2" } }, "prj_1/components/pc_1"],
    ["of a component's version", { component_version: "1.1.0" }, "prj_1/components/pc_1"],
  ])("still shows a value %s", async (_case, change, at) => {
    await using world = await startWorld({}, () => undefined, short);
    await world.write({ "a.yaml": FILE });
    await world.through("apply");
    await world.ask("POST", `/v1/projects/${at}`, change);
    expect(changesOf(await world.through("plan"))).toHaveLength(1);
  });
});

it("a list that shows nothing but ids is read by them", async () => {
  const ids = rewriteAll(
    rewriteRecords("project", LISTS, ({ object, id }) => ({ object, id })),
    rewriteRecords("project_component", LISTS, ({ object, id }) => ({ object, id })),
  );
  await using world = await startWorld({}, () => undefined, ids);
  await world.write({ "a.yaml": FILE });
  expect((await world.through("apply")).applied?.counts).toMatchObject({ done: 3, failed: 0 });
  world.writes();
  expect((await world.through("apply", { prune: ["all"] })).result).toBe("no-changes");
  expect(world.writes()).toEqual([]);
});

it("whole lists cost no read by id", async () => {
  await using world = await startWorld();
  await world.write({ "a.yaml": FILE });
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
