import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkServiceSettings, runtimeVersion } from "../../cli/doctor/check-service-settings.ts";
import { systemClock, type Clock } from "../../core/api/clock.ts";
import { ANSWERS } from "../../core/text/explanations.ts";
import { selfSigned } from "../api/certificate.ts";
import { fakeClock } from "../api/connect.ts";
import { cut, html, json, refuse, startFaultServer, type Fault } from "../api/fault-server.ts";
import { startProxy } from "../api/proxy-server.ts";
import { listen } from "../listen.ts";
import { liveProject } from "../live-project.ts";
import { startPlace } from "./command-place.ts";
import { runCli, spawnCli } from "./run-cli.ts";

/* What doctor says of settings, before any request, is in golden/refusals.md. */

const TOKEN = "canary-token-4711";
const certificate = selfSigned(["localhost"], ["127.0.0.1"]);

type Environment = Readonly<Record<string, string>>;

/** The system's clock. No time passes before a request is sent again. */
const IMPATIENT: Clock = { ...systemClock, random: () => 0 };

/** Runs doctor, and makes sure that it shows no secret. */
async function doctor(environment: Environment, words: readonly string[] = [], clock = IMPATIENT) {
  const result = await runCli(["doctor", ...words], { PROJECTSYNC_TOKEN: TOKEN, ...environment }, undefined, { clock });
  expect(result.stdout + result.stderr).not.toContain("canary");
  return result;
}

describe("projectsync doctor", () => {
  it("shows what works, and only reads", async () => {
    const components = [{ component_slug: "edgee/ga4", component_version: "1.2.0" }];
    const projects = [{ ...liveProject("a"), components }, liveProject("b"), liveProject("c", [], "org_2")];
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

  it("warns if the token may not list the projects of all organizations: a plan does not", async () => {
    await using server = await startFaultServer((response, { path: at }) => {
      if (at.startsWith("/v1/projects")) refuse(response, 403, "forbidden_error");
      else json(response, 200, { slug: "edgee/ga4" });
    });
    const { code, stdout } = await doctor({ PROJECTSYNC_BASE_URL: server.url }, ["--component", "edgee/ga4"]);
    expect(stdout).toMatch(/^! access .*403 forbidden_error[^]*- organizations not checked[^]*✓ catalogue/m);
    expect(code).toBe(0);
  });

  it("shows no token, also if a record of the service repeats it", async () => {
    await using server = await startFaultServer((response, { path: at }) => {
      if (at.startsWith("/v1/projects?")) json(response, 200, { data: [{ id: "p", organization_id: TOKEN }] });
      else if (at.startsWith("/v1/projects")) json(response, 200, { data: [] });
      else json(response, 200, { latest_version: TOKEN });
    });
    const { stdout } = await doctor({ PROJECTSYNC_BASE_URL: server.url }, ["--component", "edgee/ga4"]);
    expect(stdout).toContain("organizations (secret) (1 project)");
  });

  it("trusts the authority that NODE_EXTRA_CA_CERTS names", async () => {
    await using service = await listen(
      createSecureServer(certificate, (_request, response) => response.end('{"data": [], "has_more": false}')),
    );
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "projectsync-doctor-"));
    await writeFile(path.join(folder.path, "ca.pem"), certificate.cert);
    const { code, stdout } = await spawnCli(["doctor"], {
      PROJECTSYNC_BASE_URL: `https://localhost:${service.port}`,
      PROJECTSYNC_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: path.join(folder.path, "ca.pem"),
    });
    expect(code).toBe(0);
    expect(stdout).toContain("✓ certificate   trusted\n");
  });
});

/** Starts what the address leads to. Returns the environment of the run. */
type Scene = (stack: AsyncDisposableStack) => Promise<Environment>;

const answered =
  (fault: Fault): Scene =>
  async (stack) => {
    const { url, received } = stack.use(await startFaultServer(fault));
    stack.defer(() => expect(new Set(received.map(({ method }) => method))).toEqual(new Set(["GET"])));
    return { PROJECTSYNC_BASE_URL: url };
  };
const proxied =
  (status: string): Scene =>
  async (stack) => {
    const answer = `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`;
    const { port, asked } = stack.use(
      await startProxy(
        () => 0,
        (client) => client.end(answer).writableEnded,
      ),
    );
    stack.defer(() => expect(JSON.stringify(asked)).not.toContain(TOKEN));
    return { PROJECTSYNC_BASE_URL: "https://service.example", HTTPS_PROXY: `http://user:canary@127.0.0.1:${port}` };
  };
const mailServer = () => createServer((socket) => socket.on("error", () => undefined).write("220 smtp\r\n"));
const portOf =
  (scheme: "http" | "https", server: Parameters<typeof listen>[0]): Scene =>
  async (stack) => ({ PROJECTSYNC_BASE_URL: `${scheme}://127.0.0.1:${stack.use(await listen(server)).port}` });

