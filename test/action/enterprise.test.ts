import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { startProxy } from "../api/proxy-server.ts";
import { newCertificate, startSecure } from "../api/secure-server.ts";
import { virtualClock } from "../virtual-clock.ts";
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

const NOT_KNOWN = "this is a re-run, and it is not known whether this commit is the newest ";
const failing = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  using clock = virtualClock();
  await using world = await startWorld({ files: FILES });
  return (await world.push({ ...RERUN, environment, clock: clock.client })).stdout;
};

it("says of an Enterprise server without https only what is wrong: nothing of it is about the service", async () => {
  const stdout = await failing({ GITHUB_API_URL: "http://ghe.example/api/v3" });
  const why = 'environment variable GITHUB_API_URL "http://ghe.example/api/v3" must use https (http only on loopback)';
  expect(stdout).toContain(`${NOT_KNOWN}(${why}).`);
  expect(stdout).toContain(`::warning::No comment on the pull request: ${why}.\n`);
});

it("says what to do about the certificate of a private authority", async () => {
  await using server = await startSecure(newCertificate());
  const stdout = await failing({ GITHUB_API_URL: `https://127.0.0.1:${server.port}/api/v3` });
  expect(stdout).toContain(
    `${NOT_KNOWN}(GitHub could not be reached (the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT))).`,
  );
});

it("says what a proxy answered instead of connecting", async () => {
  await using proxy = await startProxy(
    () => 0,
    (client) => client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n").writableEnded,
  );
  const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
  const stdout = await failing({ GITHUB_API_URL: "https://ghe.example/api/v3", HTTPS_PROXY });
  expect(stdout).toContain(
    `${NOT_KNOWN}(GitHub could not be reached (the proxy asks for a user name and a password (407))).`,
  );
});
