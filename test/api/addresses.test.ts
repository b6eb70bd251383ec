import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { createClient } from "../../core/api/client.ts";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { parseBaseUrl } from "../../core/api/base-url.ts";
import { path } from "../../core/api/path.ts";
import { caught, connect } from "./connect.ts";
import { answers, startFaultServer } from "./fault-server.ts";

const leadsElsewhere = [
  ["nothing", ""],
  ["the folder itself", "."],
  ["the folder itself, encoded", "%2E"],
  ["the folder above", ".."],
  ["the folder above, encoded", "%2e%2e"],
  ["the folder above, half encoded", ".%2E"],
  ["a slash", "prj_1/domains"],
  ["a backslash", "..\\.."],
  ["a line break", "prj_1\r\nx: y"],
  ["a zero byte", "prj_1\u0000"],
  ["a control character outside ASCII", "prj_1\u0085"],
  ["half a character", "prj_\ud800"],
  ["far too much", "a".repeat(1025)],
  ["far too much in bytes", "é".repeat(513)],
] as const;

/** Ids and host names that a service may have. */
const names = [
  "prj:1",
  "abc==",
  "a|b c",
  "bücher.example",
  "*.example.com",
  "WWW.Example.COM.",
  "a?b#c&d=e",
  "100%2F%",
  "...",
  ".env",
  "'(a)!~*",
  '<"^`{}>[]@$+,;',
  "😀",
  "a".repeat(1024),
];

describe("a segment of a path", () => {
  it.each(leadsElsewhere)("may not be %s, and nothing is sent", async (_what, segment) => {
    await using emulator = await startEmulator();
    const client = connect(emulator);
    const calls = [
      client.projects.get(segment),
      client.projects.delete(segment),
      client.projects.update(segment, {}),
      client.components.list(segment),
      client.components.delete("prj_1", segment),
      client.domains.delete("prj_1", segment),
      client.domains.delete(segment, "www.example.com"),
      client.catalogue.get(segment, "ga4"),
      client.catalogue.get("edgee", segment),
    ].map(caught);
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(InvalidRequestError);
    expect(emulator.requests()).toEqual([]);
  });

  it.each(names)("may be %j: the service receives exactly this name", async (name) => {
    await using server = await startFaultServer(answers(200, { id: name, name }));
    const client = connect(server);
    expect((await client.projects.get(name)).id).toBe(name);
    await client.components.update("prj_1", name, {});
    expect((await client.domains.get(name, name)).name).toBe(name);
    await client.domains.delete("prj_1", name);
    const paths = server.received.map(({ path }) => path);
    expect(paths.map((path) => path.split("/").map(decodeURIComponent))).toEqual([
      ["", "v1", "projects", name],
      ["", "v1", "projects", "prj_1", "components", name],
      ["", "v1", "projects", name, "domains", name],
      ["", "v1", "projects", "prj_1", "domains", name],
    ]);
    for (const path of paths) expect(path).toMatch(/^[A-Za-z0-9._~/%-]+$/);
  });

  it("is refused, or stays one segment that the URL parser does not touch", () => {
    const dotty = fc.string({
      unit: fc.constantFrom(".", "%", "2", "e", "E", "/", "\\", "a", "~", "-", "_"),
      maxLength: 9,
    });
    const isSafe = (segment: string): boolean => {
      const built = attempt(() => path`/v1/projects/${segment}/domains`);
      if (typeof built !== "string") return built instanceof InvalidRequestError;
      const { pathname } = new URL(built, "https://service.example");
      return pathname === built && decodeURIComponent(pathname.split("/")[3] ?? "") === segment;
    };
    const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), dotty);
    const check = fc.check(fc.property(text, isSafe), { numRuns: 1000 });
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });
});

describe("the base URL", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com", "/"],
    ["https://api.example.com/", "https://api.example.com", "/"],
    ["https://api.example.com:8443/edge//", "https://api.example.com:8443", "/edge"],
    ["http://localhost:3000", "http://localhost:3000", "/"],
    ["http://127.0.0.1:3000/a/b", "http://127.0.0.1:3000", "/a/b"],
    ["http://[::1]:3000", "http://[::1]:3000", "/"],
  ])("may be %s", (text, origin, pathname) => {
    expect(parseBaseUrl(text)).toMatchObject({ origin, pathname });
    const client = createClient({ baseUrl: text, token: "test-token", userAgent: "test/1" });
    // Two tenants below one host are two services.
    expect(client.origin).toBe(`${origin}${pathname === "/" ? "" : pathname}`);
  });

  it.each([
    ["", "The base URL is not a URL. Set it to the service's address, for example https://api.example.com."],
    ["hunter2.example.com.HUNTER2", "is not a URL"],
    ["api.example.com", 'The base URL "api.example.com" lacks https://. Write https://api.example.com.'],
    ["https://api.example.com:99999", 'The base URL "https://api.example.com:99999" is not a URL.'],
    ["http://api.example.com", "must use https"],
    ["http://127.0.0.1.example.com", "must use https"],
    ["http://localhost.example.com", "must use https"],
    ["ftp://localhost", "must use https"],
    ["file:///etc/passwd", "must use https"],
    ["https://user@api.example.com", "user name"],
    ["https://user:hunter2@api.example.com", "user name"],
    ["https://api.example.com?key=hunter2", "query"],
    ["https://api.example.com/#hunter2", "fragment"],
    ["https://api.example.com/v1", "must not end with /v1"],
    ["https://api.example.com/edge/v1/", "must not end with /v1"],
  ])("may not be %j", (baseUrl, why) => {
    const attempt = () => createClient({ baseUrl, token: "test-token", userAgent: "test/1" });
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(why);
    expect(attempt).not.toThrow("hunter2");
  });

  it("is called by the name that the user knows, and a secret in its place is not shown", () => {
    const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
    const connectTo = (baseUrl: string) => () =>
      createClient({ baseUrl, token: "test-token", userAgent: "test/1", names });
    expect(connectTo("http://api.example.com")).toThrow('PROJECTSYNC_BASE_URL "http://api.example.com" must use https');
    for (const secret of ["hunter2", "ghp_hunter2", "eyJhbGciOi.eyJzdWIiOi.hunter2", "https://hunter2@a.example.com"]) {
      expect(connectTo(secret)).toThrow(/^PROJECTSYNC_BASE_URL (is not a URL|must not contain a user name)/);
      expect(connectTo(secret)).not.toThrow("hunter2");
    }
  });
});

it.each([
  ["", "is empty"],
  ["7chars!", "has fewer than 8 characters, so messages could not hide it"],
  ["two words", "contains a character that is not printable ASCII, such as a space or a line break"],
  ["line\nbreak", "contains a character that is not printable ASCII, such as a space or a line break"],
  ["ümlaut", "contains a character that is not printable ASCII, such as a space or a line break"],
])("refuses the token %j without repeating it", (token, problem) => {
  const attempt = () => createClient({ baseUrl: "https://api.example.com", token, userAgent: "test/1" });
  expect(attempt).toThrow(`The access token ${problem}. Set it to an access token of the service.`);
});

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
