import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator } from "../../emulator/start.ts";
import type { JsonObject } from "../../emulator/json-object.ts";
import { ask, fields, refused, refusedParams } from "./ask.ts";
import { FIVE, keysOf, LISTS } from "./list.ts";
import { testClock } from "./test-clock.ts";

// All have the same timestamp: lists are ordered by creation, not by timestamp.
const clock = testClock();

async function page(emulator: Emulator, path: string): Promise<{ keys: readonly string[]; page: JsonObject }> {
  const reply = await ask(emulator, `GET ${path}`);
  expect(reply.status).toBe(200);
  return { keys: keysOf(reply), page: fields(reply) };
}

describe.each(LISTS)("the list $path", ({ path, keys }) => {
  it.each(["ASC", "DESC"])("returns every item once, page by page (%s)", async (direction) => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    const ordered = direction === "ASC" ? keys : keys.toReversed();
    const first = await page(emulator, `${path}?order_direction=${direction}&limit=2`);
    expect(first.keys).toEqual(ordered.slice(0, 2));
    expect(first.page).toMatchObject({ object: "list", url: path, has_more: true, last_key: ordered[1] });
    const second = await page(emulator, `${path}?order_direction=${direction}&limit=2&start_key=${ordered[1]}`);
    expect(second.keys).toEqual(ordered.slice(2, 4));
    expect(second.page).toMatchObject({ has_more: true, last_key: ordered[3] });
    const third = await page(emulator, `${path}?order_direction=${direction}&limit=2&start_key=${ordered[3]}`);
    expect(third.keys).toEqual(ordered.slice(4));
    expect(third.page).toMatchObject({ has_more: false, last_key: ordered[4] });
    const fourth = await page(emulator, `${path}?order_direction=${direction}&start_key=${ordered[4]}`);
    expect(fourth.page).toEqual({ object: "list", url: path, data: [], has_more: false });
  });

  it.each(["ASC", "DESC"])("continues after a cursor that was deleted (%s)", async (direction) => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    const ordered = direction === "ASC" ? keys : keys.toReversed();
    await page(emulator, `${path}?order_direction=${direction}&limit=2`);
    // Delete the items of the previous page and the first one of the next page. Keep the first project and its children.
    for (const key of ordered.slice(1, 3)) {
      expect(await ask(emulator, `DELETE ${path}/${key}`)).toMatchObject({ status: 200 });
    }
    const next = await page(emulator, `${path}?order_direction=${direction}&limit=2&start_key=${ordered[1]}`);
    expect(next.keys).toEqual(ordered.slice(3));
    expect(next.page).toHaveProperty("has_more", false);
  });

  it("starts with the newest item and returns full records", async () => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    const { keys: found, page: whole } = await page(emulator, path);
    expect(found).toEqual(keys.toReversed());
    expect(whole).toHaveProperty("has_more", false);
    const newest = await ask(emulator, `GET ${path}/${keys[4]}`);
    expect(whole).toHaveProperty("data.0", fields(newest));
  });

  it("holds at most as many items as the emulator's page size", async () => {
    await using emulator = await startEmulator({ seed: FIVE, clock, pageSize: 3 });
    expect((await page(emulator, `${path}?limit=100`)).keys).toHaveLength(3);
    expect((await page(emulator, path)).page).toHaveProperty("has_more", true);
    expect((await page(emulator, `${path}?limit=1`)).keys).toHaveLength(1);
  });

  it.each(["0", "101", "-1", "1.5", "01", "", "x", "1e1"])("refuses the limit %j", async (limit) => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    expect(await ask(emulator, `GET ${path}?limit=${limit}`)).toEqual(refusedParams("limit"));
  });

  it("refuses an unknown start_key and an unknown direction", async () => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    for (const key of ["", "nothing", "prj_6", "__proto__"]) {
      expect(await ask(emulator, `GET ${path}?start_key=${key}`)).toEqual(refusedParams("start_key"));
    }
    expect(await ask(emulator, `GET ${path}?order_direction=asc&limit=0`)).toEqual(
      refusedParams("limit", "order_direction"),
    );
  });
});

it("returns 20 items by default, and at most 100", async () => {
  const projects = Array.from({ length: 101 }, (_, index) => ({ organization_id: "org_1", slug: `p${index}` }));
  await using emulator = await startEmulator({ seed: { projects } });
  expect((await page(emulator, "/v1/projects")).keys).toHaveLength(20);
  expect((await page(emulator, "/v1/projects?limit=100")).keys).toHaveLength(100);
});

it("lists the projects of one organization, and pages past the others", async () => {
  const projects = ["a", "b", "c", "d"].map((slug, index) => ({ organization_id: `org_${index % 2}`, slug }));
  await using emulator = await startEmulator({ seed: { projects }, pageSize: 1 });
  const path = "/v1/projects?organization_id=org_0&order_direction=ASC";
  const first = await page(emulator, path);
  expect(first).toMatchObject({ keys: ["prj_1"], page: { has_more: true, last_key: "prj_1" } });
  expect(await page(emulator, `${path}&start_key=prj_1`)).toMatchObject({ keys: ["prj_3"], page: { has_more: false } });
});

it("does not find the lists of an unknown project", async () => {
  await using emulator = await startEmulator();
  for (const list of ["components", "domains"]) {
    expect(await ask(emulator, `GET /v1/projects/prj_9/${list}`)).toEqual(refused(404, "not_found_error"));
  }
});
