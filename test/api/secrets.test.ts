import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { caught, connect, fakeClock } from "./connect.ts";
import { cut, html, answers, json, startFaultServer, type Fault } from "./fault-server.ts";

/** Has every character that some format writes another way. */
const token = 'canary/"\\+=%&<tok>en';
const settings = { access_token: "canary-setting-1234" };
const body = { component_slug: "edgee/meta-capi", settings };

/** Everywhere an error could show something: what is printed, what is serialized, and what hangs on it. */
function everywhere(error: unknown): string {
  const shown = inspect(error, { depth: Infinity, showHidden: true, getters: true });
  const causes = error instanceof Error && error.cause !== undefined ? everywhere(error.cause) : "";
  const fields = error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : "";
  return `${shown} ${fields} ${causes}`;
}

function echo(status: number, write: (seen: string) => unknown): Fault {
  return (response, { headers }) => {
    response.writeHead(status, { "content-type": "application/json" });
    const value = write(headers.authorization ?? "");
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  };
}

/** Written past HTTP. */
function raw(write: (seen: string) => string): Fault {
  return (response, { headers }) => {
    const { socket } = response;
    socket?.on("error", () => socket.destroy());
    socket?.end(write(headers.authorization ?? ""));
  };
}

/** Forms of a secret. Redaction finds a form only as a whole. */
const CUTS: readonly (readonly [string, (seen: string) => string])[] = [
  ["as it is", (seen) => seen],
  ["in a URL", encodeURIComponent],
  ["in JSON within JSON", (seen) => JSON.stringify(JSON.stringify(seen))],
  ["in base64", (seen) => Buffer.from(seen).toString("base64")],
  ["in a URL, in base64", (seen) => Buffer.from(encodeURIComponent(seen)).toString("base64")],
];

/** Long white space, which an excerpt folds, and then a text that ends one character after the part that is searched. */
function cutBeforeTheEnd(text: string): string {
  return `page:${" ".repeat(64 * 1024 - 5 - text.length + 1)}${text} and more`;
}

const servers: readonly (readonly [string, Fault])[] = [
  ["a message", echo(400, (seen) => ({ error: { type: "invalid_request_error", message: `Got ${seen}` } }))],
  ["an error's type", echo(400, (seen) => ({ error: { type: seen, message: "x" } }))],
  ["a param", echo(400, (seen) => ({ error: { type: "x", message: "x", params: [{ param: seen, message: seen }] } }))],
  ["JSON that is not the service's", echo(400, (seen) => ({ headers: { authorization: seen } }))],
  ["JSON with escaped slashes", echo(400, (seen) => JSON.stringify({ seen }).replaceAll("/", "\\/"))],
  ["a URL", echo(502, (seen) => `<a href="?a=${encodeURIComponent(seen)}">`)],
  ["base64 of a URL", echo(400, (seen) => ({ message: Buffer.from(encodeURIComponent(seen)).toString("base64") }))],
  ["a page with 200", echo(200, (seen) => `<pre>Authorization: ${seen}</pre>`)],
  ["a page with 502", echo(502, (seen) => `<pre>Authorization: ${seen}</pre>`)],
  ["a page that is cut in the middle of it", echo(502, (seen) => `${"x".repeat(190)}${seen}`)],
  ...CUTS.map(
    ([what, write]) =>
      [
        `a page that is cut before its last character, ${what}`,
        echo(502, (seen) => cutBeforeTheEnd(write(seen))),
      ] as const,
  ),
  [
    "the request id",
    (response, { headers }) => {
      response.setHeader("x-request-id", headers.authorization ?? "");
      html(response, 404);
    },
  ],
  ["a record of another shape", echo(200, (seen) => ({ id: [seen], settings: seen }))],
  ["the reason of the status", (response) => response.writeHead(500, token.replaceAll(/[^a-z]/g, "")).end()],
  [
    "every other header",
    (response, { headers }) => {
      const seen = headers.authorization ?? "";
      json(response, 429, {}, { "retry-after": seen, date: seen, location: seen, "set-cookie": seen, server: seen });
    },
  ],
  ["a header that is none", raw((seen) => `HTTP/1.1 200 OK\r\n${seen}\0: ${seen}\r\n\r\n`)],
  ["a line that is no HTTP", raw((seen) => `${seen}\r\n\r\n`)],
  ["a length that is none", raw((seen) => `HTTP/1.1 200 OK\r\ncontent-length: ${seen}\r\n\r\n`)],
  ["too many headers", raw((seen) => `HTTP/1.1 200 OK\r\n${`x: ${seen}\r\n`.repeat(2000)}\r\n`)],
  ["too large an answer", echo(200, (seen) => seen.repeat(1_000_000))],
  ["too large a refusal", echo(400, (seen) => seen.repeat(1_000_000))],
  ["JSON that breaks off", echo(200, (seen) => `{"id":${JSON.stringify(seen)},`)],
  ["the names of fields", echo(200, (seen) => ({ id: 7, versions: { [seen]: 7 }, data: [{ [seen]: seen }] }))],
  ["a page's key", echo(200, (seen) => ({ data: [], has_more: true, last_key: seen }))],
  [
    "an answer that is cut",
    (response, { headers }) => {
      response.writeHead(200, { "content-length": 1000 }).write(headers.authorization);
      setImmediate(() => response.destroy());
    },
  ],
  ["nothing, but a cut connection", cut],
];

