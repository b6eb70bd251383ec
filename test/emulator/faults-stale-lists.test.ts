import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator } from "../../emulator/start.ts";
import { ask, fields } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

const seed = { projects: [{ organization_id: "org_1", slug: "site" }] };
const faults = { service: { staleListsMs: 5000 } };

async function keys(emulator: Emulator, path: string): Promise<readonly string[]> {
  return keysOf(await ask(emulator, `GET ${path}?order_direction=ASC`));
}

describe.each([
  {
    path: "/v1/projects",
    create: { organization_id: "org_1", slug: "new", type: "proxy" },
    first: ["prj_1"],
    key: "prj_2",
  },
  { path: "/v1/projects/prj_1/components", create: { component_slug: "edgee/ga4" }, first: [], key: "pc_1" },
  { path: "/v1/projects/prj_1/domains", create: { name: "a.example.com" }, first: [], key: "a.example.com" },
])("the list $path", ({ path, create, first, key }) => {
  it("shows a creation and a deletion late, while a single GET shows them at once", async () => {
    const clock = testClock();
    await using emulator = await startEmulator({ seed, clock, faults });
    expect(await keys(emulator, path)).toEqual(first);
    await ask(emulator, `POST ${path}`, create);
    expect(await ask(emulator, `GET ${path}/${key}`)).toMatchObject({ status: 200 });
    expect(await keys(emulator, path)).toEqual(first);
    clock.advance(4999);
    expect(await keys(emulator, path)).toEqual(first);
    clock.advance(1);
    expect(await keys(emulator, path)).toEqual([...first, key]);

    await ask(emulator, `DELETE ${path}/${key}`);
    expect(await ask(emulator, `GET ${path}/${key}`)).toMatchObject({ status: 404 });
    clock.advance(4999);
    expect(await keys(emulator, path)).toEqual([...first, key]);
    clock.advance(1);
    expect(await keys(emulator, path)).toEqual(first);
    const writes = emulator.requests().filter(({ method }) => method !== "GET");
    expect(writes).toMatchObject([
      { method: "POST", handled: true, status: 200 },
      { method: "DELETE", handled: true, status: 200 },
    ]);
  });
});

it.each([
  ["/v1/projects", "/v1/projects/prj_1", { description: "new" }],
  ["/v1/projects/prj_1/components", "/v1/projects/prj_1/components/pc_1", { active: false }],
])("shows an update in the list %s late", async (list, single, body) => {
  const clock = testClock();
  const components = [{ component_slug: "edgee/ga4" }];
  await using emulator = await startEmulator({
    seed: { projects: [{ organization_id: "org_1", slug: "site", components }] },
    clock,
    faults,
  });
  const before = fields(await ask(emulator, `GET ${single}`));
  await ask(emulator, `POST ${single}`, body);
  expect(await ask(emulator, `GET ${single}`)).toMatchObject({ body });
  clock.advance(4999);
  expect((await ask(emulator, `GET ${list}`)).body).toHaveProperty("data", [before]);
  clock.advance(1);
  expect(await ask(emulator, `GET ${list}`)).toMatchObject({ body: { data: [body] } });
  expect(emulator.requests().every(({ handled, status }) => handled && status === 200)).toBe(true);
});