const SCENES: Readonly<Record<string, Scene>> = {
  "a token that sees no project": answered((response) => json(response, 200, { data: [], has_more: false })),
  "records that cannot be read": answered((response) =>
    json(response, 200, { data: [{ slug: "x" }], has_more: false }),
  ),
  "the page of a gateway": answered((response) => html(response, 200)),
  "a gateway that refuses": answered((response) => html(response, 403)),
  "a redirect": answered(
    (response) => void response.writeHead(302, { location: "https://user:canary@login.example.com/in?t=canary" }).end(),
  ),
  "JSON of another service": answered((response) => json(response, 200, { status: "ok" })),
  "a refusal in the service's own form": answered((response) =>
    json(response, 400, { error: { type: "invalid_request_error", message: "limit is too large" } }),
  ),
  "a list without an end": answered((response) => json(response, 200, { data: [], has_more: true })),
  "an answer in another encoding": answered((response) => void response.end(Buffer.from('{"a":"\u00e9"}', "latin1"))),
  "a service that is overloaded": answered((response) => refuse(response, 503, "unavailable_error")),
  "a refused token, which the answer repeats": answered((response) =>
    json(response, 401, { error: { type: "authentication_error", message: `No ${TOKEN}` } }),
  ),
  "a token without the right": answered((response) => refuse(response, 403, "forbidden_error")),
  "a connection that is cut": answered(cut),
  "nothing listens": async () => {
    await using closed = await listen(createServer());
    return { PROJECTSYNC_BASE_URL: `http://127.0.0.1:${closed.port}` };
  },
  "no such host": async () => ({ PROJECTSYNC_BASE_URL: "https://service.invalid" }),
  "a port of something else": portOf("http", mailServer()),
  "a port of something else, by https": portOf("https", mailServer()),
  "a certificate that is not trusted": portOf("https", createSecureServer(certificate)),
  "a proxy that asks for a password": proxied("407 Proxy Authentication Required"),
  "a proxy that refuses the host": proxied("403 Forbidden"),
};

/* `npx vitest run --project unit test/cli/doctor.test.ts -u` writes the golden file again; read the difference before you commit it. */
it.each(Object.entries(SCENES))("doctor explains %s, with what to do", async (name, scene) => {
  await using stack = new AsyncDisposableStack();
  const { code, stdout, stderr } = await doctor(await scene(stack));
  const checks = stdout.slice(stdout.indexOf("connection") - 2);
  const shown = `${checks}${stderr}[${code}]\n`
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/answered in \d+ ms/, "answered in N ms")
    // These depend on the machine.
    .replace(/(not found|complete) \(.*\)/, "$1 (CODE)");
  await expect(shown).toMatchFileSnapshot(`golden/doctor/${name.replaceAll(/\W+/g, "-")}.txt`);
});

it("doctor explains an answer that does not come within 30 seconds", async () => {
  const clock = fakeClock();
  await using server = await startFaultServer(() => clock.pass(30_000));
  // With --json nothing else waits by the clock.
  const { code, stdout } = await doctor({ PROJECTSYNC_BASE_URL: server.url }, ["--json"], clock);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).checks).toContainEqual({
    check: "connection",
    status: "failed",
    message: "No complete answer within 30 s.",
    remedy: ANSWERS["no-answer"].remedy,
    failureReason: "unreachable",
  });
});

it("doctor names the runtime itself, not only the Node.js that it stands in for", () => {
  expect(runtimeVersion({ node: "24.1.0" })).toBe("24.1.0");
  expect(runtimeVersion({ node: "26.3.0", bun: "1.4.2" })).toBe("Bun 1.4.2, as Node.js 26.3.0");
  expect(runtimeVersion({ node: "26.3.0", deno: "2.9.0" })).toBe("Deno 2.9.0, as Node.js 26.3.0");
});

it.each([
  ["proxy.example.com,example.com", "not used for api.example.com", "✓"],
  ["*.example.com", "not used for api.example.com", "✓"],
  ["api.example.com:8443", "used for api.example.com", "✓"],
  ["other.example.com", "used for api.example.com", "✓"],
  ["10.0.0.0/8", "NO_PROXY knows no networks: 10.0.0.0/8 has no effect.", "!"],
])("says what NO_PROXY=%s means for the address", (no, says, mark) => {
  const checks = checkServiceSettings({
    environment: {
      PROJECTSYNC_BASE_URL: "https://api.example.com",
      PROJECTSYNC_TOKEN: TOKEN,
      HTTPS_PROXY: "http://proxy.example.com:3128",
      NO_PROXY: no,
    },
  });
  const proxy = checks.find(({ check }) => check === "proxy");
  expect(proxy?.message).toContain(says);
  expect(proxy?.status).toBe(mark === "!" ? "warning" : "ok");
});

it("names the gateway that it met", async () => {
  const headers = { server: "nginx/1.28.0", via: "1.1 varnish", "x-cache": "MISS" };
  const page = { object: "list", url: "/v1/projects", data: [], has_more: false };
  await using server = await startFaultServer((response) => json(response, 200, page, headers));
  const { stdout } = await doctor({ PROJECTSYNC_BASE_URL: server.url });
  expect(stdout).toContain("answers as expected (server: nginx/1.28.0, via: 1.1 varnish, x-cache: MISS)");
});
