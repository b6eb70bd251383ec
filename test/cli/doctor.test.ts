import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURE_REASONS } from "../../sync/failure-reason.ts";
import { systemClock, type Clock } from "../../provider/api/clock.ts";
import { selfSigned } from "../api/certificate.ts";
import { fakeClock } from "../api/connect.ts";
import { cut, html, json, refuse, startFaultServer, type Fault } from "../api/fault-server.ts";
import { startProxy, type ProxyFault } from "../api/proxy-server.ts";
import { listen } from "../listen.ts";
import { startPlace } from "./command-place.ts";
import { runCli, spawnCli, type CliResult } from "./run-cli.ts";

const TOKEN = "canary-token-4711";
/** An address of this computer that is not one of those which are never proxied. */
const HERE = "0.0.0.0";
const certificate = selfSigned(["localhost"], [HERE, "127.0.0.1"]);

type Environment = Readonly<Record<string, string>>;

/** The system's clock. No time passes before a request is sent again. */
const IMPATIENT: Clock = { ...systemClock, random: () => 0 };

/** Runs doctor, and makes sure that it shows no secret. */
async function doctor(environment: Environment, words: readonly string[] = [], clock = IMPATIENT) {
  const result = await runCli(["doctor", ...words], { PROJECTSYNC_TOKEN: TOKEN, ...environment }, undefined, { clock });
  expect(result.stdout + result.stderr).not.toContain("canary");
  return result;
}

/** The checks that did not pass, with their remedy. */
function notPassed({ stdout }: CliResult): string[] {
  return stdout.split("\n").filter((line) => /^[✗!]|^ {2}→/.test(line));
}

/** Checks that were not made. */
function skipped({ stdout }: CliResult): string[] {
  return [...stdout.matchAll(/^- (\w+)/gm)].map(([, check = ""]) => check);
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  await using server = await listen(createServer());
  return server.port;
}

