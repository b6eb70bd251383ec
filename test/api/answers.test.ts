import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hadNoEffect, NotDeletedError, ProtocolError } from "../../core/api/errors.ts";
import { caught, connect } from "./connect.ts";
import { html, answers, json, startFaultServer } from "./fault-server.ts";

describe("an answer", () => {
  it("keeps fields that this version does not know", async () => {
    const record = { id: "prj_1", slug: null, plan: { seats: 3 }, force_https: "perhaps" };
    await using server = await startFaultServer(answers(200, record));
    expect(await connect(server).projects.get("prj_1")).toEqual(record);
  });

  it("with a duplicate key is not taken, and is not asked for again", async () => {
    await using server = await startFaultServer((response) => html(response, 200, '{ "id": "prj_1", "id": "prj_2" }'));
    const error = await caught(connect(server).projects.get("prj_1"));
    expect(error.message).toContain("GET /v1/projects/prj_1: a key in the answer is duplicate");
    expect(server.received).toHaveLength(1);
  });

  it("may omit each field, or have it as null, that does not identify the object", async () => {
    const answers: Record<string, unknown> = {
      "/v1/projects/prj_1": { id: "prj_1" },
      "/v1/projects/prj_1/components/pc_1": { id: "pc_1", settings: null, component_version: null, active: null },
      "/v1/projects/prj_1/domains/a.example.com": { name: "a.example.com" },
      "/v1/components/a/b": { versions: { "1.0.0": { dynamic_fields: [{ name: "x", type: "string" }] } } },
      "/v1/components/a/c": {},
    };
    await using server = await startFaultServer((response, { path }) => json(response, 200, answers[path]));
    const client = connect(server);
    await client.projects.get("prj_1");
    await client.components.get("prj_1", "pc_1");
    await client.domains.get("prj_1", "a.example.com");
    await client.catalogue.get("a", "b");
    expect(await client.catalogue.get("a", "c")).toEqual({});
  });

  it.each([
    ["no id", {}, "id"],
    ["an empty id", { id: "" }, "id"],
    ["a list", [], "all of it"],
    ["an id that is no text", { id: ["hunter2hunter2"] }, "id"],
    ["nothing", undefined, "all of it"],
  ])("with %s is not taken, and the error names the place and not the value", async (_what, answer, place) => {
    await using server = await startFaultServer(answers(200, answer));
    const error = await caught(connect(server).components.get("prj_1", "pc_1"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe(
      `GET /v1/projects/prj_1/components/pc_1: the answer has missing or invalid fields (${place}).`,
    );
  });

  it.each([
    ["compressed", { "content-encoding": "gzip" }, gzipSync('{"id":"prj_1"}'), "compressed (gzip)"],
    ["in Latin-1", {}, Buffer.from('{"id":"prj_1","description":"caf\u00e9"}', "latin1"), "not UTF-8"],
    ["in UTF-16", {}, Buffer.from('\uFEFF{"id":"prj_1"}', "utf16le"), "not UTF-8"],
  ])("that is %s is a protocol error that says so", async (_form, headers, body, what) => {
    await using server = await startFaultServer((response) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(body),
    );
    const error = await caught(connect(server).projects.get("prj_1"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(`the answer is ${what}`);
  });

  it("is read whole, wherever it is divided, without its byte order mark", async () => {
    const description = "caf\u00e9 \uFFFD \u{1F600}";
    await using server = await startFaultServer((response) => {
      for (const byte of Buffer.from(`\uFEFF${JSON.stringify({ id: "prj_1", description })}`))
        response.write(Buffer.of(byte));
      response.end();
    });
    expect(await connect(server).projects.get("prj_1")).toHaveProperty("description", description);
  });

  it("of white space is an answer without a record to a write, and a protocol error to a read", async () => {
    await using server = await startFaultServer((response) => response.end(" \n"));
    const client = connect(server);
    await client.projects.update("prj_1", { cache: true });
    await client.domains.delete("prj_1", "a.b");
    expect(await caught(client.projects.get("prj_1"))).toBeInstanceOf(ProtocolError);
  });

  it.each([201, 202, 206, 207, 226])("with %i may be only a part of a list, and is not believed", async (status) => {
    await using server = await startFaultServer(answers(status, { data: [], has_more: false }));
    expect(await caught(connect(server).projects.list())).toMatchObject({
      message: `GET /v1/projects: the answer has the status ${status}, which does not say that it is whole. Check proxies and gateways.`,
    });
  });

  it.each(["Please log in.", "Forbidden", "系统繁忙", "<p>OK</p>", `<p>${"x".repeat(10_000)}`])(
    "that is no JSON is a protocol error to every call, with at most 200 characters of it: %s",
    async (text) => {
      await using server = await startFaultServer((response) => html(response, 200, text));
      const { projects, domains } = connect(server);
      const calls = [
        projects.get("prj_1"),
        projects.list(),
        projects.update("prj_1", { cache: true }),
        domains.delete("prj_1", "a.b"),
      ];
      for (const error of await Promise.all(calls.map(caught))) {
        expect(error).toBeInstanceOf(ProtocolError);
        expect(hadNoEffect(error)).toBe(error.message.startsWith("GET"));
        const shown = text.length > 200 ? `${text.slice(0, 199)}…` : text.replace(/\.$/, "");
        expect(error.message).toContain(`: the answer is not JSON: ${shown}`);
        expect(error.message).toContain("Check that the base URL is the service's address.");
      }
      expect(server.received).toHaveLength(4);
    },
  );

  it("larger than 8 MiB is not read, with and without its length said beforehand, nor as a refusal", async () => {
    const huge = `{"id":"${"x".repeat(9 * 1024 * 1024)}"}`;
    await using server = await startFaultServer((response, _request, attempt) => {
      if (attempt === 1) response.setHeader("content-length", huge.length);
      response.on("error", () => response.destroy());
      response.writeHead(attempt === 3 ? 404 : 200).write(" ");
      response.end(huge.slice(1));
    });
    const client = connect(server);
    for (const id of ["prj_1", "prj_2", "prj_3"]) {
      const error = await caught(client.projects.get(id));
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.message).toBe(`GET /v1/projects/${id}: the answer is larger than 8 MiB.`);
    }
    expect(server.received).toHaveLength(3);
  });
});

describe("an update", () => {
  it.each([
    ["204 and nothing", 204, undefined, {}],
    ["200 and nothing", 200, undefined, {}],
    ["null", 200, null, {}],
    ["an object without fields", 200, {}, {}],
    ["an id", 200, { id: "x_1" }, {}],
    ["an id that is null", 200, { id: null }, {}],
    ["fields without an id", 200, { status: "ok" }, { status: "ok" }],
  ])("that is answered with %s is done: the path has the id", async (_what, status, answer, fields) => {
    await using server = await startFaultServer(answers(status, answer));
    const client = connect(server);
    expect(await client.projects.update("x_1", { cache: true })).toEqual({ id: "x_1", ...fields });
    expect(await client.components.update("prj_1", "x_1", { active: true })).toEqual({ id: "x_1", ...fields });
    expect(server.received).toHaveLength(2);
  });

  it.each([["text"], [[{ id: "x_1" }]], [7]])("that is answered with %j is a protocol error", async (answer) => {
    await using server = await startFaultServer(answers(200, answer));
    expect(await caught(connect(server).projects.update("x_1", {}))).toBeInstanceOf(ProtocolError);
    expect(server.received).toHaveLength(1);
  });
});

describe("a create", () => {
  it("may be answered with an id alone", async () => {
    await using server = await startFaultServer(answers(200, { id: "x_1", name: "a.example.com" }));
    const client = connect(server);
    expect(await client.projects.create({})).toMatchObject({ id: "x_1" });
    expect(await client.components.create("prj_1", {})).toMatchObject({ id: "x_1" });
    expect(await client.domains.create("prj_1", { name: "a.example.com" })).toMatchObject({ name: "a.example.com" });
  });

  it.each([204, 200])(
    "that is answered with %i and no id is a protocol error, because its id is not known",
    async (status) => {
      await using server = await startFaultServer((response) =>
        status === 204 ? response.writeHead(204).end() : json(response, 200, {}),
      );
      const client = connect(server);
      for (const call of [client.projects.create({}), client.components.create("prj_1", {})]) {
        const error = await caught(call);
        expect(error).toBeInstanceOf(ProtocolError);
        expect(hadNoEffect(error)).toBe(false);
      }
      expect(server.received).toHaveLength(2);
    },
  );
});

describe("a deletion", () => {
  it.each([
    ["204 and nothing", 204, undefined],
    ["200 and nothing", 200, undefined],
    ["200 and deleted", 200, { id: "x", deleted: true }],
    ["202 and something else", 202, { status: "scheduled" }],
    ["200 and null", 200, null],
    ["200 and the object, whose own status is bad", 200, { id: "x", object: "domain", status: "failed" }],
    ["200 and a list", 200, [{ id: "x", deleted: true }]],
    ["200 and what is deleted", 200, { deleted: "error-pages.example.com" }],
    ["200 and its number", 200, { deleted: 412 }],
  ])("is done when it is answered with %s", async (_what, status, answer) => {
    await using server = await startFaultServer(answers(status, answer));
    const client = connect(server);
    await client.projects.delete("prj_1");
    await client.components.delete("prj_1", "pc_1");
    await client.domains.delete("prj_1", "www.example.com");
    expect(server.received).toHaveLength(3);
  });

  it.each([
    { id: "prj_1", deleted: false },
    { error: { message: "locked" } },
    { success: "false" },
    [{ deleted: false }],
    { code: 500, message: "locked" },
    { object: "error", status: 409 },
    { id: "req_1", status: 500 },
    { name: "ConflictError", code: 50_008 },
    { deleted: [] },
  ])("is not done when the answer says that it is not: %j", async (answer) => {
    await using server = await startFaultServer(answers(200, answer));
    const error = await caught(connect(server).projects.delete("prj_1"));
    expect(error.message).toBe(
      "DELETE /v1/projects/prj_1: the service answered that it did not delete it. Check whether it still exists.",
    );
    expect(error).toBeInstanceOf(NotDeletedError);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(server.received).toHaveLength(1);
  });

  it("is not mistaken for one that is not done when its answer cannot be read", async () => {
    await using server = await startFaultServer((response) => html(response, 200));
    expect(await caught(connect(server).projects.delete("prj_1"))).not.toBeInstanceOf(NotDeletedError);
  });
});
