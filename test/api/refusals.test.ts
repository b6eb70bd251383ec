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
    const error = await caught(connect({ ...emulator, token: "wrong-token" }).projects.list());
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
      call: { method: "POST", path: "/v1/projects/prj_1" },
    });
    expect(error.message).toMatch(/; cache: .+; colour: is not a known field \(request req_1\)\./);
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
  {
    what: "a gateway's JSON with 404, which never means gone",
    fault: (r) => json(r, 404, { message: "no Route matched with those values" }),
    holds: ["hadNoEffect"],
    says: "404: no Route matched with those values. It is not the service's not_found_error: check the base URL.",
  },
  {
    what: "text as the error, with 404, which never means gone",
    fault: (r) => json(r, 404, { error: "Not Found" }),
    holds: ["hadNoEffect"],
    says: "404: Not Found. It is not",
  },
  {
    what: "JSON with 404 and an empty type, which never means gone",
    fault: (response) => refuse(response, 404, ""),
    holds: ["hadNoEffect"],
  },
  {
    what: "a gateway's error with a code of its own and 404, which never means gone",
    fault: (r) =>
      json(r, 404, { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } }),
    holds: ["hadNoEffect"],
  },
  {
    what: "the documented shape without a type and 404",
    fault: (r) => json(r, 404, { error: { message: "No such project." } }),
    holds: ["isNotFound", "hadNoEffect"],
    says: "404: No such project.",
  },
  {
    what: "the documented shape with a type of null and 404",
    fault: (r) => json(r, 404, { error: { type: null, message: "No such project.", params: [] } }),
    holds: ["isNotFound", "hadNoEffect"],
  },
  { what: "a problem document with 404", fault: (r) => json(r, 404, { title: "Not Found" }), holds: ["hadNoEffect"] },
  {
    what: "a list of errors with 404",
    fault: (r) => json(r, 404, { errors: [{ message: "Gone." }] }),
    holds: ["hadNoEffect"],
  },
  {
    what: "the documented shape without a type and 400",
    fault: (r) => json(r, 400, { error: { message: "Bad slug.", params: [{ param: "slug", message: "is bad" }] } }),
    holds: ["hadNoEffect"],
    says: "POST /v1/projects: 400: Bad slug; slug: is bad.",
  },
  {
    what: "a message with 409",
    fault: (r) => json(r, 409, { message: "The slug is taken." }),
    holds: ["isConflict", "hadNoEffect"],
    says: "POST /v1/projects: 409: The slug is taken.",
  },
  {
    what: "text as the error with 422, beside a message that says more",
    fault: (r) => json(r, 422, { statusCode: 422, error: "Unprocessable", message: ["slug is bad", "type is bad"] }),
    holds: ["hadNoEffect"],
    says: "POST /v1/projects: 422: slug is bad; type is bad.",
  },
  {
    what: "a problem document (RFC 9457) with 403",
    fault: (r) => json(r, 403, { type: "about:blank", title: "Forbidden", detail: "Your role may not do this." }),
    holds: ["isForbidden", "hadNoEffect"],
    says: "POST /v1/projects: 403: Your role may not do this. Check that the token",
  },
  {
    what: "a list of errors with 400",
    fault: (r) => json(r, 400, { errors: [{ message: "Bad slug." }, "Bad type.", { code: 7 }] }),
    holds: ["hadNoEffect"],
    says: "POST /v1/projects: 400: Bad slug; Bad type.",
  },
  {
    what: "a message with 401",
    fault: (r) => json(r, 401, { message: "Expired." }),
    holds: ["isUnauthenticated", "hadNoEffect"],
    says: "POST /v1/projects: 401: Expired. Check the access token.",
  },
  { what: "a message with 408", fault: (r) => json(r, 408, { message: "Too slow." }), holds: [] },
  { what: "the service's shape with 408", fault: (response) => refuse(response, 408, "creation_error"), holds: [] },
  { what: "a message with a redirect", fault: (r) => json(r, 307, { message: "Moved." }), holds: [] },
  {
    what: "a message with 500",
    fault: (r) => json(r, 500, { message: "It broke." }),
    holds: ["isTransient"],
    says: "POST /v1/projects: 500: It broke. Try again later.",
  },
  {
    what: "JSON with 400 and no message",
    fault: (r) => json(r, 400, { error: { code: 7 }, errors: [], message: " " }),
    holds: ["hadNoEffect"],
    says: 'POST /v1/projects: 400: {"error":{"code":7},"errors":[],"message":" "}.',
  },
  {
    what: "a message of a shape of its own with 409",
    fault: (r) => json(r, 409, { detail: [{ loc: ["body", "slug"], msg: "is taken" }] }),
    holds: ["isConflict", "hadNoEffect"],
    says: 'POST /v1/projects: 409: {"detail":[{"loc":["body","slug"],"msg":"is taken"}]}.',
  },
  {
    what: "lists of messages by field with 422",
    fault: (r) => json(r, 422, { slug: ["is too short"] }),
    holds: ["hadNoEffect"],
    says: 'POST /v1/projects: 422: {"slug":["is too short"]}.',
  },
  { what: "a shape of its own with 404", fault: (r) => json(r, 404, { Message: "None." }), holds: ["hadNoEffect"] },
  {
    what: "a code with a description and 400",
    fault: (r) => json(r, 400, { error: "invalid_request", error_description: "The slug is bad." }),
    holds: ["hadNoEffect"],
    says: "POST /v1/projects: 400: The slug is bad.",
  },
  { what: "an empty object with 400", fault: (r) => json(r, 400, {}), holds: [], says: "400 with an unexpected body" },
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
  expect(JSON.stringify(error)).not.toContain("\\n");
});
