import { expect, it } from "vitest";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import { ask } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

type Lists = NonNullable<Habits["lists"]>;

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "a",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "a.example.com" }, { name: "b.example.com" }, { name: "c.example.com" }],
    },
    { organization_id: "org_2", slug: "b" },
  ],
};
const projects = "/v1/projects";
const components = `${projects}/prj_1/components`;
const domains = `${projects}/prj_1/domains`;

async function start(lists: Lists): Promise<OpenEmulator> {
  return openEmulator({ seed, clock: testClock(), habits: { lists } });
}

const page = async (emulator: OpenEmulator, path: string) => (await ask(emulator, `GET ${path}`)).body;

it("records in lists can have only ids and names, while single reads have all", async () => {
  await using emulator = await start({ fields: "ids" });
  expect(await page(emulator, projects)).toHaveProperty("data", [
    { id: "prj_2", slug: "b" },
    { id: "prj_1", slug: "a" },
  ]);
  expect(await page(emulator, components)).toHaveProperty("data", [{ id: "pc_1", component_id: "cmp_ga4" }]);
  expect(await page(emulator, `${domains}?limit=1`)).toHaveProperty("data", [{ name: "c.example.com" }]);
  expect(await page(emulator, `${components}/pc_1`)).toHaveProperty("settings.measurement_id", "G-1");
});

it("the last page can lack has_more and last_key", async () => {
  await using emulator = await start({ end: "omitted" });
  expect(await page(emulator, `${domains}?limit=2`)).toMatchObject({ has_more: true, last_key: "b.example.com" });
  const last = await page(emulator, `${domains}?limit=2&start_key=b.example.com`);
  expect(last).toEqual({ object: "list", url: domains, data: [expect.objectContaining({ name: "a.example.com" })] });
});

it("a page can be short without a limit, and is as long as the limit with one", async () => {
  await using emulator = await start({ pageSize: 2 });
  expect(await page(emulator, domains)).toMatchObject({ has_more: true, data: { length: 2 } });
  expect(await page(emulator, `${domains}?limit=3`)).toMatchObject({ has_more: false, data: { length: 3 } });
});

it("the filter by organization can be ignored", async () => {
  await using emulator = await start({ allOrganizations: true });
  expect(keysOf(await ask(emulator, `GET ${projects}?organization_id=org_1`))).toEqual(["prj_2", "prj_1"]);
});

it("every second list can go back in time, to the same state as before", async () => {
  const clock = testClock();
  await using emulator = await openEmulator({ seed, clock, habits: { lists: { goBackMs: 1000 } } });
  await ask(emulator, `POST ${components}/pc_1`, { active: false });
  await ask(emulator, `POST ${components}`, { component_slug: "edgee/meta-capi" });
  await ask(emulator, `DELETE ${components}/pc_1`);
  const keys = async () => keysOf(await ask(emulator, `GET ${components}`));
  expect([await keys(), await keys(), await keys(), await keys()]).toEqual([["pc_2"], ["pc_1"], ["pc_2"], ["pc_1"]]);
  expect(await page(emulator, components)).toMatchObject({ data: [{ id: "pc_2" }] });
  expect(await page(emulator, components)).toMatchObject({ data: [{ id: "pc_1", active: true }] });
  clock.advance(1000);
  expect([await keys(), await keys()]).toEqual([["pc_2"], ["pc_2"]]);
});
