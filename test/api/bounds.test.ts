import { describe, expect, it } from "vitest";
import { isTooDeep } from "../../provider/api/depth.ts";
import { isTransient, ProtocolError, RefusedError } from "../../provider/api/errors.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { json, startFaultServer, type Fault } from "./fault-server.ts";

const huge = "x".repeat(9 * 1024 * 1024);

describe("a refusal with a body of more than 8 MiB", () => {
  const tooMuch =
    (status: number, headers: Record<string, string> = {}): Fault =>
    (response) => {
      response.on("error", () => response.destroy());
      response.writeHead(status, headers).end(huge);
    };

  it("is told by its status, and not read", async () => {
    await using server = await startFaultServer(tooMuch(404));
    const error = await caught(connect(server).projects.get("prj_1"));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: 404, type: undefined });
    expect(isTransient(error)).toBe(false);
    expect(error.message.length).toBeLessThan(500);
    expect(server.received).toHaveLength(1);
  });

  it("is waited for as it asks", async () => {
    const clock = fakeClock();
    await using server = await startFaultServer((response, request, attempt) =>
      attempt === 2 ? json(response, 200, { id: "prj_1" }) : tooMuch(429, { "retry-after": "9" })(response, request, 1),
    );
    await connect(server, { clock }).projects.create({});
    expect(clock.waits).toEqual([9000]);
  });
});

describe("an answer with too many headers", () => {
  it.each([200, 429, 500])("is refused, and not asked for again: %i", async (status) => {
    await using server = await startFaultServer((response) => {
      for (let count = 0; count < 400; count += 1) response.setHeader(`x-flood-${count}`, "x".repeat(100));
      json(response, status, { id: "prj_1" });
    });
    const error = await caught(connect(server).projects.get("prj_1"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe("GET /v1/projects/prj_1: the answer's headers are larger than 16 KiB.");
    expect(server.received).toHaveLength(1);
  });

  it("that never end is refused as well, also where they follow the body", async () => {
    await using server = await startFaultServer((response, _request, attempt) => {
      const { socket } = response;
      const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n";
      socket?.on("error", () => socket.destroy());
      socket?.write(attempt === 1 ? head : `${head}\r\n2\r\n{}\r\n0\r\n`);
      const flood = () => {
        if (socket?.destroyed === false) socket.write(`x-flood: ${"x".repeat(1000)}\r\n`, flood);
      };
      flood();
    });
    const client = connect(server);
    for (const call of [() => client.projects.get("prj_1"), () => client.projects.update("prj_1", {})]) {
      expect((await caught(call())).message).toContain("the answer's headers are larger than 16 KiB");
    }
    expect(server.received).toHaveLength(2);
  });
});

/** `levels` of lists, one in the other. */
const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("an answer that is nested deeply", () => {
  it.each([63, 10_000, 1_000_000])("is refused, with the call in the error: %i levels in a field", async (levels) => {
    await using server = await startFaultServer((response) =>
      response.end(`{"id":"prj_1","data":[{"id":"x","x":${nested(levels)}}]}`),
    );
    const client = connect(server);
    for (const call of [() => client.components.list("prj_1"), () => client.projects.update("prj_1", {})]) {
      const error = await caught(call());
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.message).toMatch(/^(GET|POST) \/v1\/\S+: the answer is nested more than 64 levels deep\.$/);
    }
    expect(server.received).toHaveLength(2);
  });

  it("is taken up to the bound, also by a text of brackets", async () => {
    const text = JSON.stringify(`"\\[${"[{".repeat(1000)}`);
    await using server = await startFaultServer((response) =>
      response.end(`{"id":"prj_1","text":${text},${text}:1,"x":${nested(63)},"y":${nested(63)}}`),
    );
    expect(await connect(server).projects.get("prj_1")).toMatchObject({ id: "prj_1" });
  });

  it("as a refusal is an unexpected body", async () => {
    await using server = await startFaultServer((response) => {
      response.writeHead(400).end(`{"message":"Bad.","errors":${nested(10_000)}}`);
    });
    const error = await caught(connect(server).projects.create({}));
    expect(error).toMatchObject({ status: 400, body: "unexpected" });
  });

  it("takes time in proportion to its length", () => {
    const tokens = `[${"1,".repeat(1_000_000)}"${'\\"'.repeat(500_000)}"]`;
    const began = process.cpuUsage();
    expect(isTooDeep(tokens)).toBe(false);
    expect(isTooDeep(nested(1_000_000))).toBe(true);
    // Some 10 ms: a bound that only a walk with quadratic time exceeds.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
  });
});
