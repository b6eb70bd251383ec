import { describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/start.ts";
import { ask, fields, refusedParams } from "./ask.ts";
import { talk } from "./conversation.ts";
import { FIVE, keysOf, LISTS } from "./list.ts";
import { testClock } from "./test-clock.ts";

// All have the same timestamp: lists are ordered by creation, not by timestamp.
const clock = testClock();

async function page(emulator: Emulator, path: string) {
  const reply = await ask(emulator, `GET ${path}`);
  expect(reply.status).toBe(200);
  return { keys: keysOf(reply), page: fields(reply) };
}

describe.each(LISTS)("the list $path", ({ path, keys }) => {
  it.each(["ASC", "DESC"])("returns every full record once, page by page (%s)", async (direction) => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    const ordered = direction === "ASC" ? keys : keys.toReversed();
    const query = `${path}?order_direction=${direction}`;
    for (const first of [0, 2, 4]) {
      const start = first === 0 ? "" : `&start_key=${ordered[first - 1]}`;
      const found = await page(emulator, `${query}&limit=2${start}`);
      const expected = ordered.slice(first, first + 2);
      expect(found.keys).toEqual(expected);
      const more = { has_more: first < 4, last_key: expected.at(-1) };
      expect(found.page).toMatchObject({ object: "list", url: path, ...more });
    }
    const end = await page(emulator, `${query}&start_key=${ordered[4]}`);
    expect(end.page).toEqual({ object: "list", url: path, data: [], has_more: false });
    const whole = await page(emulator, query);
    expect(whole.page).toHaveProperty("data.0", fields(await ask(emulator, `GET ${path}/${ordered[0]}`)));
  });

  it.each(["ASC", "DESC"])("continues after a cursor that was deleted (%s)", async (direction) => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    const ordered = direction === "ASC" ? keys : keys.toReversed();
    // Delete the last item of a page and the first one of the next page. Keep the first project and its children.
    for (const key of ordered.slice(1, 3)) {
      expect(await ask(emulator, `DELETE ${path}/${key}`)).toMatchObject({ status: 200 });
    }
    const next = await page(emulator, `${path}?order_direction=${direction}&limit=2&start_key=${ordered[1]}`);
    expect([next.keys, next.page["has_more"]]).toEqual([ordered.slice(3), false]);
  });

  it("starts with the newest item, and holds at most as many as the emulator's page size", async () => {
    await using emulator = await startEmulator({ seed: FIVE, clock, pageSize: 3 });
    const newest = keys.toReversed().slice(0, 3);
    expect(await page(emulator, path)).toMatchObject({ keys: newest, page: { has_more: true } });
    expect((await page(emulator, `${path}?limit=100`)).keys).toEqual(newest);
    expect((await page(emulator, `${path}?limit=1`)).keys).toHaveLength(1);
  });

  it("refuses a wrong limit, an unknown start_key and an unknown direction", async () => {
    await using emulator = await startEmulator({ seed: FIVE, clock });
    for (const limit of ["0", "101", "-1", "1.5", "01", "", "x", "1e1"]) {
      expect(await ask(emulator, `GET ${path}?limit=${limit}`)).toEqual(refusedParams("limit"));
    }
    for (const key of ["", "nothing", "prj_6", "__proto__"]) {
      expect(await ask(emulator, `GET ${path}?start_key=${key}`)).toEqual(refusedParams("start_key"));
    }
    const both = await ask(emulator, `GET ${path}?order_direction=asc&limit=0`);
    expect(both).toEqual(refusedParams("limit", "order_direction"));
  });
});

const many = Array.from({ length: 101 }, (_, index) => ({ organization_id: `org_${index % 2}`, slug: `p${index}` }));
const oldest = "GET /v1/projects?organization_id=org_0&order_direction=ASC&limit=1";

talk(
  "returns 20 items by default and at most 100, and pages past the projects of others",
  { seed: { projects: many } },
  [
    ["GET /v1/projects", { data: { length: 20 } }],
    ["GET /v1/projects?limit=100", { data: { length: 100 } }],
    [oldest, { data: [{ id: "prj_1" }], has_more: true, last_key: "prj_1" }],
    [`${oldest}&start_key=prj_1`, { data: [{ id: "prj_3" }], has_more: true }],
    [`${oldest}&start_key=prj_99`, { data: [{ id: "prj_101" }], has_more: false }],
  ],
);
