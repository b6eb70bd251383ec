import { expect, it } from "vitest";
import { configuredIn } from "./own-environment.ts";

// The gate runs the tests with some of these set (scripts/ci.ts).
it("no test sees a service, a forge, a stack or a proxy of the shell", () => {
  expect(configuredIn(process.env)).toEqual([]);
});

it.each([
  "PROJECTSYNC_TOKEN_TEAM",
  "GITHUB_API_URL",
  "PULUMI_BACKEND_URL",
  "INPUT_TOKEN",
  "HTTPS_PROXY",
  "no_proxy",
  "ALL_PROXY",
])("%s is such a variable", (name) => {
  expect(configuredIn({ [name]: "x", PATH: "x", TEST_SEED: "1" })).toEqual([name]);
});