describe("projectsync doctor", () => {
  it("shows what works, and only reads", async () => {
    const projects = [
      {
        organization_id: "org_1",
        slug: "a",
        type: "proxy" as const,
        components: [{ component_slug: "edgee/ga4", component_version: "1.2.0" }],
      },
      { organization_id: "org_1", slug: "b", type: "proxy" as const },
      { organization_id: "org_2", slug: "c", type: "proxy" as const },
    ];
    await using place = await startPlace({ seed: { projects }, token: TOKEN });
    const { code, stdout, stderr } = await doctor({ PROJECTSYNC_BASE_URL: `${place.emulator.url}/` });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/\d+ ms/, "1 ms")).toBe(`✓ node          ${process.versions.node}
✓ address       ${place.emulator.url}
✓ proxy         none
✓ token         17 characters
✓ connection    the service can be reached
- certificate   none, because the address is http on loopback
✓ service       answers as expected
✓ access        the token is accepted; answered in 1 ms
✓ organizations org_1 (2 projects), org_2 (1 project)
✓ catalogue     edgee/ga4 found, latest version: 1.2.0
`);
    expect(new Set(place.emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("says that the token sees no project, and that no component can be found", async () => {
    await using place = await startPlace({ token: TOKEN });
    const result = await doctor({ PROJECTSYNC_BASE_URL: place.emulator.url });
    expect(result.code).toBe(0);
    expect(notPassed(result)).toEqual([
      "! organizations The token sees no project.",
      "  → If there should be some, set PROJECTSYNC_TOKEN to a token of the organization that has them.",
    ]);
    expect(result.stdout).toContain(
      "- catalogue     No component is live. To check the catalogue, name one with --component.",
    );
  });

  it("finds a component that is named, or not", async () => {
    await using place = await startPlace({ token: TOKEN });
    const environment = { PROJECTSYNC_BASE_URL: place.emulator.url };
    expect((await doctor(environment, ["--component", "edgee/ga4"])).stdout).toContain(
      "✓ catalogue     edgee/ga4 found",
    );
    const missing = await doctor(environment, ["--component", "edgee/ga5"]);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain("✗ catalogue     Component edgee/ga5 not found.");
    expect(missing.stderr).toBe("error: Failed: catalogue. See above.\n");
    expect((await doctor(environment, ["--component", "ga5"])).stderr).toMatch(/^error: "ga5" is not a component\./);
  });

  it.each([
    [403, "forbidden_error"],
    [404, "not_found_error"],
  ])("finds a component in the next project if the first answers %d", async (status, type) => {
    await using server = await startFaultServer((response, { path: at }) => {
      if (at === "/v1/projects/prj_1/components") refuse(response, status, type);
      else if (at === "/v1/components/edgee/ga4") json(response, 200, { slug: "edgee/ga4" });
      else if (at.startsWith("/v1/projects?")) {
        json(response, 200, { data: [{ id: "prj_1" }, { id: "prj_2" }], has_more: false });
      } else json(response, 200, { data: [{ id: "cmp_1", component_slug: "edgee/ga4" }], has_more: false });
    });
    const result = await doctor({ PROJECTSYNC_BASE_URL: server.url });
    expect(result.stdout).toContain("✓ catalogue     edgee/ga4 found");
    expect(result.code).toBe(0);
  });

  it("trusts the authority that NODE_EXTRA_CA_CERTS names", async () => {
    const server = createSecureServer(certificate, (_request, response) => {
      response.end('{"data": [], "has_more": false}');
    });
    await using service = await listen(server);
    const folder = await mkdtemp(path.join(tmpdir(), "projectsync-doctor-"));
    await writeFile(path.join(folder, "ca.pem"), certificate.cert);
    const { code, stdout } = await spawnCli(["doctor"], {
      PROJECTSYNC_BASE_URL: `https://localhost:${service.port}`,
      PROJECTSYNC_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: path.join(folder, "ca.pem"),
    });
    await rm(folder, { recursive: true });
    expect(code).toBe(0);
    expect(stdout).toContain("✓ certificate   trusted\n");
  });
});

describe("doctor names each setting that is wrong, with its remedy, before any request", () => {
  const URL = "https://api.example.com";

  it.each<[string, Environment, readonly string[]]>([
    [
      "nothing is set",
      { PROJECTSYNC_TOKEN: "" },
      [
        "✗ address       PROJECTSYNC_BASE_URL is not set.",
        "  → Set it to the address of the service, for example https://api.example.com.",
        "✗ token         PROJECTSYNC_TOKEN is not set.",
        "  → Set it to an access token of the service.",
      ],
    ],
    [
      "the token as address",
      { PROJECTSYNC_BASE_URL: TOKEN },
      [
        "✗ address       PROJECTSYNC_BASE_URL is not a URL.",
        "  → Set it to the service's address, for example https://api.example.com.",
      ],
    ],
    [
      "a token that is too short",
      { PROJECTSYNC_BASE_URL: URL, PROJECTSYNC_TOKEN: "canary" },
      [
        "✗ token         PROJECTSYNC_TOKEN has fewer than 8 characters, so messages could not hide it.",
        "  → Set it to an access token of the service.",
      ],
    ],
    [
      "a proxy that is not a URL",
      { PROJECTSYNC_BASE_URL: URL, https_proxy: "user:canary@proxy:3128" },
      [
        "✗ proxy         HTTPS_PROXY (or https_proxy) must begin with http:// or https://.",
        "  → Set it to an address such as http://proxy.example.com:3128.",
      ],
    ],
  ])("%s", async (_what, environment, expected) => {
    const result = await doctor(environment);
    expect(result.code).toBe(1);
    expect(notPassed(result)).toEqual(expected);
    expect(skipped(result)).toEqual(["connection", "certificate", "service", "access", "organizations", "catalogue"]);
  });

  it("shows the proxy without its password, and the hosts that it does not serve", async () => {
    const { stdout } = await doctor({
      PROJECTSYNC_TOKEN: "",
      PROJECTSYNC_BASE_URL: URL,
      HTTPS_PROXY: "http://user:canary@proxy.example.com:3128/",
      NO_PROXY: "localhost,.internal",
    });
    expect(stdout).toContain(
      "✓ proxy         HTTPS_PROXY: http://proxy.example.com:3128, except for NO_PROXY: localhost,.internal\n",
    );
  });

  it("shows no token in a setting that is wrong", async () => {
    const token = "canary-token.example.com";
    const result = await doctor({ PROJECTSYNC_TOKEN: token, PROJECTSYNC_BASE_URL: token });
    expect(notPassed(result)).toEqual([
      '✗ address       PROJECTSYNC_BASE_URL "(secret)" lacks https://.',
      "  → Write https://(secret).",
    ]);
  });

  it("says that NODE_TLS_REJECT_UNAUTHORIZED has no effect", async () => {
    const { stdout } = await doctor({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(stdout).toContain("NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect: certificates are always checked.");
  });
});

const ADDRESS = "Check that PROJECTSYNC_BASE_URL is the address of the service, with the right port and path.";

describe("doctor explains an answer", () => {
  it.each<[string, Fault, RegExp, string]>([
    [
      "the page of a gateway",
      (response) => html(response, 200),
      /^✗ service {7}GET \/v1\/projects: the answer is not JSON: <html>/,
      `${ADDRESS} A gateway or a login page may answer instead.`,
    ],
    [
      "a gateway that refuses",
      (response) => html(response, 403),
      /^✗ service {7}GET \/v1\/projects: 403 with an unexpected body/,
      "Give the token the right to do this, or use another one. This may be the answer of a gateway: check that PROJECTSYNC_BASE_URL is the address of the service.",
    ],
    [
      "a redirect",
      (response) => void response.writeHead(302, { location: "https://login.example.com/?t=canary" }).end(),
      /^✗ service {7}GET \/v1\/projects: 302 with an empty body/,
      "Set PROJECTSYNC_BASE_URL to the address that it redirects to. projectsync follows no redirect, because it would send the token there. If that is a login page, a gateway refuses programs here.",
    ],
    [
      "JSON of another service",
      (response) => json(response, 200, { status: "ok" }),
      /^✗ service {7}GET \/v1\/projects: the answer has missing or invalid fields/,
      `${ADDRESS} A gateway or a login page may answer instead.`,
    ],
    [
      "a service that is overloaded",
      (response) => refuse(response, 503, "unavailable_error"),
      /^✗ service {7}GET \/v1\/projects: 503 unavailable_error/,
      FAILURE_REASONS["service-error"].remedy,
    ],
    [
      "a refused token, which the answer repeats",
      (response) => json(response, 401, { error: { type: "authentication_error", message: `No ${TOKEN}` } }),
      /^✗ access {8}GET \/v1\/projects: 401 authentication_error: No /,
      FAILURE_REASONS.unauthenticated.remedy,
    ],
    [
      "a token without the right",
      (response) => refuse(response, 403, "forbidden_error"),
      /^✗ access {8}GET \/v1\/projects: 403 forbidden_error/,
      FAILURE_REASONS.forbidden.remedy,
    ],
    [
      "a connection that is cut",
      cut,
      /^✗ connection {4}The connection closed before the answer was complete \(\w+\)\.$/,
      "Check the port in PROJECTSYNC_BASE_URL. If it is right, the service or a gateway is overloaded: try again later.",
    ],
  ])("%s", async (_what, fault, problem, remedy) => {
    await using server = await startFaultServer(fault);
    const result = await doctor({ PROJECTSYNC_BASE_URL: server.url });
    expect(result.code).toBe(1);
    expect(notPassed(result)).toEqual([expect.stringMatching(problem), `  → ${remedy}`]);
    expect(skipped(result)).toContain("catalogue");
    expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("that does not come within 30 seconds", async () => {
    const clock = fakeClock();
    await using server = await startFaultServer(() => clock.pass(30_000));
    // With --json nothing else waits by the clock.
    const { code, stdout } = await doctor({ PROJECTSYNC_BASE_URL: server.url }, ["--json"], clock);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks).toContainEqual({
      check: "connection",
      status: "failed",
      message: "No complete answer within 30 s.",
      remedy:
        "Check the port in PROJECTSYNC_BASE_URL. If it is right, the service or a gateway is overloaded: try again later.",
    });
  });

  it("with records that cannot be read", async () => {
    await using server = await startFaultServer((response) =>
      json(response, 200, { data: [{ slug: "x" }], has_more: false }),
    );
    const result = await doctor({ PROJECTSYNC_BASE_URL: server.url });
    expect(result.code).toBe(0);
    expect(notPassed(result)[0]).toMatch(/^! organizations 1 project cannot be read: /);
  });
});

describe("doctor explains a connection that fails", () => {
  const problemsAt = async (url: string, environment: Environment = {}): Promise<string[]> => {
    const result = await doctor({ PROJECTSYNC_BASE_URL: url, ...environment });
    expect(result.code).toBe(1);
    expect(skipped(result)).toEqual(expect.arrayContaining(["service", "access", "organizations", "catalogue"]));
    return notPassed(result);
  };

  it("nothing listens", async () => {
    const port = await closedPort();
    expect(await problemsAt(`http://127.0.0.1:${port}`)).toEqual([
      `✗ connection    127.0.0.1:${port} refused the connection (ECONNREFUSED).`,
      "  → Check the host name and the port in PROJECTSYNC_BASE_URL, and that the service runs.",
    ]);
  });

  it("no such host", async () => {
    expect(await problemsAt("https://service.invalid")).toEqual([
      expect.stringMatching(/^✗ connection {4}The host service\.invalid was not found \((ENOTFOUND|EAI_AGAIN)\)\.$/),
      "  → Check the host name in PROJECTSYNC_BASE_URL, and the DNS of this machine. A private network may need a VPN or HTTPS_PROXY.",
    ]);
  });

  it("a port of something else", async () => {
    await using server = await listen(
      createServer((socket) => socket.on("error", () => undefined).write("220 smtp\r\n")),
    );
    expect((await problemsAt(`http://127.0.0.1:${server.port}`))[0]).toMatch(/^✗ connection {4}The connection closed/);
    expect(await problemsAt(`https://127.0.0.1:${server.port}`)).toEqual([
      "✗ connection    The port does not speak TLS as expected (ERR_SSL_WRONG_VERSION_NUMBER).",
      "  → Check the port in PROJECTSYNC_BASE_URL: it may be one for http, or of another service.",
    ]);
  });

  it("a certificate that is not trusted", async () => {
    await using server = await listen(createSecureServer(certificate));
    const url = `https://127.0.0.1:${server.port}`;
    expect(await problemsAt(url)).toEqual([
      "✗ certificate   The certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).",
      "  → If a private authority or a proxy issues certificates here, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate, and check that the file exists.",
    ]);
    const other = await runCli(["export", "--organization", "org_1"], {
      PROJECTSYNC_TOKEN: TOKEN,
      PROJECTSYNC_BASE_URL: url,
    });
    expect(other.stderr).toMatch(
      /^error: GET \/v1\/projects: the certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*\. If a private authority .* set NODE_EXTRA_CA_CERTS /,
    );
  });

  it.each<[string, ProxyFault, readonly string[]]>([
    [
      "a proxy that asks for a password",
      (client) => answer(client, "407 Proxy Authentication Required"),
      [
        "✗ connection    The proxy asks for a user name and a password (407).",
        "  → Write them into HTTPS_PROXY, between // and the host name: user:password@proxy.example.com:3128.",
      ],
    ],
    [
      "a proxy that refuses the host",
      (client) => answer(client, "403 Forbidden"),
      [
        "✗ connection    The proxy answered 403 instead of connecting.",
        "  → Ask the operator of the proxy for access to the service, or add the host of the service to NO_PROXY.",
      ],
    ],
  ])("%s", async (_what, fault, expected) => {
    await using proxy = await startProxy(() => 0, fault);
    const environment = { HTTPS_PROXY: `http://user:canary@127.0.0.1:${proxy.port}` };
    expect(await problemsAt("https://service.example", environment)).toEqual(expected);
    expect(JSON.stringify(proxy.asked)).not.toContain(TOKEN);
  });
});

function answer(client: Parameters<ProxyFault>[0], status: string): boolean {
  client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
  return true;
}
