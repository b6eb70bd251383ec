import { describe, expect, it } from "vitest";
import { createRedaction } from "../../core/text/redaction.ts";
import { ProtocolError } from "../../core/api/errors.ts";
import { createReadLimit, MAX_READ, MAX_VALUES, measured } from "../../core/api/answer-size.ts";
import { caught, connect } from "./connect.ts";
import { startFaultServer } from "./fault-server.ts";

const CALL = { method: "GET", path: "/v1/projects" };

describe("what a client reads in all", () => {
  it.each([
    ["characters", "48 MiB"],
    ["values", "1000000 values"],
    ["objects", "100000 objects"],
  ] as const)("has at most so many %s, whatever it reads", (unit, most) => {
    const limit = createReadLimit();
    const first = limit(CALL, "first");
    const second = limit(CALL, "second");
    first.add({ [unit]: MAX_READ[unit] - 1 });
    second.add({ [unit]: 1 });
    second.check();
    const message = `GET /v1/projects: the run has read more than ${most} from the service. Use several runs.`;
    expect(() => second.add({ [unit]: 1 })).toThrow(
      new ProtocolError(CALL, message.slice(18, -19), "Use several runs."),
    );
    // Everything later is refused before it is asked for.
    expect(() => limit(CALL, "third").check()).toThrow(message);
  });

  it("counts once what is read again", () => {
    const limit = createReadLimit();
    for (let time = 0; time < 100; time += 1) {
      const reading = limit(CALL, "list");
      for (let page = 0; page < 4; page += 1) reading.add({ characters: MAX_READ.characters / 4 });
    }
    expect(() => limit(CALL, "list").check()).not.toThrow();
  });
});

describe("an answer with too many values", () => {
  const text = `{"error":{"type":"not_found_error"},"data":[${"{},".repeat(MAX_VALUES / 2)}{}]}`;

  it("is refused before it is parsed, and counts", async () => {
    await using server = await startFaultServer((response) => response.end(text));
    const client = connect(server);
    const error = await caught(client.domains.list("prj_1"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe("GET /v1/projects/prj_1/domains: the answer has more than 250000 values.");
    const limit = createReadLimit();
    const answer = { head: { statusCode: 200, headers: {} }, text: text.padEnd(MAX_READ.characters / 2), isUtf8: true };
    const reading = limit(CALL, "list");
    for (let time = 0; time < 2; time += 1) expect(() => measured(CALL, answer, reading)).toThrow("250000 values");
    expect(() => measured(CALL, answer, reading)).toThrow("48 MiB");
  });

  it("as a refusal is no JSON any more", async () => {
    await using server = await startFaultServer((response) => response.writeHead(404).end(text));
    expect(await caught(connect(server).projects.get("prj_1"))).toMatchObject({ status: 404, body: "unexpected" });
  });

  it("as a refusal shows no half of a secret", async () => {
    const secret = "Zx9qW2".repeat(20);
    const body = `${" ".repeat(64 * 1024 - 60)}${secret}${text}`;
    await using server = await startFaultServer((response) => response.writeHead(404).end(body));
    const redaction = createRedaction([secret]);
    const error = await caught(connect(server, { redaction }).projects.get("prj_1"));
    expect(error.message).toContain("(secret)");
    expect(error.message).not.toContain("Zx9q");
  });
});

it("requests that are in the queue together are not sent after too much", async () => {
  let answered = 0;
  await using server = await startFaultServer((response) => {
    answered += 1;
    response.end(`{"data":[{"name":"a","x":"${"x".repeat(7_000_000)}"}],"has_more":false}`);
  });
  const client = connect(server, { concurrency: 2 });
  const lists = Array.from({ length: 40 }, async (_none, index) => client.domains.list(`prj_${index}`));
  const read = (await Promise.allSettled(lists)).filter(({ status }) => status === "fulfilled");
  expect(read).toHaveLength(7);
  expect(answered).toBeLessThan(11);
});
