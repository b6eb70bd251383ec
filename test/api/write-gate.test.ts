import { describe, expect, it } from "vitest";
import { startEmulator, type FaultSchedule } from "../../emulator/start.ts";
import { hadNoEffect, GateClosedError } from "../../core/api/errors.ts";
import { caught, connect, lines } from "./connect.ts";

const KEY = { organization_id: "org_1", slug: "site" };
const seed = { projects: [KEY] };
const answer = (status: number): FaultSchedule => ({
  faults: [{ method: "POST", times: "always", fault: { kind: "answer", status } }],
});

describe("a client with a closed write gate", () => {
  it("sends no write, says why, and continues to read", async () => {
    await using emulator = await startEmulator({ seed });
    const gate = new AbortController();
    const client = connect(emulator).withWriteGate(gate);
    await client.projects.update("prj_1", { cache: true });
    gate.abort("It is enough.");
    const calls: readonly Promise<unknown>[] = [
      client.projects.create(KEY),
      client.projects.update("prj_1", {}),
      client.projects.delete("prj_1"),
      client.components.create("prj_1", {}),
      client.components.update("prj_1", "pc_1", {}),
      client.components.delete("prj_1", "pc_1"),
      client.domains.create("prj_1", { name: "www.example.com" }),
      client.domains.delete("prj_1", "www.example.com"),
    ];
    for (const error of await Promise.all(calls.map(caught))) {
      expect(error).toBeInstanceOf(GateClosedError);
      expect(error.message).toBe("It is enough.");
      expect(hadNoEffect(error)).toBe(true);
    }
    expect(await client.projects.get("prj_1")).toMatchObject({ cache: true });
    expect(lines(emulator.requests())).toEqual(["POST /v1/projects/prj_1", "GET /v1/projects/prj_1"]);
  });

  it.each([
    [429, true],
    [503, false],
  ])("is not sent again after %i, and what that attempt said stands", async (status, noEffect) => {
    const gate = new AbortController();
    await using emulator = await startEmulator({
      seed,
      faults: answer(status),
      onRequest: () => gate.abort("It is enough."),
    });
    const error = await caught(connect(emulator).withWriteGate(gate).projects.update("prj_1", { cache: true }));
    expect(error).toMatchObject({ name: "RefusedError", status });
    expect(hadNoEffect(error)).toBe(noEffect);
    expect(emulator.requests()).toHaveLength(1);
  });

  it("does not send what waits for its turn, nor stop what is on its way", async () => {
    const gate = new AbortController();
    await using emulator = await startEmulator({ seed, onRequest: () => gate.abort("It is enough.") });
    const client = connect(emulator, { concurrency: 1 }).withWriteGate(gate);
    const outcomes = await Promise.allSettled(
      ["a", "b", "c"].map((name) => client.domains.create("prj_1", { name: `${name}.example.com` })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(lines(emulator.requests())).toEqual(["POST /v1/projects/prj_1/domains"]);
  });

  it("lets no other write begin once the token is refused", async () => {
    await using emulator = await startEmulator({ seed });
    const gate = new AbortController();
    const client = connect({ url: emulator.url, token: "old-token" }, { concurrency: 2 }).withWriteGate(gate);
    const outcomes = await Promise.all(
      ["a", "b", "c", "d"].map((name) => caught(client.domains.create("prj_1", { name: `${name}.example.com` }))),
    );
    const refused = ["RefusedError", "RefusedError"];
    expect(outcomes.map(({ name }) => name)).toEqual([...refused, "InvalidRequestError", "InvalidRequestError"]);
    expect(outcomes[3]).toBeInstanceOf(GateClosedError);
    expect(emulator.requests()).toHaveLength(2);
  });

  it("is closed by a refused token of an exempt write, and does not stop those", async () => {
    await using emulator = await startEmulator({ seed });
    const gate = new AbortController();
    const client = connect({ url: emulator.url, token: "old-token" }, { concurrency: 1 });
    const exempt = client.withWriteGate(gate, { exempt: true });
    const outcomes = await Promise.all([
      caught(exempt.domains.create("prj_1", { name: "a.example.com" })),
      caught(client.withWriteGate(gate).domains.create("prj_1", { name: "b.example.com" })),
      caught(exempt.domains.create("prj_1", { name: "c.example.com" })),
    ]);
    expect(outcomes[1]).toBeInstanceOf(GateClosedError);
    expect([outcomes[0]?.name, outcomes[2]?.name]).toEqual(["RefusedError", "RefusedError"]);
    expect(emulator.requests()).toHaveLength(2);
  });

  it("leaves another client of the same connection alone", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const gate = new AbortController();
    client.withWriteGate(gate);
    gate.abort("It is enough.");
    await client.projects.update("prj_1", { cache: true });
    expect(emulator.requests()).toHaveLength(1);
  });
});
