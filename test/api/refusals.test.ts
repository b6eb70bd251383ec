import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import {
  hadNoEffect,
  isConflict,
  isForbidden,
  isNotFound,
  isServiceError,
  isTransient,
  isUnauthenticated,
  RefusedError,
} from "../../provider/api/errors.ts";
import { caught, connect } from "./connect.ts";
import { html, json, refuse, startFaultServer, type Fault } from "./fault-server.ts";

const predicates = { isNotFound, isConflict, isForbidden, isUnauthenticated, isTransient, hadNoEffect };

function holding(error: Error): string[] {
  expect(isServiceError(error)).toBe(true);
  return Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : []));
}

const seed = {
  organizations: ["org_1"],
  projects: [{ organization_id: "org_1", slug: "site", domains: [{ name: "www.example.com" }] }],
};

describe("the emulator's refusals", () => {
  it("of a wrong token are unauthenticated, and say to check it", async () => {
    await using emulator = await startEmulator({ seed });
    const error = await caught(connect({ ...emulator, token: "wrong" }).projects.list());
    expect(holding(error)).toEqual(["isUnauthenticated", "hadNoEffect"]);
    expect(error.message).toBe(
      "GET /v1/projects: 401 authentication_error: A valid access token is required (request req_1). Check the access token.",
    );
    expect(emulator.requests()).toMatchObject([{ authorized: false }]);
  });

  it("of what is not there are not-found", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    for (const call of [
      client.projects.get("prj_9"),
      client.projects.delete("prj_9"),
      client.components.get("prj_1", "pc_9"),
      client.domains.get("prj_1", "no.example.com"),
      client.domains.list("prj_9"),
      client.catalogue.get("edgee", "nothing"),
    ]) {
      expect(holding(await caught(call))).toEqual(["isNotFound", "hadNoEffect"]);
    }
  });

  it("of a slug or host name that is taken are conflicts", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const again = { organization_id: "org_1", slug: "site", type: "proxy" };
    expect(holding(await caught(client.projects.create(again)))).toEqual(["isConflict", "hadNoEffect"]);
    expect(holding(await caught(client.domains.attach("prj_1", "www.example.com")))).toEqual([
      "isConflict",
      "hadNoEffect",
    ]);
  });

  it("of another organization are forbidden", async () => {
    await using emulator = await startEmulator({ seed });
    const elsewhere = { organization_id: "org_2", slug: "site", type: "proxy" };
    expect(holding(await caught(connect(emulator).projects.create(elsewhere)))).toEqual(["isForbidden", "hadNoEffect"]);
  });

  it("of wrong fields name them, and keep what the service says of each", async () => {
    await using emulator = await startEmulator({ seed });
    const error = await caught(connect(emulator).projects.update("prj_1", { cache: 1, colour: "red" }));
    expect(holding(error)).toEqual(["hadNoEffect"]);
    expect(error).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      requestId: "req_1",
      call: { method: "POST", path: "/v1/projects/prj_1" },
      params: [{ param: "cache" }, { param: "colour", message: "is not a known field" }],
    });
    expect(error.message).toContain("; colour: is not a known field (request req_1).");
  });
});

interface Row {
  readonly what: string;
  readonly fault: Fault;
  readonly holds: readonly string[];
  readonly says?: string;
}

const rows: Row[] = [
  { what: "a page of HTML with 404", fault: (response) => html(response, 404), holds: [], says: "base URL" },
  { what: "a page of HTML with 409", fault: (response) => html(response, 409), holds: [] },
  { what: "a page of HTML with 403", fault: (response) => html(response, 403), holds: ["isForbidden"] },
  { what: "a page of HTML with 401", fault: (response) => html(response, 401), holds: ["isUnauthenticated"] },
  { what: "a page of HTML with 429", fault: (response) => html(response, 429), holds: ["isTransient", "hadNoEffect"] },
  { what: "a page of HTML with 502", fault: (response) => html(response, 502), holds: ["isTransient"] },
  { what: "JSON with 404 that is not the service's", fault: (r) => json(r, 404, { message: "nope" }), holds: [] },
  { what: "JSON with 404 and an empty type", fault: (response) => refuse(response, 404, ""), holds: [] },
  { what: "null with 404", fault: (response) => json(response, 404, null), holds: [] },
  {
    what: "nothing at all with 404",
    fault: (r) => r.writeHead(404).end(),
    holds: [],
    says: "404 with an empty body. Check that the base URL",
  },
  {
    what: "not_found_error with 400, for the type says more than the status",
    fault: (response) => refuse(response, 400, "not_found_error"),
    holds: ["isNotFound", "hadNoEffect"],
  },
  {
    what: "conflict_error with 422",
    fault: (response) => refuse(response, 422, "conflict_error"),
    holds: ["isConflict", "hadNoEffect"],
  },
  {
    what: "409 with a type of its own",
    fault: (response) => refuse(response, 409, "creation_error"),
    holds: ["isConflict", "hadNoEffect"],
  },
  {
    what: "creation_error with 500",
    fault: (response) => refuse(response, 500, "creation_error"),
    holds: ["isTransient"],
  },
  { what: "501", fault: (response) => refuse(response, 501, "creation_error"), holds: [] },
  {
    what: "not_found_error with params and message of another shape",
    fault: (response) =>
      json(response, 404, { error: { type: "not_found_error", message: 7, params: [{ param: null }, "odd"] } }),
    holds: ["isNotFound", "hadNoEffect"],
    says: "POST /v1/projects: 404 not_found_error.",
  },
  {
    what: "params without a message",
    fault: (response) =>
      json(response, 400, { error: { type: "invalid_request_error", message: "Bad.", params: [{ param: "slug" }] } }),
    holds: ["hadNoEffect"],
    says: "400 invalid_request_error: Bad; slug: no message.",
  },
];

it.each(rows)("a refusal by $what is told for what it is", async ({ fault, holds, says = "" }) => {
  await using server = await startFaultServer(fault);
  const error = await caught(connect(server).projects.create({ slug: "site" }));
  expect(error).toBeInstanceOf(RefusedError);
  expect(holding(error)).toEqual(holds);
  expect(error.message).toContain(says);
});

it("keeps the answer's text on one line, short, so that no runner takes a command from it", async () => {
  const text = `\n::error::x\u2028${"long ".repeat(500)}`;
  await using server = await startFaultServer((response) =>
    json(response, 400, {
      error: { type: text, message: text, params: Array.from({ length: 500 }, () => ({ param: text, message: text })) },
    }),
  );
  const error = await caught(connect(server).projects.get("prj_1"));
  expect(error.message).not.toMatch(/[\n\r\u2028]/);
  expect(error.message.length).toBeLessThan(10_000);
  expect(error).toHaveProperty("params.length", 20);
  expect(JSON.stringify(error)).not.toContain("\\n");
});
