import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, Temperament } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

type Lists = NonNullable<Temperament["lists"]>;

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

async function start(lists: Lists): Promise<Emulator> {
  return startEmulator({ seed, clock: testClock(), temperament: { lists } });
}

const page = async (emulator: Emulator, path: string) => (await ask(emulator, `GET ${path}`)).body;

describe("records in lists", () => {
  it("can have only ids and names, while single reads have all", async () => {
    await using emulator = await start({ fields: "ids" });
    expect(await page(emulator, projects)).toHaveProperty("data", [
      { id: "prj_2", slug: "b" },
      { id: "prj_1", slug: "a" },
    ]);
    expect(await page(emulator, components)).toHaveProperty("data", [{ id: "pc_1", component_id: "cmp_ga4" }]);
    expect(await page(emulator, `${domains}?limit=1`)).toHaveProperty("data", [{ name: "c.example.com" }]);
    expect(await page(emulator, `${components}/pc_1`)).toHaveProperty("settings.measurement_id", "G-1");
  });

  it("can lack chosen fields", async () => {
    await using emulator = await start({ without: ["settings", "ssl_status", "cache"] });
    const lists = JSON.stringify([await page(emulator, projects), await page(emulator, components)]);
    expect(lists).not.toContain('"settings"');
    expect(lists).not.toContain('"cache"');
    expect(lists).toContain('"component_slug":"edgee/ga4"');
    expect(JSON.stringify(await page(emulator, domains))).not.toContain("ssl_status");
    expect(await page(emulator, `${projects}/prj_1`)).toHaveProperty("cache", false);
  });

  it("can lack object, as the list does", async () => {
    await using emulator = await start({ withoutObject: true });
    expect(JSON.stringify(await page(emulator, components))).not.toContain('"object"');
    expect(await page(emulator, `${components}/pc_1`)).toHaveProperty("object", "project_component");
  });
});

describe("the end of a list", () => {
  const first = { object: "list", url: domains, has_more: true, last_key: "b.example.com" };
  const last = { object: "list", url: domains, has_more: false, last_key: "a.example.com" };

  it.each<[Lists, object, object]>([
    [{}, first, last],
    [{ hasMoreAtEnd: "null" }, first, { ...last, has_more: null }],
    [{ hasMoreAtEnd: "omitted" }, first, { object: "list", url: domains, last_key: "a.example.com" }],
    [{ lastKey: "number" }, { ...first, last_key: 2 }, { ...last, last_key: 1 }],
    [{ lastKey: "number-at-end" }, first, { ...last, last_key: 1 }],
    [{ lastKey: "null-at-end" }, first, { ...last, last_key: null }],
    [{ lastKey: "omitted-at-end" }, first, { object: "list", url: domains, has_more: false }],
  ])("with %j follows a page %j and is %j", async (lists, firstPage, lastPage) => {
    await using emulator = await start({ ...lists, without: ["name"] });
    const withoutData = (body: unknown) => ({ ...Object(body), data: undefined }) as unknown;
    const one = await page(emulator, `${domains}?limit=2`);
    expect(withoutData(one)).toEqual({ ...firstPage, data: undefined });
    const key = String(Object(one).last_key);
    const two = await page(emulator, `${domains}?limit=2&start_key=${key}`);
    expect(withoutData(two)).toEqual({ ...lastPage, data: undefined });
    expect(two).toHaveProperty("data.length", 1);
  });

  it("leads page by page through a list with numbers as keys, in both directions", async () => {
    await using emulator = await start({ lastKey: "number" });
    const names = ["a.example.com", "b.example.com", "c.example.com"];
    for (const direction of ["ASC", "DESC"]) {
      const found: string[] = [];
      for (let key = ""; found.length < 4;) {
        const reply = await ask(emulator, `GET ${domains}?limit=1&order_direction=${direction}${key}`);
        found.push(...keysOf(reply));
        if (Object(reply.body).has_more !== true) break;
        key = `&start_key=${String(Object(reply.body).last_key)}`;
      }
      expect(found).toEqual(direction === "ASC" ? names : names.toReversed());
    }
  });
});

it("a page can be short without a limit, and is as long as the limit with one", async () => {
  await using emulator = await start({ pageSize: 2 });
  expect(await page(emulator, domains)).toMatchObject({ has_more: true, data: { length: 2 } });
  expect(await page(emulator, `${domains}?limit=3`)).toMatchObject({ has_more: false, data: { length: 3 } });
});

it("an empty page can have null as its data", async () => {
  await using emulator = await startEmulator({
    seed,
    temperament: { lists: { emptyData: "null" } },
    faults: { faults: [{ nth: 3, fault: { kind: "list", as: "repeated-cursor" } }] },
  });
  const empty = { object: "list", url: `${projects}/prj_2/domains`, data: null, has_more: false };
  expect(await page(emulator, `${projects}/prj_2/domains`)).toEqual(empty);
  expect(await page(emulator, domains)).toMatchObject({ data: { length: 3 } });
  expect(await page(emulator, `${projects}/prj_2/domains`)).toMatchObject({ has_more: true });
});

it("the records of a page can be in reversed order, while pages follow as before", async () => {
  await using emulator = await startEmulator({ seed, temperament: { lists: { order: "reversed" } } });
  const first = await ask(emulator, `GET ${domains}?limit=2`);
  expect(keysOf(first)).toEqual(["b.example.com", "c.example.com"]);
  expect(first).toMatchObject({ body: { last_key: "b.example.com" } });
  expect(keysOf(await ask(emulator, `GET ${domains}?limit=2&start_key=b.example.com`))).toEqual(["a.example.com"]);
});

it("the filter by organization can be ignored", async () => {
  await using emulator = await start({ allOrganizations: true });
  expect(keysOf(await ask(emulator, `GET ${projects}?organization_id=org_1`))).toEqual(["prj_2", "prj_1"]);
});

it("lists can lag behind writes", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ seed, clock, temperament: { lists: { staleMs: 1000 } } });
  await ask(emulator, `DELETE ${domains}/b.example.com`);
  const keys = async () => keysOf(await ask(emulator, `GET ${domains}`));
  expect(await keys()).toHaveLength(3);
  clock.advance(999);
  expect(await keys()).toHaveLength(3);
  clock.advance(1);
  expect(await keys()).toEqual(["c.example.com", "a.example.com"]);
});

it("every second list can go back in time, to the same state as before", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ seed, clock, temperament: { lists: { goBackMs: 1000 } } });
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
