import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { createClient } from "../../provider/api/client.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { parseBaseUrl } from "../../provider/api/base-url.ts";
import { path } from "../../provider/api/path.ts";
import { caught, connect } from "./connect.ts";

const leadsElsewhere = [
  ["nothing", ""],
  ["the folder itself", "."],
  ["the folder above", ".."],
  ["the folder above, encoded", "%2e%2e"],
  ["a slash", "prj_1/domains"],
  ["an encoded slash", "prj_1%2Fdomains"],
  ["a backslash", "..\\.."],
  ["a query", "prj_1?organization_id=org_2"],
  ["a fragment", "prj_1#x"],
  ["a line break", "prj_1\r\nx: y"],
  ["a hidden file's dot", ".env"],
  ["a space", "prj 1"],
  ["a letter outside ASCII", "bücher.example"],
  ["far too much", "a".repeat(254)],
] as const;

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
      client.domains.detach("prj_1", segment),
      client.domains.detach(segment, "www.example.com"),
      client.catalogue.get(segment, "ga4"),
      client.catalogue.get("edgee", segment),
    ].map(caught);
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(InvalidRequestError);
    expect(emulator.requests()).toEqual([]);
  });

  it("is refused, or stays one segment that the URL parser does not touch", () => {
    const dotty = fc.string({
      unit: fc.constantFrom(".", "%", "2", "e", "E", "/", "\\", "a", "~", "-", "_"),
      maxLength: 9,
    });
    const isSafe = (segment: string): boolean => {
      const built = attempt(() => path`/v1/projects/${segment}/domains`);
      const pathname = typeof built === "string" ? new URL(built, "https://service.example").pathname : undefined;
      return built instanceof InvalidRequestError || pathname === `/v1/projects/${segment}/domains`;
    };
    const check = fc.check(fc.property(fc.oneof(fc.string(), dotty), isSafe), { numRuns: 1000 });
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });

  it("may be as long as a host name", () => {
    expect(path`/v1/x/${"a".repeat(253)}`).toHaveLength(6 + 253);
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
    const client = createClient({ baseUrl: text, token: "t", userAgent: "test/1" });
    expect(client.origin).toBe(origin);
  });

  it.each([
    ["", "The base URL is not a URL. Set it to the service's address, for example https://api.example.com."],
    ["hunter2.example.com.HUNTER2", "is not a URL"],
    ["api.example.com", 'The base URL "api.example.com" lacks https://. Write https://api.example.com.'],
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
    const attempt = () => createClient({ baseUrl, token: "t", userAgent: "test/1" });
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(why);
    expect(attempt).not.toThrow("hunter2");
  });

  it("is called by the name that the user knows, and a secret in its place is not shown", () => {
    const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
    const connectTo = (baseUrl: string) => () => createClient({ baseUrl, token: "t", userAgent: "test/1", names });
    expect(connectTo("http://api.example.com")).toThrow('PROJECTSYNC_BASE_URL "http://api.example.com" must use https');
    for (const secret of ["hunter2", "ghp_hunter2", "eyJhbGciOi.eyJzdWIiOi.hunter2", "https://hunter2@a.example.com"]) {
      expect(connectTo(secret)).toThrow(/^PROJECTSYNC_BASE_URL (is not a URL|must not contain a user name)/);
      expect(connectTo(secret)).not.toThrow("hunter2");
    }
  });
});

it.each([
  ["", "is empty"],
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
