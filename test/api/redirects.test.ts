import { expect, it } from "vitest";
import { readAnswer } from "../../provider/api/answers.ts";

/** Each is `https://user:pw12345@h.example/x` for `new URL`, a browser and curl. */
it.each([
  "https:/user:pw12345@h.example/x",
  String.raw`https:\\user:pw12345@h.example/x`,
  "https:user:pw12345@h.example/x",
])("the message of a redirect shows no user info: %s", (location) => {
  expect(new URL(location).password).toBe("pw12345");
  const head = { statusCode: 302, headers: { location } };
  const read = () =>
    readAnswer({ method: "GET", path: "/v1/projects" }, { head, text: "", isUtf8: true }, (text) => text, 0);
  expect(read).toThrow(/^(?!.*pw12345)/s);
});

/** A path parameter is a session as a query is a token. */
it("the message of a redirect shows no session in the path", () => {
  const head = { statusCode: 302, headers: { location: "https://login.example.com/in;jsessionid=SECRETSESSION?a=b" } };
  const read = () =>
    readAnswer({ method: "GET", path: "/v1/projects" }, { head, text: "", isUtf8: true }, (text) => text, 0);
  expect(read).toThrow(/^(?!.*SECRETSESSION)/s);
});
