import { describe, expect, it } from "vitest";
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
