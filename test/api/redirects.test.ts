import { expect, it } from "vitest";
import { readAnswer } from "../../provider/api/answers.ts";

it.each([
  // The first three are `https://user:pw12345@h.example/x` for `new URL`, a browser and curl.
  "https:/user:pw12345@h.example/x",
  String.raw`https:\\user:pw12345@h.example/x`,
  "https:user:pw12345@h.example/x",
  // A path parameter is a session as a query is a token.
  "https://login.example.com/in;jsessionid=pw12345?a=b",
])("the message of a redirect shows neither user info nor a session in the path: %s", (location) => {
  const head = { statusCode: 302, headers: { location } };
  const answer = { head, text: "", isUtf8: true };
  expect(() => readAnswer({ method: "GET", path: "/v1/projects" }, answer, (text) => text, 0)).toThrow(
    /^(?!.*pw12345)/s,
  );
});
