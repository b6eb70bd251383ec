import { expect, it } from "vitest";
import { readAnswer } from "../../provider/api/answers.ts";

const redirect = (location: string) => () => {
  const head = { statusCode: 302, headers: { location } };
  readAnswer({ method: "GET", path: "/v1/projects" }, { head, text: "", isUtf8: true }, (text) => text, 0);
};

/** Each is `https://user:pw12345@h.example/x` for `new URL`, a browser and curl. */
it.each([
  "https:/user:pw12345@h.example/x",
  String.raw`https:\\user:pw12345@h.example/x`,
  "https:user:pw12345@h.example/x",
])("the message of a redirect shows no user info: %s", (location) => {
  expect(new URL(location).password).toBe("pw12345");
  expect(redirect(location)).toThrow(/^(?!.*pw12345)/s);
});

it.each([
  ["a session, which is a path parameter", "https://login.example.com/in;jsessionid=pw12345?a=b"],
  ["a fragment that a gateway has encoded", "https://login.example.com/in%23access_token=pw12345"],
  ["a query that was encoded twice", "https://login.example.com/in%253Ftoken=pw12345"],
  ["user info of an address in the path", "https://proxy.example.com/https://user:pw12345@h.example/x"],
  ["user info after a missing scheme", "user:pw12345@h.example/x"],
  ["a scheme in front of a URL", "view-source:https://user:pw12345@h.example/x"],
])("the message of a redirect does not show %s", (_what, location) => {
  expect(redirect(location)).toThrow(/^(?!.*pw12345)/s);
});

it.each([
  ["https://user:pw12345@h.example:8443/a/b-c_d.e?q#f", "302 to https://h.example:8443/a/b-c_d.e with"],
  ["/a/b?q", "302 to /a/b with"],
  ["https://h.example/in;a=b", "302 to https://h.example with"],
])("the message of a redirect shows the host, and a plain path: %s", (location, shown) => {
  expect(redirect(location)).toThrow(shown);
});
