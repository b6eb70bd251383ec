import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../core/api/errors.ts";
import { caught, connect } from "./connect.ts";
import { startFaultServer } from "./fault-server.ts";

/** `levels` of lists, one in the other. */
const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("an answer that is nested deeply", () => {
  it.each([63, 10_000, 200_000])("is refused, with the call in the error: %i levels in a field", async (levels) => {
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
});
