import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { startWorld } from "./comment-world.ts";
import { projectFile } from "./service.ts";

const FILES = { "a.yaml": projectFile("new") };
const BRANCH = "/api/v3/repos/acme/sites/git/matching-refs/heads/main";
/** The first attempt would apply. */
const RERUN = { attempt: 2, inputs: { "allow-outdated": "false" } };

it("hides the token in a message of a gateway that quotes the request", async () => {
  const quotes = (response: ServerResponse): void => {
    const message = `'${response.req.headers.authorization}' is not a valid key=value pair in the header Authorization`;
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ message }));
  };
  await using world = await startWorld({ files: FILES, github: { answers: { [BRANCH]: quotes } } });
  // The run also checks that nothing it wrote has the token.
  const { stdout, summary } = await world.push(RERUN);
  for (const text of [stdout, summary]) expect(text).toMatch(/GitHub answered 403 \(.*token \(secret\)/);
});
