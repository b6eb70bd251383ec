import { getEventListeners } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../core/api/client.ts";
import { hadNoEffect, NoAnswerError, StoppedError } from "../../core/api/errors.ts";
import { listen } from "../listen.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { json, refuse, startFaultServer } from "./fault-server.ts";

const project = { id: "prj_1" };

/* A server that says nothing, or one byte after the other, is in every-call-ends.test.ts. */

describe("an attempt is given up after 30 s by the client's clock", () => {
  it("where the server sends nothing but early hints, and a read is then sent again", async () => {
    const clock = fakeClock();
    await using server = await startFaultServer((response, _request, attempt) => {
      if (attempt === 2) return json(response, 200, project);
      response.writeEarlyHints({ link: "</x>; rel=preload" });
      clock.pass(29_999);
      clock.pass(1);
    });
    expect(await connect(server, { clock }).projects.get("prj_1")).toEqual(project);
    expect(server.received).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it("but sends a create again if no connection was made", async () => {
    const clock = fakeClock();
    let connections = 0;
    // Accepts connections, and never answers the TLS handshake.
    const mute = createServer((socket) => {
      connections += 1;
      socket.on("error", () => socket.destroy());
      clock.pass(30_000);
    });
    await using listening = await listen(mute);
    const at = { url: `https://127.0.0.1:${listening.port}`, token: "test-token" };
    const client = connect(at, { clock, deadline: 1_000_000 });
    const error = await caught(client.projects.create({ slug: "site" }));
    expect(error.message).toBe(
      "POST /v1/projects: cannot connect to the service within 30 s, after 4 attempts. Check the base URL and the firewall. A private network may need a VPN or HTTPS_PROXY.",
    );
    expect(hadNoEffect(error)).toBe(true);
    expect(connections).toBe(4);
  });
});

describe("a call is given up after 60 s by the client's clock", () => {
  it("or after less, if so configured", async () => {
    const clock = fakeClock();
    await using server = await startFaultServer(() => clock.pass(30_000));
    const client = connect(server, { clock, deadline: 30_000 });
    for (const call of [() => client.projects.update("prj_1", {}), () => client.projects.create({})]) {
      const error = await caught(call());
      expect(error.message).toContain("no complete answer within 30 s. Try again later.");
      expect(hadNoEffect(error)).toBe(false);
    }
    expect(server.received).toHaveLength(2);
  });

  it("without its time in the queue", async () => {
    const clock = fakeClock();
    await using server = await startFaultServer((response) => {
      clock.pass(29_000);
      json(response, 200, project);
    });
    const client = connect(server, { clock, concurrency: 1 });
    await Promise.all(Array.from({ length: 5 }, () => client.projects.create({})));
    expect(server.received).toHaveLength(5);
  });
});

describe("a client that is stopped", () => {
  it.each([[undefined], [new Error("SIGINT")], ["a text"]])("ends what is under way: reason %s", async (reason) => {
    const stop = new AbortController();
    await using server = await startFaultServer(() => stop.abort(reason));
    const client = connect(server, { signal: stop.signal });
    const error = await caught(client.projects.create({ slug: "site" }));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toBe("POST /v1/projects: stopped before the answer arrived.");
    expect(hadNoEffect(error)).toBe(false);

    const later = await caught(client.projects.create({ slug: "site" }));
    expect(later.message).toBe("POST /v1/projects: stopped before it was sent.");
    expect(hadNoEffect(later)).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it("says of what waits between attempts what was learnt of it", async () => {
    const stop = new AbortController();
    await using server = await startFaultServer((response) => refuse(response, 429, "x"));
    const clock = fakeClock();
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds < 1000) stop.abort();
      await clock.sleep(milliseconds, signal);
    };
    const client = connect(server, { signal: stop.signal, clock: { ...clock, sleep } });
    expect(await caught(client.projects.create({}))).toMatchObject({ status: 429 });
    expect(server.received).toHaveLength(1);
  });

  it("ends its pauses, and takes no other", async () => {
    const stop = new AbortController();
    const client = connect({ url: "http://127.0.0.1:1", token: "test-token" }, { signal: stop.signal });
    await client.pause(29_000, "for the test");
    const pause = caught(client.pause(60_000, "for the test"));
    stop.abort();
    expect(await pause).toBeInstanceOf(StoppedError);
    expect(await caught(client.pause(1, "for the test"))).toBeInstanceOf(StoppedError);
  });

  it("was closed: it makes no other attempt, and takes no pause", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await startFaultServer(() => arrived.resolve());
    const client = createClient({ baseUrl: server.url, token: server.token, userAgent: "test/1", clock: fakeClock() });
    const ended = caught(client.projects.get("prj_1"));
    const pause = caught(client.pause(60_000, "for the test"));
    await arrived.promise;
    await client.close();
    expect((await ended).message).toBe("GET /v1/projects/prj_1: stopped before the answer arrived.");
    expect(await pause).toBeInstanceOf(StoppedError);
    expect((await caught(client.projects.get("prj_1"))).message).toContain("stopped before it was sent");
    expect(server.received).toHaveLength(1);
    await client.close();
  });
});

it("leaves no listener, timer or warning behind after 1,000 calls under one signal", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on("warning", warn);
  process.on("unhandledRejection", warn);
  onTestFinished(() => void process.off("warning", warn).off("unhandledRejection", warn));
  await using server = await startFaultServer((response, _request, attempt) =>
    attempt % 3 === 0 ? refuse(response, 503, "x") : json(response, 200, project),
  );
  const { signal } = new AbortController();
  const clock = fakeClock();
  let own = signal;
  const sleep = (milliseconds: number, until: AbortSignal) => {
    // Only a pause is given the signal that all calls have in common.
    if (milliseconds === 1) own = until;
    return clock.sleep(milliseconds, until);
  };
  const client = connect(server, { signal, clock: { ...clock, sleep } });
  await Promise.all(Array.from({ length: 1000 }, () => client.projects.get("prj_1").catch(() => undefined)));
  expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
  expect(clock.pending()).toBe(0);
  await client.pause(1, "for the test");
  expect(own).not.toBe(signal);
  expect(getEventListeners(own, "abort")).toHaveLength(0);
  await client.close();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(warnings).toEqual([]);
});

it("uses connections again", async () => {
  const ports = new Set<string | undefined>();
  await using server = await startFaultServer((response) => {
    ports.add(String(response.socket?.remotePort));
    json(response, 200, project);
  });
  const client = connect(server);
  for (let count = 0; count < 20; count += 1) await client.projects.get("prj_1");
  expect(server.received).toHaveLength(20);
  expect(ports.size).toBeLessThanOrEqual(2);
});
