import { expect, it } from "vitest";
import { readSeed } from "../../emulator/seed.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator } from "../../emulator/start.ts";
import { ask, refused, refusedParams } from "./ask.ts";
import type { Reply } from "./ask.ts";
import { keysOf } from "./list.ts";

const components = [{ component_slug: "edgee/ga4" }];
const seed = {
  tokens: [{ token: "second", organizations: ["org_2"] }],
  projects: [
    { organization_id: "org_1", slug: "one", components, domains: [{ name: "one.example.com" }] },
    { organization_id: "org_2", slug: "two", components, domains: [{ name: "two.example.com" }] },
  ],
};

async function askAs(token: string, emulator: Emulator, request: string, body?: unknown): Promise<Reply> {
  return ask({ ...emulator, token }, request, body);
}

it("shows a token only the projects of its organizations", async () => {
  await using emulator = await startEmulator({ seed });
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects"))).toEqual(["prj_2"]);
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects?organization_id=org_1"))).toEqual([]);
  expect(await askAs("second", emulator, "GET /v1/projects?start_key=prj_1")).toEqual(refusedParams("start_key"));
  expect(await askAs("second", emulator, "GET /v1/projects/prj_2")).toMatchObject({ status: 200 });
  expect(await askAs("second", emulator, "POST /v1/projects/prj_2", { cache: true })).toMatchObject({ status: 200 });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_2", "prj_1"]);
  expect(emulator.requests().every(({ authorized }) => authorized)).toBe(true);
});

it.each([
  "GET /v1/projects/prj_1",
  "DELETE /v1/projects/prj_1",
  "POST /v1/projects/prj_1",
  "GET /v1/projects/prj_1/components",
  "POST /v1/projects/prj_1/components",
  "GET /v1/projects/prj_1/components/pc_1",
  "POST /v1/projects/prj_1/components/pc_1",
  "DELETE /v1/projects/prj_1/components/pc_1",
  "GET /v1/projects/prj_1/domains",
  "POST /v1/projects/prj_1/domains",
  "GET /v1/projects/prj_1/domains/one.example.com",
  "DELETE /v1/projects/prj_1/domains/one.example.com",
])("does not find objects of another organization: %s", async (request) => {
  await using emulator = await startEmulator({ seed });
  const body = request.startsWith("POST") ? {} : undefined;
  expect(await askAs("second", emulator, request, body)).toEqual(refused(404, "not_found_error"));
  expect(await ask(emulator, "GET /v1/projects/prj_1/components/pc_1")).toMatchObject({ status: 200 });
  expect(emulator.requests()).toMatchObject([{ authorized: true, handled: true, status: 404 }, { status: 200 }]);
});

it("lets a token create projects that other tokens of the organization see", async () => {
  await using emulator = await startEmulator({ seed });
  const project = { organization_id: "org_1", slug: "new", type: "proxy" };
  expect(await askAs("second", emulator, "POST /v1/projects", project)).toEqual(refused(403, "forbidden_error"));
  const own = { ...project, organization_id: "org_2" };
  expect(await askAs("second", emulator, "POST /v1/projects", own)).toMatchObject({ body: { id: "prj_3" } });
  expect(await ask(emulator, "GET /v1/projects/prj_3")).toMatchObject({ status: 200, body: own });
  expect(await askAs("second", emulator, "POST /v1/projects", own)).toEqual(refused(409, "conflict_error"));
  expect(emulator.requests().map(({ status }) => status)).toEqual([403, 200, 200, 409]);
});

it("keeps host names unique across organizations", async () => {
  await using emulator = await startEmulator({ seed });
  const path = "/v1/projects/prj_2/domains";
  const body = { name: "one.example.com" };
  expect(await askAs("second", emulator, `POST ${path}`, body)).toEqual(refused(409, "conflict_error"));
  await ask(emulator, "DELETE /v1/projects/prj_1/domains/one.example.com");
  expect(await askAs("second", emulator, `POST ${path}`, body)).toMatchObject({ status: 200 });
  expect(emulator.requests().map(({ status }) => status)).toEqual([409, 200, 200]);
});

it("limits the first token to the organizations of the seed, if it has any", async () => {
  await using emulator = await startEmulator({ seed: { ...seed, organizations: ["org_1"] } });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(await ask(emulator, "GET /v1/projects/prj_2")).toEqual(refused(404, "not_found_error"));
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects"))).toEqual(["prj_2"]);
  expect(await askAs("third", emulator, "GET /v1/projects")).toEqual(refused(401, "authentication_error"));
  expect(emulator.requests().map(({ authorized }) => authorized)).toEqual([true, true, true, false]);
});

it.each<[unknown, string]>([
  [{ tokens: [{ token: "a b", organizations: [] }] }, "tokens.0.token: must be printable ASCII"],
  [{ tokens: [{ token: "a" }] }, "tokens.0.organizations: is required"],
  [{ tokens: [{ token: "a", organizations: [], x: 1 }] }, "tokens.0.x: is not a known field"],
  [
    {
      tokens: [
        { token: "a", organizations: [] },
        { token: "a", organizations: ["org_1"] },
      ],
    },
    "tokens.1.token: is a duplicate",
  ],
])("refuses the seed %j", (json, message) => {
  expect(() => readSeed(json)).toThrow(message);
});
