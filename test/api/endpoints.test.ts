import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { connect, lines } from "./connect.ts";
import { endpoints, seed } from "./endpoints.ts";
import { answers, startFaultServer } from "./fault-server.ts";

it.each(endpoints)("sends $line as the interface describes it", async ({ call, line, query, body, answer }) => {
  await using emulator = await startEmulator({ seed });
  const value = await call(connect(emulator));
  expect(emulator.requests()).toMatchObject([
    { body: body ?? null, query: query ?? {}, authorized: true, status: 200 },
  ]);
  expect(lines(emulator.requests())).toEqual([line]);
  expect({ value }).toMatchObject({ value: answer });
});

it("has a call for each of the 15 endpoints", () => {
  expect(new Set(endpoints.map(({ line }) => line)).size).toBe(15);
});

describe("each request", () => {
  it("bears the token, says who calls, and is JSON only where it has a body", async () => {
    await using server = await startFaultServer(answers(200, { id: "prj_1" }));
    const client = connect(server, { userAgent: "projectsync/1" });
    await client.projects.get("prj_1");
    await client.projects.update("prj_1", { cache: true });
    expect(server.received).toMatchObject([
      {
        headers: {
          authorization: "Bearer fault-token",
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "projectsync/1",
        },
      },
      {
        headers: { authorization: "Bearer fault-token", "content-type": "application/json" },
        body: '{"cache":true,"id":"prj_1"}',
      },
    ]);
    expect(server.received[0]?.headers).not.toHaveProperty("content-type");
    // Without this header, a server may take any encoding for accepted (RFC 9110, 12.5.3).
    expect(server.received.map(({ headers }) => headers["accept-encoding"])).toEqual(["identity", "identity"]);
  });

  it("goes below the path of the base URL, with or without a slash at its end", async () => {
    await using server = await startFaultServer(answers(200, { data: [] }));
    for (const prefix of ["", "/", "/edge/api", "/edge/api/"]) {
      await connect({ ...server, url: server.url + prefix }).domains.list("prj_1");
    }
    const below = "/v1/projects/prj_1/domains";
    expect(server.received.map(({ path }) => path)).toEqual([below, below, `/edge/api${below}`, `/edge/api${below}`]);
  });
});
