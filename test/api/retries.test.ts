import { describe, expect, it } from "vitest";
import { hadNoEffect, isTransient, NoAnswerError, RefusedError } from "../../core/api/errors.ts";
import { parseRetryAfter } from "../../core/api/retry.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { cut, html, answers, json, refuse, startFaultServer, type Fault } from "./fault-server.ts";

const project = { id: "prj_1" };

/** Misbehaves until the last attempt, and then answers. */
function until(attempts: number, fault: Fault): Fault {
  return (response, request, attempt) =>
    attempt < attempts ? fault(response, request, attempt) : json(response, 200, project);
}

const truncated: Fault = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end('{"id":"prj_1","slug":"si');
};
const cutInBody: Fault = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write('{"id":"prj_1",');
  setImmediate(() => response.destroy());
};
const status =
  (code: number): Fault =>
  (response) =>
    refuse(response, code, "creation_error");

const faults: readonly (readonly [string, Fault])[] = [
  ["a cut connection", cut],
  ["a connection cut in the body", cutInBody],
  ["JSON that breaks off", truncated],
  ["a gateway's page", (response) => html(response, 502)],
  ...[500, 502, 503, 504].map((code) => [String(code), status(code)] as const),
];

/* How often each of the 15 calls is sent, and when, is in every-call-ends.test.ts. */

it.each(faults)("after %s a create may have taken place, and the same call may succeed later", async (_what, fault) => {
  await using server = await startFaultServer(fault);
  const error = await caught(connect(server).projects.create({ slug: "site" }));
  expect([isTransient(error), hadNoEffect(error)]).toEqual([true, false]);
  expect(server.received).toHaveLength(1);
});

it("429s do not use up the attempts for other failures", async () => {
  await using server = await startFaultServer((response, _request, attempt) =>
    attempt % 2 === 0 ? html(response, 502) : html(response, 429),
  );
  expect(await caught(connect(server).projects.get("prj_1"))).toMatchObject({ status: 502 });
  expect(server.received).toHaveLength(8);
});

it.each([400, 401, 403, 404, 405, 408, 409, 422, 501])("%i is not tried again", async (code) => {
  await using server = await startFaultServer((response) => refuse(response, code, "update_error"));
  expect(await caught(connect(server).projects.update("prj_1", {}))).toBeInstanceOf(RefusedError);
  expect(server.received).toHaveLength(1);
});

describe("a service that cannot be connected to", () => {
  /** An address that no server listens on. */
  async function unusedAddress(): Promise<{ url: string; token: string }> {
    await using server = await startFaultServer(() => undefined);
    return { url: server.url, token: server.token };
  }

  it("never saw the request: a create is sent again, and the error says what to check", async () => {
    const clock = fakeClock();
    const error = await caught(connect(await unusedAddress(), { clock }).projects.create({ slug: "site" }));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(hadNoEffect(error)).toBe(true);
    expect(error.message).toMatch(
      /^POST \/v1\/projects: 127\.0\.0\.1:\d+ refused the connection \(ECONNREFUSED\), after 4 attempts\. Check the host name and the port in the base URL, and that the service runs\.$/,
    );
    expect(clock.waits).toHaveLength(3);
  });

  it("speaks no TLS: the request was never sent either", async () => {
    await using server = await startFaultServer(answers(200, project));
    const tls = { ...server, url: server.url.replace("http:", "https:") };
    const error = await caught(connect(tls).projects.create({ slug: "site" }));
    expect(hadNoEffect(error)).toBe(true);
    expect(error.message).toContain("the port does not speak TLS as expected (E");
    expect(server.received).toEqual([]);
  });
});

