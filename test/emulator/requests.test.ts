import { request } from "node:http";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refused, refusedParams, send } from "./ask.ts";
import { testClock } from "./test-clock.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "www.example.com" }],
    },
  ],
};

const endpoints = [
  "POST /v1/projects",
  "POST /v1/projects/prj_1",
  "GET /v1/projects/prj_1",
  "DELETE /v1/projects/prj_1",
  "GET /v1/projects",
  "POST /v1/projects/prj_1/components",
  "POST /v1/projects/prj_1/components/pc_1",
  "GET /v1/projects/prj_1/components/pc_1",
  "DELETE /v1/projects/prj_1/components/pc_1",
  "GET /v1/projects/prj_1/components",
  "POST /v1/projects/prj_1/domains",
  "GET /v1/projects/prj_1/domains/www.example.com",
  "DELETE /v1/projects/prj_1/domains/www.example.com",
  "GET /v1/projects/prj_1/domains",
  "GET /v1/components/edgee/ga4",
];
const posts = endpoints.filter((endpoint) => endpoint.startsWith("POST"));

it.each([...endpoints, "GET /v1/nothing", "PUT /v1/projects", "GET /v1/%zz", "GET /%761/projects"])(
  "%s requires the exact bearer token before anything else",
  async (endpoint) => {
    await using emulator = await startEmulator({ seed, token: "right" });
    for (const authorization of [undefined, "Bearer wrong", "bearer right", "Bearer right2", "Bearer rig", "right"]) {
      const reply = await send(emulator, endpoint, { headers: authorization === undefined ? {} : { authorization } });
      expect(reply).toEqual(refused(401, "authentication_error"));
    }
    expect(await ask(emulator, "GET /v1/projects/prj_1/components/pc_1")).toMatchObject({ status: 200 });
  },
);

it.each([
  "GET /",
  "GET /v2/projects",
  "GET /v1",
  "GET /v1/",
  "GET /v1/nothing",
  "GET /v1/projects/",
  "GET /v1/components/edgee",
  // Not 405, because an empty segment is not an id.
  "PUT /v1/projects/",
  "PUT /v1/projects//domains",
])("%s is not found", async (endpoint) => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, endpoint)).toEqual(refused(404, "not_found_error"));
});

it.each([
  ["POST /v1/projects/prj_1/domains/www.example.com", "GET, DELETE"],
  ["PUT /v1/projects", "POST, GET"],
  ["PATCH /v1/projects/prj_1", "POST, GET, DELETE"],
  ["DELETE /v1/projects/prj_1/components", "POST, GET"],
  ["POST /v1/components/edgee/ga4", "GET"],
])("%s is not allowed, but %s are", async (endpoint, allowed) => {
  await using emulator = await startEmulator({ seed });
  const reply = await ask(emulator, endpoint, {});
  expect(reply).toEqual(refused(405, "invalid_request_error"));
  expect(reply.headers.get("allow")).toBe(allowed);
});

it("refuses HEAD and OPTIONS, which are not documented", async () => {
  await using emulator = await startEmulator();
  expect(await ask(emulator, "HEAD /v1/projects")).toMatchObject({ status: 405 });
  expect(await ask(emulator, "OPTIONS /v1/projects")).toMatchObject({ status: 405 });
});

it("decodes path segments one by one", async () => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, "GET /v1/projects/%70rj_1")).toMatchObject({ status: 200, body: { id: "prj_1" } });
  expect(await ask(emulator, "GET /v1/projects/prj_1%2Fdomains")).toEqual(refused(404, "not_found_error"));
  expect(await ask(emulator, "GET /v1/projects/%zz")).toEqual(refused(400, "invalid_request_error"));
  expect(await ask(emulator, "GET /v1/projects/%ff")).toEqual(refused(400, "invalid_request_error"));
  expect(await ask(emulator, "GET /v1/projects?organization_id=%zz")).toEqual(refused(400, "invalid_request_error"));
});

it("does not resolve dots in a path", async () => {
  await using emulator = await startEmulator({ seed });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { authorization: `Bearer ${emulator.token}` };
  request(emulator.url, { path: "/v1/projects/prj_1/domains/..", headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).end();
  expect(await promise).toBe(404);
  expect(emulator.requests()).toMatchObject([{ path: "/v1/projects/prj_1/domains/.." }]);
});

it.each([...endpoints.filter((endpoint) => endpoint.startsWith("GET")), "DELETE /v1/projects/prj_1"])(
  "%s refuses unknown and repeated query parameters",
  async (endpoint) => {
    await using emulator = await startEmulator({ seed });
    expect(await ask(emulator, `${endpoint}?a=1&b`)).toEqual(refusedParams("a", "b"));
    expect(await ask(emulator, `${endpoint}?organization_id=org_1&organization_id=org_1`)).toMatchObject({
      status: 400,
    });
  },
);

it.each(posts)("%s refuses a body that is not a JSON object, or has another content-type", async (endpoint) => {
  await using emulator = await startEmulator({ seed });
  const authorization = `Bearer ${emulator.token}`;
  const json = { authorization, "content-type": "application/json" };
  const form = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const jsonLike = { authorization, "content-type": "application/json-seq" };
  const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const requests: RequestInit[] = [
    ...["", "{", "[]", "null", '"text"', "1", "{} {}", notUtf8].map((body) => ({ headers: json, body })),
    { headers: form, body: "{}" },
    { headers: jsonLike, body: "{}" },
    { headers: { authorization }, body: new Uint8Array([0x7b, 0x7d]) },
    { headers: { authorization } },
  ];
  for (const init of requests) {
    expect(await send(emulator, endpoint, init)).toEqual(refused(400, "invalid_request_error"));
  }
});

it.each(posts)("%s refuses all unknown fields", async (endpoint) => {
  await using emulator = await startEmulator({ seed });
  const reply = await ask(emulator, endpoint, JSON.parse('{"id": "x", "colour": 1, "__proto__": {}}'));
  expect(reply.status).toBe(400);
  for (const param of ["id", "colour", "__proto__"]) {
    expect(reply.body).toHaveProperty("error.params", expect.arrayContaining([expect.objectContaining({ param })]));
  }
});

it("refuses a body for a method that takes none", async () => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, "DELETE /v1/projects/prj_1", {})).toEqual(refused(400, "invalid_request_error"));
  expect(await ask(emulator, "GET /v1/projects/prj_1")).toMatchObject({ status: 200 });
});

it("numbers its answers, including refusals, in x-request-id", async () => {
  await using emulator = await startEmulator({ seed });
  const replies = [
    await send(emulator, "GET /v1/projects"),
    await ask(emulator, "GET /v1/projects/prj_1"),
    await send(emulator, "GET /__emulator/requests"),
    await ask(emulator, "GET /elsewhere"),
    await ask(emulator, "PUT /v1/projects"),
  ];
  expect(replies.map(({ headers }) => headers.get("x-request-id"))).toEqual([
    "req_1",
    "req_2",
    "control_1",
    "req_3",
    "req_4",
  ]);
  for (const { headers } of replies) expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});

it("answers 500 with the type emulator_error if it has a bug", async () => {
  await using emulator = await startEmulator({ clock: testClock(Number.NaN) });
  const body = { organization_id: "org_1", slug: "site", type: "proxy" };
  expect(await ask(emulator, "POST /v1/projects", body)).toEqual(refused(500, "emulator_error"));
});