describe.each(servers)("a server that echoes the token in %s", (_what, fault) => {
  it("finds it in no error", async () => {
    await using server = await startFaultServer(fault);
    const { projects, components, catalogue } = connect({ url: server.url, token });
    for (const call of [
      () => projects.get("prj_1"),
      () => projects.list({ organizationId: "org_canary-query" }),
      () => components.create("prj_1", body),
      () => components.update("prj_1", "pc_1", body),
      () => catalogue.get("edgee", "ga4"),
    ]) {
      const shown = everywhere(await caught(call()));
      expect(shown).not.toContain("canary");
      expect(shown).not.toContain(Buffer.from(`Bearer ${token}`).toString("base64").slice(12, 28));
      expect(shown).not.toContain(
        Buffer.from(encodeURIComponent(`Bearer ${token}`))
          .toString("base64")
          .slice(16, 40),
      );
    }
    expect(server.received.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`);
  });
});

it("a token that looks like the name of a field is not shown as one", async () => {
  const seen = "canary_token-1234";
  const answer = { id: [seen], [seen]: seen };
  await using server = await startFaultServer(answers(200, answer));
  const error = await caught(connect({ url: server.url, token: seen }).components.get("prj_1", "pc_1"));
  expect(error.message).toContain("missing or invalid fields");
  expect(everywhere(error)).not.toContain("canary");
});

it("errors of calls that are stopped, too late, queued, held up or never connected show nothing", async () => {
  const stop = new AbortController();
  const clock = fakeClock();
  await using server = await startFaultServer((response, { headers }, attempt) => {
    if (attempt === 1) clock.pass(60_000);
    else if (attempt === 2) json(response, 429, { seen: headers.authorization }, { "retry-after": "100" });
  });
  const client = connect({ url: server.url, token }, { signal: stop.signal, clock, concurrency: 1 });
  const unreachable = connect({ url: "https://127.0.0.1:1", token });
  const errors = [
    await caught(client.components.create("prj_1", body)),
    ...(await Promise.all([
      caught(client.components.create("prj_1", body)),
      caught(client.components.create("prj_1", body)),
    ])),
    await caught(unreachable.components.create("prj_1", body)),
    await caught(client.projects.get(`../${"x".repeat(100)}`)),
  ];
  stop.abort(new Error(token));
  errors.push(await caught(client.components.create("prj_1", body)), await caught(client.pause(1, "for the test")));
  expect(errors.map(({ name }) => name)).toEqual([
    "NoAnswerError",
    "RefusedError",
    "NoAnswerError",
    "NoAnswerError",
    "InvalidRequestError",
    "NoAnswerError",
    "StoppedError",
  ]);
  expect(errors.map(everywhere).join("\n")).not.toContain("canary");
});

it("a client shows neither its token nor its options", async () => {
  await using server = await startFaultServer(answers(200, {}));
  expect(everywhere(connect({ url: server.url, token }))).not.toContain("canary");
});
