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
} from "../../core/api/errors.ts";
import { caught, connect } from "./connect.ts";
import { answers, json, startFaultServer } from "./fault-server.ts";

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
      "GET /v1/projects: 401 authentication_error: A valid access token is required (request req_1). Check the access token, or create a new one.",
    );
    expect(emulator.requests()).toMatchObject([{ authorized: false }]);
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

const PAGE = "<html>";

/** It had no effect. */
const NONE = "hadNoEffect";
const NOT_FOUND = "isNotFound hadNoEffect";
const TOKEN = "isUnauthenticated hadNoEffect";
/** Status and body of an answer, which predicates hold of its error, and what its message contains. */
const rows: [status: number, body: unknown, holds: string, says?: string][] = [
  [404, PAGE, "", "base URL"],
  [409, PAGE, ""],
  [403, PAGE, "isForbidden"],
  [401, PAGE, "isUnauthenticated"],
  [429, PAGE, "isTransient hadNoEffect"],
  [502, PAGE, "isTransient"],
  // What a gateway says with 404 never means gone.
  [404, { message: "no Route matched" }, NONE, "404: no Route matched. Check that the base URL is"],
  [404, { error: "Not Found" }, NONE, "404: Not Found. Check that the base URL is the service's address"],
  [404, { error: { type: "", message: "x" } }, NONE],
  [404, { error: { code: 404, message: "Not found.", status: "NOT_FOUND" } }, NONE],
  [404, { title: "Not Found" }, NONE],
  [404, { errors: [{ message: "Gone." }] }, NONE],
  [404, { Message: "None." }, NONE],
  [404, null, ""],
  [404, "", "", "404 with an empty body. Check that the base URL"],
  // The documented shape, where a type says more than the status.
  [404, { error: { message: "No such project." } }, NOT_FOUND, "404: No such project."],
  [404, { error: { type: null, message: "No such project.", params: [] } }, NOT_FOUND],
  [400, { error: { type: "not_found_error", message: "x" } }, NOT_FOUND],
  [422, { error: { type: "conflict_error", message: "x" } }, "isConflict hadNoEffect"],
  [409, { error: { type: "creation_error", message: "x" } }, "isConflict hadNoEffect"],
  [400, { error: { type: "forbidden_error", message: "x" } }, "isForbidden hadNoEffect"],
  [400, { error: { type: "authentication_error", message: "x" } }, TOKEN],
  [500, { error: { type: "creation_error", message: "x" } }, "isTransient"],
  [501, { error: { type: "creation_error", message: "x" } }, ""],
  [408, { error: { type: "creation_error", message: "x" } }, ""],
  [
    404,
    { error: { type: "not_found_error", message: 7, params: [{ param: null }, 1] } },
    NOT_FOUND,
    "404 not_found_error.",
  ],
  [
    400,
    { error: { message: "Bad.", params: [{ param: "slug", message: "is bad" }] } },
    "hadNoEffect",
    "400: Bad; slug: is bad.",
  ],
  [
    400,
    { error: { type: "x", message: "Bad.", params: [{ param: "slug" }] } },
    "hadNoEffect",
    "400 x: Bad; slug: no message.",
  ],
  // Other shapes.
  [409, { message: "The slug is taken." }, "isConflict hadNoEffect", "409: The slug is taken."],
  [
    422,
    { statusCode: 422, error: "Bad", message: ["a is bad", "b is bad"] },
    "hadNoEffect",
    "422: a is bad; b is bad.",
  ],
  [403, { title: "Forbidden", detail: "Not you." }, "isForbidden hadNoEffect", "403: Not you. Check that the token"],
  [400, { errors: [{ message: "Bad slug." }, "Bad type.", { code: 7 }] }, NONE, "400: Bad slug; Bad type."],
  [401, { message: "Expired." }, TOKEN, "401: Expired. Check the access token, or create a new one."],
  [400, { error: "invalid_request", error_description: "The slug is bad." }, NONE, "400: The slug is bad."],
  [408, { message: "Too slow." }, ""],
  [307, { message: "Moved." }, ""],
  [500, { message: "It broke." }, "isTransient", "500: It broke. Try again later."],
  // Without a message, the start of the body.
  [400, { error: { code: 7 }, message: " " }, NONE, '400: {"error":{"code":7},"message":" "}.'],
  [409, { detail: [{ msg: "is taken" }] }, "isConflict hadNoEffect", '409: {"detail":[{"msg":"is taken"}]}.'],
  [422, { slug: ["is too short"] }, NONE, '422: {"slug":["is too short"]}.'],
  [400, {}, "", "400 with an unexpected body"],
];

it.each(rows)("%i with %j is told for what it is", async (status, body, holds, says = "") => {
  await using server = await startFaultServer((response) =>
    typeof body === "string" ? response.writeHead(status).end(body) : json(response, status, body),
  );
  const error = await caught(connect(server).projects.create({ slug: "site" }));
  expect(error).toBeInstanceOf(RefusedError);
  expect(holding(error).join(" ")).toBe(holds);
  expect(error.message).toContain(says);
});

it("keeps the answer's text on one line, short, so that no runner takes a command from it", async () => {
  const text = `\n::error::x\u2028${"long ".repeat(500)}`;
  await using server = await startFaultServer(
    answers(400, {
      error: { type: text, message: text, params: Array.from({ length: 500 }, () => ({ param: text, message: text })) },
    }),
  );
  const error = await caught(connect(server).projects.get("prj_1"));
  expect(error.message).not.toMatch(/[\n\r\u2028]/);
  expect(error.message.length).toBeLessThan(10_000);
  expect(JSON.stringify(error)).not.toContain("\\n");
});
