import { request } from "node:http";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refused, refusedParams, send } from "./ask.ts";
import { COMPONENT, COMPONENTS, DOMAIN, DOMAINS, PROJECT, SEED, talk } from "./conversation.ts";
import { testClock } from "./test-clock.ts";

const POSTS = ["/v1/projects", PROJECT, COMPONENTS, COMPONENT, DOMAINS].map((path) => `POST ${path}`);
const LISTS = ["/v1/projects", COMPONENTS, DOMAINS];
const GETS = [...LISTS, PROJECT, COMPONENT, DOMAIN, "/v1/components/edgee/ga4"].map((path) => `GET ${path}`);
const ENDPOINTS = [...POSTS, ...GETS, ...[PROJECT, COMPONENT, DOMAIN].map((path) => `DELETE ${path}`)];
const malformed = refused(400, "invalid_request_error");

it("there are 15 endpoints", () => expect(ENDPOINTS).toHaveLength(15));

it.each([...ENDPOINTS, "GET /v1/nothing", "PUT /v1/projects", "GET /v1/%zz", "GET /%761/projects"])(
  "%s requires the exact bearer token before anything else",
  async (endpoint) => {
    await using emulator = await startEmulator({ seed: SEED, token: "right" });
    for (const authorization of ["", "Bearer wrong", "bearer right", "Bearer right2", "Bearer rig", "right"]) {
      const reply = await send(emulator, endpoint, { headers: authorization === "" ? {} : { authorization } });
      expect(reply).toEqual(refused(401, "authentication_error"));
    }
    expect(emulator.state()).toMatchObject([{ components: [{}], domains: [{}] }, {}]);
  },
);

const NOWHERE = ["/", "/v2/projects", "/v1", "/v1/", "/v1/nothing", "/v1/projects/", "/v1/components/edgee"];

talk("answers 404 to unknown paths", {}, [
  ...NOWHERE.map((path) => [`GET ${path}`, 404] as const),
  // Not 405, because an empty segment is not an id.
  ["PUT /v1/projects/", 404],
  ["PUT /v1/projects//domains", 404],
]);

it.each([
  [`POST ${DOMAIN}`, "GET, DELETE"],
  ["PUT /v1/projects", "POST, GET"],
  [`PATCH ${PROJECT}`, "POST, GET, DELETE"],
  [`DELETE ${COMPONENTS}`, "POST, GET"],
  ["POST /v1/components/edgee/ga4", "GET"],
  // Not documented.
  ["OPTIONS /v1/projects", "POST, GET"],
])("%s is not allowed, but %s are", async (endpoint, allowed) => {
  await using emulator = await startEmulator({ seed: SEED });
  const reply = await ask(emulator, endpoint, {});
  expect(reply).toEqual(refused(405, "invalid_request_error"));
  expect(reply.headers.get("allow")).toBe(allowed);
});

talk("decodes path segments one by one", {}, [
  ["GET /v1/projects/%70rj_1", { id: "prj_1" }],
  ["GET /v1/projects/prj_1%2Fdomains", 404],
  ["GET /v1/projects/%zz", 400],
  ["GET /v1/projects/%ff", 400],
  ["GET /v1/projects?organization_id=%zz", 400],
]);

it("does not resolve dots in a path", async () => {
  await using emulator = await startEmulator({ seed: SEED });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { authorization: `Bearer ${emulator.token}` };
  request(emulator.url, { path: `${DOMAINS}/..`, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).end();
  expect(await promise).toBe(404);
  expect(emulator.requests()).toMatchObject([{ path: `${DOMAINS}/..` }]);
});

it.each([...GETS, `DELETE ${PROJECT}`])("%s refuses unknown and repeated query parameters", async (endpoint) => {
  await using emulator = await startEmulator({ seed: SEED });
  expect(await ask(emulator, `${endpoint}?a=1&b`)).toEqual(refusedParams("a", "b"));
  const repeated = await ask(emulator, `${endpoint}?organization_id=org_1&organization_id=org_1`);
  expect(repeated).toMatchObject({ status: 400 });
});

it.each(POSTS)("%s refuses a body that is not a JSON object, or has another content-type", async (endpoint) => {
  await using emulator = await startEmulator({ seed: SEED });
  const authorization = `Bearer ${emulator.token}`;
  const typed = (type: string) => ({ authorization, "content-type": type });
  const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const requests: RequestInit[] = [
    ...["", "{", "[]", "null", '"text"', "1", "{} {}", notUtf8].map((body) => ({
      headers: typed("application/json"),
      body,
    })),
    { headers: typed("application/x-www-form-urlencoded"), body: "{}" },
    { headers: typed("application/json-seq"), body: "{}" },
    { headers: { authorization }, body: new Uint8Array([0x7b, 0x7d]) },
    { headers: { authorization } },
  ];
  for (const init of requests) expect(await send(emulator, endpoint, init)).toEqual(malformed);
});

it.each(POSTS)("%s refuses all unknown fields", async (endpoint) => {
  await using emulator = await startEmulator({ seed: SEED });
  const reply = await ask(emulator, endpoint, JSON.parse('{"id": "x", "colour": 1, "__proto__": {}}'));
  expect(reply.status).toBe(400);
  for (const param of ["id", "colour", "__proto__"]) {
    expect(reply.body).toHaveProperty("error.params", expect.arrayContaining([expect.objectContaining({ param })]));
  }
});

talk("refuses a body for a method that takes none", {}, [
  [`DELETE ${PROJECT}`, {}, 400],
  [`GET ${PROJECT}`, {}],
]);

it("numbers its answers, including refusals, in x-request-id", async () => {
  await using emulator = await startEmulator({ seed: SEED });
  const replies = [
    await send(emulator, "GET /v1/projects"),
    await ask(emulator, `GET ${PROJECT}`),
    await send(emulator, "GET /__emulator/requests"),
    await ask(emulator, "GET /elsewhere"),
  ];
  const ids = replies.map(({ headers }) => headers.get("x-request-id"));
  expect(ids).toEqual(["req_1", "req_2", "control_1", "req_3"]);
  for (const { headers } of replies) expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});

it("answers 500 with the type emulator_error if it has a bug", async () => {
  await using emulator = await startEmulator({ clock: testClock(Number.NaN) });
  const body = { organization_id: "org_1", slug: "site", type: "proxy" };
  expect(await ask(emulator, "POST /v1/projects", body)).toEqual(refused(500, "emulator_error"));
});