describe("a write whose first attempt got no answer", () => {
  it.each([
    ["too many requests", status(429)],
    ["forbidden", (response) => refuse(response, 403, "forbidden_error")],
    ["not found", (response) => refuse(response, 404, "not_found_error")],
  ] satisfies [string, Fault][])(
    "is not known to have had no effect when the next is refused: %s",
    async (_w, fault) => {
      await using server = await startFaultServer((response, request, attempt) =>
        attempt === 1 ? cut(response) : fault(response, request, attempt),
      );
      const error = await caught(connect(server).projects.update("prj_1", { cache: true }));
      expect(error).toBeInstanceOf(RefusedError);
      expect(hadNoEffect(error)).toBe(false);
    },
  );

  it("is not known to have had no effect when the next cannot even be sent", async () => {
    const server = await startFaultServer(cut);
    const clock = fakeClock();
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds < 1000) await server[Symbol.asyncDispose]();
      await clock.sleep(milliseconds, signal);
    };
    const client = connect(server, { clock: { ...clock, sleep } });
    const error = await caught(client.projects.update("prj_1", { cache: true }));
    expect(error.message).toContain("ECONNREFUSED");
    expect(hadNoEffect(error)).toBe(false);
    expect(server.received).toHaveLength(1);
  });

  it("is known to have had none when every attempt was refused", async () => {
    await using server = await startFaultServer(status(429));
    const error = await caught(connect(server).projects.update("prj_1", { cache: true }));
    expect(hadNoEffect(error)).toBe(true);
  });
});

describe("the waits between attempts", () => {
  it("double, by chance from nothing to a bound", async () => {
    await using server = await startFaultServer(status(503));
    for (const [chance, waits] of [
      [0, [0, 0, 0]],
      [0.5, [125, 250, 500]],
      [1, [250, 500, 1000]],
    ] as const) {
      const clock = fakeClock(chance);
      await caught(connect(server, { clock }).projects.get("prj_1"));
      expect(clock.waits).toEqual(waits);
    }
  });

  it("are never shorter than Retry-After asks, by the service's clock", async () => {
    const headers = { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT", date: "Thu, 01 Jan 1970 00:00:00 GMT" };
    await using server = await startFaultServer(until(2, (response) => refuse(response, 429, "x", headers)));
    const clock = fakeClock(0.5);
    await connect(server, { clock }).projects.update("prj_1", {});
    expect(clock.waits).toEqual([20_125]);
  });

  it("past the deadline are not begun: the error says how long the service asks for", async () => {
    await using server = await startFaultServer((response) => refuse(response, 429, "x", { "retry-after": "120" }));
    const clock = fakeClock();
    const error = await caught(connect(server, { clock }).projects.get("prj_1"));
    expect(error).toMatchObject({ status: 429, retryAfter: 120_000 });
    expect(error.message).toContain("The service asks to wait 120 s.");
    expect(clock.waits).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it("that fail end the call: nothing is sent again without one", async () => {
    await using server = await startFaultServer(status(503));
    const clock = fakeClock();
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds < 1000) throw new Error("The clock is broken.");
      await clock.sleep(milliseconds, signal);
    };
    const error = await caught(connect(server, { clock: { ...clock, sleep } }).projects.get("prj_1"));
    expect(error).toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(1);
  });

  it("that would end just at the deadline are not begun either", async () => {
    await using server = await startFaultServer((response) => refuse(response, 502, "x", { "retry-after": "16" }));
    for (const [deadline, attempts] of [
      [32_000, 2],
      [32_001, 3],
    ] as const) {
      const clock = fakeClock();
      const before = server.received.length;
      expect(await caught(connect(server, { clock, deadline }).projects.get("prj_1"))).toMatchObject({ status: 502 });
      expect(server.received.length - before).toBe(attempts);
      expect(clock.waits).toHaveLength(attempts - 1);
    }
  });
});

describe("Retry-After", () => {
  it.each([
    ["7", 7000],
    ["7.25", 7250],
    [" 7 ", 7000],
    ["\t7", 7000],
    [" Thu, 01 Jan 1970 00:00:07 GMT ", 7000],
    ["Wed, 31 Dec 1969 23:59:00 GMT", 1000],
    ["0", 1000],
    ["-5", 1000],
    ["soon", 1000],
    ["garbage 3000", 1000],
    ["2e1", 1000],
    ["x Sun, 11 Jan 1970 00:00:20 GMT", 1000],
    ["Sun, 11 Jan 1970 00:00:20 GMT (x)", 1000],
    ["9".repeat(20), Number.MAX_SAFE_INTEGER],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    [undefined, undefined],
  ])("%j asks for %s ms", (header, wait) => expect(parseRetryAfter(header, undefined, 0)).toBe(wait));

  it.each([
    [0, " Thu, 01 Jan 1970 00:00:20 GMT "],
    [20_000, undefined],
    [20_000, "garbage"],
  ])("as a date counts from %d, or from the date of the answer: %j", (now, date) =>
    expect(parseRetryAfter("Thu, 01 Jan 1970 00:00:27 GMT", date, now)).toBe(7000),
  );
});
