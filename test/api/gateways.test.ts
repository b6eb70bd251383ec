import { describe, expect, it } from "vitest";
import { OLDEST_ANSWER } from "../../core/api/answers.ts";
import { hadNoEffect, ProtocolError, RefusedError } from "../../core/api/errors.ts";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";
import { caught, connect, lines } from "./connect.ts";
import { cut, html, json, startFaultServer } from "./fault-server.ts";

const LIST = { data: [], has_more: false };

describe("a cache in front of the service", () => {
  it("is asked to ask the service, by reads only", async () => {
    await using server = await startFaultServer((response) => json(response, 200, { id: "prj_1", ...LIST }));
    const client = connect(server);
    await client.projects.list();
    await client.projects.update("prj_1", {});
    expect(server.received.map(({ headers }) => headers["cache-control"])).toEqual(["no-cache", undefined]);
  });

  async function readAfter(age: string) {
    await using server = await startFaultServer((response) => json(response, 200, { id: "prj_1", ...LIST }, { age }));
    const client = connect(server);
    // Neither a version of the catalogue nor the answer to a write becomes old.
    await client.catalogue.get("edgee", "ga4");
    await client.projects.update("prj_1", {});
    return { error: await caught(client.projects.list()), sent: server.received.length };
  }

  it.each(["0", "10", "garbage"])("that sends an answer of %s s ago is believed", async (age) => {
    expect((await readAfter(age)).error.message).toBe("It did not reject.");
  });

  it("is not believed either if it has kept that an object is not found", async () => {
    const missing = { error: { type: "not_found_error", message: "no" } };
    await using server = await startFaultServer((response) => json(response, 404, missing, { age: "90" }));
    expect(await caught(connect(server).domains.get("prj_1", "www.example.com"))).toBeInstanceOf(ProtocolError);
  });

  it.each(["11", "86400"])("that sends an answer of %s s ago is not believed, and the error names it", async (age) => {
    expect(OLDEST_ANSWER).toBe(SETTLE_WINDOW);
    const { error, sent } = await readAfter(age);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe(
      `GET /v1/projects: the answer is ${age} s old: a cache sent it. Exclude the address of the service from the cache of the gateway, or wait until it expires.`,
    );
    expect(sent).toBe(3);
  });
});

it.each(["11, 0", "11;x"])("an age of a list, or with something after it, counts: %s", async (age) => {
  await using server = await startFaultServer((response) => json(response, 200, LIST, { age }));
  expect((await caught(connect(server).projects.list())).message).toContain("the answer is 11 s old");
});

it.each([413, 414, 431])("a page with %i refuses a request for its size: it had no effect", async (status) => {
  await using server = await startFaultServer((response) => html(response, status));
  const error = await caught(connect(server).projects.create({ slug: "x".repeat(1000) }));
  expect(error).toBeInstanceOf(RefusedError);
  expect(hadNoEffect(error)).toBe(true);
  expect(error.message).toMatch(
    / The request has 1[23]\d\d bytes\. Ask the operator of the gateway for a higher limit/,
  );
  expect(server.received).toHaveLength(1);
});

describe("three writes in a row without an answer", () => {
  const PROBE = "GET /v1/projects?limit=1";

  it("are followed by one read: without an answer to it no other write is sent", async () => {
    await using server = await startFaultServer(cut);
    const client = connect(server, { concurrency: 2 });
    const errors = await Promise.all(Array.from({ length: 14 }, () => caught(client.projects.create({ slug: "x" }))));
    const sent = lines(server.received).filter((line) => line.startsWith("POST"));
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(errors.filter(hadNoEffect)).toHaveLength(14 - sent.length);
    expect(errors.at(-1)?.message).toMatch(
      /^POST \/v1\/projects: not sent, because the service answered neither the last 3 writes nor a read/,
    );
  });

  it.each([
    ["answers", (status: number) => status === 200],
    ["refuses", (status: number) => status === 403],
  ])("are followed by one read: if the service %s it, writes go on", async (_what, is) => {
    const status = [200, 403].find(is) ?? 200;
    await using server = await startFaultServer((response, { method }) =>
      method === "GET" ? json(response, status, LIST) : cut(response),
    );
    const client = connect(server, { concurrency: 1 });
    for (let count = 0; count < 7; count += 1) await caught(client.projects.create({ slug: "x" }));
    const post = "POST /v1/projects";
    expect(lines(server.received)).toEqual([post, post, post, PROBE, post, post, post, PROBE, post]);
  });

  it("that are answered in between are no reason to read", async () => {
    await using server = await startFaultServer((response, _request, attempt) =>
      attempt % 3 === 0 ? json(response, 200, { id: "prj_1" }) : cut(response),
    );
    const client = connect(server, { concurrency: 1 });
    for (let count = 0; count < 9; count += 1)
      await client.projects.create({ slug: "x" }).catch(() => "without an answer");
    expect(lines(server.received)).not.toContain(PROBE);
  });
});
