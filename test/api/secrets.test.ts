import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { connect, caught } from "./connect.ts";
import { cut, html, json, startFaultServer, type Fault } from "./fault-server.ts";

/** Has every character that some format writes another way. */
const token = 'canary/"\\+=%&<tok>en';
const settings = { access_token: "canary-setting-1234" };
const body = { component_slug: "edgee/meta-capi", settings };

/** Everywhere an error could show something: what is printed, what is serialized, and what hangs on it. */
function everywhere(error: unknown): string {
  const shown = inspect(error, { depth: 20, showHidden: true, getters: true });
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

const servers: readonly (readonly [string, Fault])[] = [
  ["a message", echo(400, (seen) => ({ error: { type: "invalid_request_error", message: `Got ${seen}` } }))],
  ["an error's type", echo(400, (seen) => ({ error: { type: seen, message: "x" } }))],
  ["a param", echo(400, (seen) => ({ error: { type: "x", message: "x", params: [{ param: seen, message: seen }] } }))],
  ["JSON that is not the service's", echo(400, (seen) => ({ headers: { authorization: seen } }))],
  ["JSON with escaped slashes", echo(400, (seen) => JSON.stringify({ seen }).replaceAll("/", "\\/"))],
  ["a URL", echo(502, (seen) => `<a href="?a=${encodeURIComponent(seen)}">`)],
  ["a page with 200", echo(200, (seen) => `<pre>Authorization: ${seen}</pre>`)],
  ["a page with 502", echo(502, (seen) => `<pre>Authorization: ${seen}</pre>`)],
  ["a page that is cut in the middle of it", echo(502, (seen) => `${"x".repeat(190)}${seen}`)],
  [
    "the request id",
    (response, { headers }) => {
      response.setHeader("x-request-id", headers.authorization ?? "");
      html(response, 404);
    },
  ],
  ["a record of another shape", echo(200, (seen) => ({ id: [seen], settings: seen }))],
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
    }
    expect(server.received.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`);
  });
});

it("errors of the emulator hold no token and no field of a request", async () => {
  await using emulator = await startEmulator({
    token: "canary-token",
    seed: { projects: [{ organization_id: "org_1", slug: "site" }] },
  });
  const client = connect(emulator);
  const wrong = connect({ ...emulator, token: "canary-wrong-token" });
  for (const call of [
    client.components.create("prj_1", { ...body, component_version: "9" }),
    client.components.update("prj_1", "pc_9", body),
    client.projects.update("prj_1", { description: 7, cookie_name: "canary-cookie" }),
    client.projects.create(body),
    wrong.projects.create(body),
  ]) {
    expect(everywhere(await caught(call))).not.toContain("canary");
  }
  expect(emulator.requests()).toHaveLength(5);
});

it("a client shows neither its token nor its options", async () => {
  await using server = await startFaultServer((response) => json(response, 200, {}));
  expect(everywhere(connect({ url: server.url, token }))).not.toContain("canary");
});
