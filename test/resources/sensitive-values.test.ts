import { describe, expect, it } from "vitest";
import { projectFields } from "../../core/resources/project-fields.ts";
import {
  hideSensitive,
  mayBeSensitive,
  sensitiveTexts,
  withoutUserInfo,
} from "../../core/resources/sensitive-values.ts";

const {
  forwarded_headers: headers,
  external_project_url: url,
  override_cache: rules,
  rate_limiting: limits,
} = projectFields;

/** Both sides as JSON has them. */
const shown = (...sides: Parameters<typeof hideSensitive>): ReturnType<typeof hideSensitive> =>
  JSON.parse(JSON.stringify(hideSensitive(...sides)));

describe("a sensitive value", () => {
  it("is hidden on both sides, and marked where the declared side has another one", () => {
    const from = [
      { name: "authorization", value: "Bearer old" },
      { name: "x-kept", value: "same" },
    ];
    const to = [
      { name: "authorization", value: "Bearer new" },
      { name: "x-kept", value: "same" },
      { name: "x-empty", value: "" },
    ];
    expect(shown(headers, from, to)).toEqual({
      from: [
        { name: "authorization", value: "(sensitive)" },
        { name: "x-kept", value: "(sensitive)" },
      ],
      to: [
        { name: "authorization", value: "(sensitive, changed)" },
        { name: "x-kept", value: "(sensitive)" },
        { name: "x-empty", value: "" },
      ],
    });
    expect(shown(headers, null, to.slice(0, 1))).toEqual({
      from: null,
      to: [{ name: "authorization", value: "(sensitive)" }],
    });
  });

  it.each([
    ["https://example.com/path", "https://example.com/path", []],
    [
      "https://user:hunter2@example.com/a?key=abc#f",
      "https://(sensitive)@example.com/a?(sensitive)",
      ["user:hunter2", "?key=abc#f", "user", "hunter2", "f", "abc"],
    ],
    [
      "https://u:p%40ss%@example.com/?a=1%202&b",
      "https://(sensitive)@example.com/?(sensitive)",
      ["u:p%40ss%", "?a=1%202&b", "u", "p@ss%", "1 2", "b"],
    ],
    ["//user:hunter2@example.com", "(sensitive)", ["//user:hunter2@example.com"]],
    ["just text", "just text", []],
    ["user:hunter2@example.com", "(sensitive)", ["user:hunter2@example.com"]],
    ["jdbc:postgresql://user:hunter2@h/db", "(sensitive)", ["jdbc:postgresql://user:hunter2@h/db"]],
    ["https://user:hunter2%40example.com/", "(sensitive)", ["https://user:hunter2%40example.com/"]],
    ["https://user%3Ahunter2%40h/", "(sensitive)", ["https://user%3Ahunter2%40h/"]],
  ])("in the URL %s is its user info and its query", (text, without, texts) => {
    expect(shown(url, text, null).from).toBe(without);
    expect(sensitiveTexts(url, text)).toEqual(texts);
  });

  it.each([
    "user:hunter2@example.com/a",
    "user:hunter2@example.com",
    "mailto:hunter2@example.com",
    "foo:/user:hunter2@example.com",
    "blob:https://user:hunter2@example.com/a?b",
    "ht tps://user:hunter2@example.com",
  ])("in %s, which has no host, is all of it", (text) => {
    expect(shown(url, text, null).from).toBe("(sensitive)");
  });

  it("in a cache rule is every value of a condition, of any type", () => {
    const rule = {
      path: "/a",
      conditions: {
        request_headers: {
          present: ["x-a"],
          values: { authorization: "Bearer x", list: ["a", { deep: 7 }], on: true },
        },
        request_cookies: { values: { session: "s" } },
        request_query_params: { values: { key: "k" } },
        response_headers: { values: { "set-cookie": "c" } },
      },
    };
    const text = JSON.stringify(shown(rules, [rule], null).from);
    for (const hidden of ["Bearer x", '"a"', "7", '"s"', '"k"', '"c"']) expect(text).not.toContain(hidden);
    expect(text).toContain('"present":["x-a"]');
    expect(text).toContain('"on":true');
  });

  it.each([
    [
      "see https://bot:hunter2@example.com/a@b and ftp://x@y",
      "see https://(sensitive)@example.com/a@b and ftp://(sensitive)@y",
    ],
    [["//bot:hunter2@h"], ["//(sensitive)@h"]],
    [{ a: { url: "postgres://bot:hunter2@h/db" } }, { a: { url: "postgres://(sensitive)@h/db" } }],
    [
      "https://example.com/@octocat me@example.com // a comment @ home",
      "https://example.com/@octocat me@example.com // a comment @ home",
    ],
  ])("is the user info of a URL in any text: %j", (value, shown) => {
    expect(withoutUserInfo(value)).toEqual(shown);
  });

  it("is not a value of the field's shape", () => {
    expect(shown(projectFields.trusted_ips, ["192.0.2.1"], null).from).toEqual(["192.0.2.1"]);
    expect(shown(projectFields.cookie_name, 7, "a")).toEqual({ from: 7, to: "a" });
    expect(shown(projectFields.autocapture, { click: true }, null).from).toEqual({ click: true });
  });

  it.each([
    [headers, [{ name: "a", Value: "Bearer x", raw: { x: ["Bearer x"] } }]],
    [headers, { value: "Bearer x" }],
    [headers, ["Bearer x"]],
    [rules, [{ conditions: { request_trailers: { values: { a: "Bearer x" } } } }]],
    [rules, [{ path: "/", set_headers: { a: "Bearer x" } }]],
    [headers, [{ name: "authorization", val: "Bearer x" }]],
    [headers, [{ authorization: "Bearer x" }]],
    [headers, ["authorization: Bearer x"]],
    [headers, [["authorization", "Bearer x"]]],
    [headers, "authorization: Bearer x"],
    [headers, [null, { name: "authorization", value: { secret: "Bearer x" } }]],
    [headers, [{ header: { name: "authorization", value: "Bearer x" } }]],
    [headers, [{ name: { authorization: "Bearer x" } }]],
    [headers, { items: [{ name: "authorization", value: ["Bearer x"] }] }],
    [rules, [{ conditions: { request_headers: { equals: { authorization: "Bearer x" } } } }]],
    [rules, [{ conditions: { request_headers: { authorization: "Bearer x" } } }]],
    [rules, [{ conditions: { request_cookies: { present: [{ name: "a", value: "Bearer x" }] } } }]],
    [rules, [{ conditions: { request_cookies: { present: { a: "Bearer x" } } } }]],
    [rules, [{ conditions: { headers: { authorization: "Bearer x" } } }]],
    [rules, [{ request_headers: { values: { authorization: "Bearer x" } } }]],
    [rules, { 0: { conditions: { request_headers: { values: { authorization: "Bearer x" } } } } }],
    [url, { href: "https://u:Bearer x@example.com" }],
  ])("that the service keeps in another shape, under another name or at another place is hidden: %#", (field, odd) => {
    expect(JSON.stringify(shown(field, odd, null))).not.toContain("Bearer");
    expect(sensitiveTexts(field, odd).join()).toContain("Bearer x");
  });

  it.each([
    [limits, [{ conditions: { request_headers: "Bearer x" } }]],
    [limits, [{ rank: 1, conditions: "a=Bearer x" }]],
    [projectFields.cookie_name, { authorization: "Bearer x" }],
    [projectFields.trusted_ips, ["192.0.2.1", { token: "Bearer x" }]],
  ])("may be where a field without one has another shape: that is hidden too: %#", (field, odd) => {
    expect(JSON.stringify(shown(field, odd, null))).not.toContain("Bearer");
  });

  it("is in no other field of a project", () => {
    const names = Object.entries(projectFields).flatMap(([name, field]) => (mayBeSensitive(field) ? [name] : []));
    expect(names).toEqual(["external_project_url", "override_cache", "forwarded_headers"]);
  });
});
