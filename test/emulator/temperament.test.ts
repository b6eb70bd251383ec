import { expect, it } from "vitest";
import { startEmulator, temperaments } from "../../emulator/start.ts";
import { readTemperament } from "../../emulator/temperament/read-temperament.ts";
import { parseTemperament } from "../../emulator/temperament/temperament.ts";
import { ask, refusedParams, send } from "./ask.ts";

const path = "/__emulator/temperament";

const names = Object.keys(temperaments);

it("has eight bundles, each a valid temperament", () => {
  expect(names).toEqual(["plain", "normalizing", "terse", "masking", "relational", "eventual", "gateway", "legacy"]);
  for (const bundle of Object.values(temperaments)) expect(parseTemperament(bundle)).toEqual(bundle);
});

it.each<[unknown, string]>([
  [null, "the temperament:"],
  [{ habits: {} }, "habits: is not a known field"],
  [{ forms: { text: { trim: "start" } } }, "forms.text.trim:"],
  [{ forms: { organizationIds: {} } }, "forms.organizationIds.as: is required"],
  [{ secrets: { of: "any-version" } }, "secrets.as: is required"],
  [{ secrets: { as: "stars", mask: "*" } }, "secrets.mask: is not a known field"],
  [{ changes: { dropped: ["a..b"] } }, "changes.dropped.0: must be names with dots"],
  [{ changes: { limits: [{ field: "a", step: 0 }] } }, "changes.limits.0.step:"],
  [{ lists: { pageSize: 0 } }, "lists.pageSize:"],
  [{ lists: { staleMs: -1 } }, "lists.staleMs:"],
  [{ late: { readsMs: 86_400_001 } }, "late.readsMs:"],
  [{ answers: { create: "old" } }, "answers.create:"],
  [{ ids: "prj_1" }, "ids:"],
  [{ errors: { conflict: 404 } }, "errors.conflict: must be 400 or 422"],
  [{ rate: { requests: 1 } }, "rate.windowMs: is required"],
  [{ deletions: { ineffective: ["project", "organization"] } }, "deletions.ineffective.1:"],
])("refuses %j and names the path", (json, message) => {
  expect(() => parseTemperament(json)).toThrow(`The temperament is not valid: ${message}`);
});

it("prevents the start if it is not valid, and names every problem", async () => {
  const wrong = { rate: { requests: 0, windowMs: 0 } };
  await expect(startEmulator({ temperament: wrong })).rejects.toThrow(
    /^The temperament is not valid: rate\.requests: .+; rate\.windowMs: .+$/,
  );
});

it("is not an unknown name", () => {
  expect(() => readTemperament("odd")).toThrow(`Unknown temperament "odd". The names are ${names.join(", ")}.`);
});

it("is read and replaced over the control path, by value and by name", async () => {
  await using emulator = await startEmulator();
  expect((await send(emulator, `GET ${path}`)).body).toEqual({});
  const set = await send(emulator, `POST ${path}`, { body: '{"lists":{"pageSize":3}}' });
  expect(set).toMatchObject({ status: 200, body: { lists: { pageSize: 3 } } });
  expect((await send(emulator, `GET ${path}`)).body).toEqual({ lists: { pageSize: 3 } });
  expect((await send(emulator, `POST ${path}`, { body: '"eventual"' })).body).toEqual(temperaments.eventual);
  expect(await send(emulator, `POST ${path}`, { body: '{"ids":1}' })).toEqual(refusedParams("ids"));
  expect((await send(emulator, `POST ${path}`, { body: '"odd"' })).status).toBe(400);
  expect((await send(emulator, `GET ${path}`)).body).toEqual(temperaments.eventual);
  expect((await send(emulator, `DELETE ${path}`)).headers.get("allow")).toBe("GET, POST");
  emulator.setTemperament("plain");
  expect((await send(emulator, `GET ${path}`)).body).toEqual({});
});

it("leaves a copy of the stored objects to read", async () => {
  const project = { organization_id: "org_1", slug: "site", domains: [{ name: "www.example.com" }] };
  await using emulator = await startEmulator({ seed: { projects: [project] } });
  await ask(emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4", settings: { a: 1 } });
  const state = emulator.state();
  expect(state).toMatchObject([
    {
      project: { id: "prj_1", slug: "site" },
      components: [{ id: "pc_1", settings: { a: 1 } }],
      domains: [{ name: "www.example.com" }],
    },
  ]);
  await ask(emulator, "DELETE /v1/projects/prj_1");
  expect(emulator.state()).toEqual([]);
  expect(state).toHaveLength(1);
});
