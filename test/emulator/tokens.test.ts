import { expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/start.ts";
import { ask, refused, refusedParams, type Reply } from "./ask.ts";
import { keysOf } from "./list.ts";

const components = [{ component_slug: "edgee/ga4" }];
const seed = {
  tokens: [{ token: "second", organizations: ["org_2"] }],
  projects: [
    { organization_id: "org_1", slug: "one", components, domains: [{ name: "one.example.com" }] },
    { organization_id: "org_2", slug: "two", components, domains: [{ name: "two.example.com" }] },
  ],
};
const notFound = refused(404, "not_found_error");
const conflict = refused(409, "conflict_error");

async function askAs(token: string, emulator: Emulator, request: string, body?: unknown): Promise<Reply> {
  return ask({ ...emulator, token }, request, body);
}

it("shows a token only the projects of its organizations", async () => {
  await using emulator = await startEmulator({ seed });
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects"))).toEqual(["prj_2"]);
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects?organization_id=org_1"))).toEqual([]);
  expect(await askAs("second", emulator, "GET /v1/projects?start_key=prj_1")).toEqual(refusedParams("start_key"));
  expect(await askAs("second", emulator, "POST /v1/projects/prj_2", { cache: true })).toMatchObject({ status: 200 });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_2", "prj_1"]);
  for (const path of ["", "/components", "/components/pc_1", "/domains", "/domains/one.example.com"]) {
    const methods = [...(path.endsWith("s") ? [] : ["DELETE"]), ...(path.endsWith(".com") ? [] : ["POST"]), "GET"];
    for (const method of methods) {
      const body = method === "POST" ? {} : undefined;
      expect(await askAs("second", emulator, `${method} /v1/projects/prj_1${path}`, body)).toEqual(notFound);
    }
  }
  expect(emulator.requests().every(({ authorized }) => authorized)).toBe(true);
  expect(emulator.state()).toMatchObject([{ components, domains: [{}] }, {}]);
});

it("lets a token create projects that other tokens of the organization see", async () => {
  await using emulator = await startEmulator({ seed });
  const project = { organization_id: "org_1", slug: "new", type: "proxy" };
  expect(await askAs("second", emulator, "POST /v1/projects", project)).toEqual(refused(403, "forbidden_error"));
  const own = { ...project, organization_id: "org_2" };
  expect(await askAs("second", emulator, "POST /v1/projects", own)).toMatchObject({ body: { id: "prj_3" } });
  expect(await ask(emulator, "GET /v1/projects/prj_3")).toMatchObject({ status: 200, body: own });
  expect(await askAs("second", emulator, "POST /v1/projects", own)).toEqual(conflict);
});

it("keeps host names unique across organizations", async () => {
  await using emulator = await startEmulator({ seed });
  const attach = ["POST /v1/projects/prj_2/domains", { name: "one.example.com" }] as const;
  expect(await askAs("second", emulator, ...attach)).toEqual(conflict);
  await ask(emulator, "DELETE /v1/projects/prj_1/domains/one.example.com");
  expect(await askAs("second", emulator, ...attach)).toMatchObject({ status: 200 });
});

it("limits the first token to the organizations of the seed, if it has any", async () => {
  await using emulator = await startEmulator({ seed: { ...seed, organizations: ["org_1"] } });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(await ask(emulator, "GET /v1/projects/prj_2")).toEqual(notFound);
  expect(keysOf(await askAs("second", emulator, "GET /v1/projects"))).toEqual(["prj_2"]);
  expect(await askAs("third", emulator, "GET /v1/projects")).toEqual(refused(401, "authentication_error"));
  expect(emulator.requests().map(({ authorized }) => authorized)).toEqual([true, true, true, false]);
});
