import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "../../core/api/client.ts";
import { hadNoEffect, InvalidRequestError, NoAnswerError } from "../../core/api/errors.ts";
import { proxiesOf, type Proxies } from "../../core/api/proxy.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { answers, startFaultServer } from "./fault-server.ts";
import { startProxy, type ProxyFault } from "./proxy-server.ts";
import { HERE, HOST, newCertificate, project, startSecure } from "./secure-server.ts";

const certificate = newCertificate();
setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);

const credentials = "canary-user:canary%2Fpass";
const throughProxies = (proxies: Proxies, options: Parameters<typeof connect>[1] = {}) =>
  connect({ url: `https://${HOST}`, token: "canary-token" }, { proxies, ...options });

describe("through a proxy", () => {
  it("the service is asked for by name, and only the service sees the request and the token", async () => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port);
    const proxies = { https: `http://${credentials}@127.0.0.1:${proxy.port}` };
    expect(await throughProxies(proxies).projects.create({ slug: "site" })).toEqual(project);
    expect(server.received).toEqual([
      { line: "POST /v1/projects", authorization: "Bearer canary-token", protocol: "http/1.1" },
    ]);
    expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${HOST}:443`]);
    const headers = proxy.asked[0]?.headers ?? {};
    expect(headers["authorization"]).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain("canary-token");
    expect(Buffer.from(headers["proxy-authorization"]?.slice(6) ?? "", "base64").toString()).toBe(
      "canary-user:canary/pass",
    );
  });

  it("that speaks TLS itself, the same, and HTTP/1.1 to both", async () => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port, undefined, certificate);
    const proxies = { https: `https://${credentials}@127.0.0.1:${proxy.port}` };
    await throughProxies(proxies).projects.get("prj_1");
    expect(server.received).toMatchObject([{ authorization: "Bearer canary-token", protocol: "http/1.1" }]);
    expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${HOST}:443`]);
  });

  it("each create gets a connection of its own", async () => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port);
    const client = throughProxies({ https: `http://127.0.0.1:${proxy.port}` });
    for (const _turn of [1, 2, 3]) {
      await client.projects.get("prj_1");
      await client.projects.create({ slug: "site" });
    }
    expect(proxy.asked.length).toBeGreaterThanOrEqual(4);
  });

  it("the one for http serves where there is none for https", async () => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port);
    const proxies = { http: `http://127.0.0.1:${proxy.port}` };
    await connect({ url: `https://${HOST}:8443`, token: "test-token" }, { proxies }).projects.get("prj_1");
    expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${HOST}:8443`]);
  });

  it.each([HERE, "*", `other.example, ${HERE}`])("what NO_PROXY names is not reached: %s", async (no) => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port);
    const proxies = { https: `http://127.0.0.1:${proxy.port}`, no };
    await connect({ url: `https://${HERE}:${server.port}`, token: "test-token" }, { proxies }).projects.get("prj_1");
    expect(server.received).toMatchObject([{ line: "GET /v1/projects/prj_1", protocol: "http/1.1" }]);
    expect(proxy.asked).toEqual([]);
  });

  it("loopback is never reached, where the token may travel in clear", async () => {
    await using server = await startFaultServer(answers(200, project));
    await using proxy = await startProxy(() => 1);
    const url = `http://127.0.0.1:${proxy.port}`;
    for (const host of ["127.0.0.1", "localhost"]) {
      const at = server.url.replace("127.0.0.1", host);
      await connect({ url: at, token: "test-token" }, { proxies: { https: url, http: url } }).projects.get("prj_1");
    }
    expect(server.received).toHaveLength(2);
    expect(proxy.asked).toEqual([]);
  });

  it("of the environment nothing is reached, unless it was passed", async () => {
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port);
    for (const name of ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    try {
      const at = { url: `https://${HERE}:${server.port}`, token: "test-token" };
      for (const proxies of [undefined, {}]) {
        await connect(at, proxies === undefined ? {} : { proxies }).projects.get("prj_1");
      }
      expect(server.received).toHaveLength(2);
      vi.stubEnv("no_proxy", "*");
      const proxies = proxiesOf({ https_proxy: `http://127.0.0.1:${proxy.port}` });
      await throughProxies(proxies).projects.get("prj_1");
      expect(proxy.asked).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

const answering =
  (status: string): ProxyFault =>
  (client) => {
    client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
    return true;
  };

const BROKEN = "cannot connect to the service (";

describe("a proxy that does not connect", () => {
  it.each([
    [
      "refuses",
      answering("403 No"),
      "the proxy answered 403 instead of connecting, after 4 attempts. Ask the operator",
    ],
    [
      "cannot reach the service",
      answering("502 Bad Gateway"),
      "the proxy answered 502: it did not reach the service, after 4 attempts. Check the host name and the port in HTTPS_PROXY and the base URL",
    ],
    ["breaks off", (client) => client.destroy() === client, BROKEN],
    ["breaks off after it said that it connected", answering("200 Connected"), BROKEN],
  ] satisfies [string, ProxyFault, string][])(
    "and %s never sent anything: a create is repeated",
    async (_w, fault, says) => {
      await using server = await startSecure(certificate);
      await using proxy = await startProxy(
        () => server.port,
        (client, attempt) => attempt < 4 && fault(client, attempt),
      );
      const proxies = { https: `http://${credentials}@127.0.0.1:${proxy.port}` };
      expect(await throughProxies(proxies).projects.create({})).toEqual(project);
      expect(server.received).toHaveLength(1);
      expect(proxy.asked).toHaveLength(4);

      await using closed = await startProxy(() => server.port, fault);
      const other = { https: `http://${credentials}@127.0.0.1:${closed.port}` };
      const error = await caught(throughProxies(other).projects.create({}));
      expect(error).toBeInstanceOf(NoAnswerError);
      expect(hadNoEffect(error)).toBe(true);
      expect(error.message).toContain(`POST /v1/projects: ${says}`);
      expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("canary");
      expect(closed.asked).toHaveLength(4);
      expect(server.received).toHaveLength(1);
    },
  );

  it("because the password is wrong is asked once by all calls: more could lock the account", async () => {
    await using proxy = await startProxy(() => 1, answering("407 No"));
    const url = `http://${credentials}@127.0.0.1:${proxy.port}`;
    for (const [proxies, name] of [
      [{ https: url }, "HTTPS_PROXY (or https_proxy)"],
      [{ http: url }, "HTTP_PROXY (or http_proxy)"],
    ] as const) {
      const client = throughProxies(proxies);
      const asked = proxy.asked.length;
      const together = [1, 2, 3].map(() => caught(client.projects.list()));
      const [first = new Error("no call")] = await Promise.all(together);
      const next = await caught(client.projects.create({}));
      expect(proxy.asked).toHaveLength(asked + 1);
      for (const error of [first, next]) {
        expect(error.message).toContain(
          `: the proxy asks for a user name and a password (407). Check them in ${name}, between`,
        );
        expect(hadNoEffect(error)).toBe(true);
      }
    }
  });

  it("and says nothing is given up by the client's clock, or at once when the client is stopped", async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    await using proxy = await startProxy(
      () => 1,
      (_client, attempt) => {
        if (attempt <= 2) clock.pass(30_000);
        else stop.abort();
        return true;
      },
    );
    const proxies = { https: `http://127.0.0.1:${proxy.port}` };
    const client = throughProxies(proxies, { clock, signal: stop.signal });
    const late = await caught(client.projects.create({}));
    expect(late.message).toBe("POST /v1/projects: not sent within 60 s, after 2 attempts. Try again later.");
    const stopped = await caught(client.projects.create({}));
    expect(stopped.message).toBe("POST /v1/projects: stopped before it was sent.");
    expect([late, stopped].every(hadNoEffect)).toBe(true);
  });
});

describe("the proxies of an environment", () => {
  it.each([
    [{}, {}],
    [
      { HTTPS_PROXY: "a", HTTP_PROXY: "b", NO_PROXY: "c" },
      { https: "a", http: "b", no: "c" },
    ],
    [
      { HTTPS_PROXY: "a", https_proxy: "A", NO_PROXY: "c", no_proxy: "C" },
      { https: "A", no: "C" },
    ],
    [{ https_proxy: "", HTTPS_PROXY: "a", http_proxy: "", HTTP_PROXY: "", no_proxy: undefined }, { https: "a" }],
  ] satisfies [Record<string, string | undefined>, Proxies][])("%j are %j", (environment, proxies) => {
    expect(proxiesOf(environment)).toEqual(proxies);
  });

  it.each([
    [{ https: "canary" }, "HTTPS_PROXY (or https_proxy) is not the address of a proxy"],
    [{ http: "http://canary:canary@" }, "HTTP_PROXY (or http_proxy) is not the address of a proxy"],
    [{ https: "canary.example:3128" }, "HTTPS_PROXY (or https_proxy) is not the address of a proxy"],
    [{ https: "socks5://canary:canary@proxy.example" }, "is not the address of a proxy"],
    [{ https: "http://canary:50%@proxy.example" }, "write %25"],
    [{ https: "http://proxy.example:3128/canary" }, "HTTPS_PROXY (or https_proxy) is not the address of a proxy"],
    [{ http: "http://proxy.example:3128/?canary" }, "HTTP_PROXY (or http_proxy) is not the address of a proxy"],
    [{ https: "http://proxy.example:3128#canary" }, "is not the address of a proxy"],
  ] satisfies [Proxies, string][])("%j are refused without being repeated", (proxies, why) => {
    const attempt = () =>
      createClient({ baseUrl: `https://${HOST}`, token: "test-token", userAgent: "test/1", proxies });
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(why);
    expect(attempt).not.toThrow("canary");
  });

  it("have user names and passwords that are redacted in each form that is sent", () => {
    const redaction = createRedaction([]);
    const proxies = { https: `http://${credentials}@proxy.example:3128` };
    const client = throughProxies(proxies, { redaction });
    const basic = Buffer.from("canary-user:canary/pass").toString("base64");
    expect(redaction.redact(`canary-user canary/pass canary%2Fpass ${basic}`)).toBe(
      "(secret) (secret) (secret) (secret)",
    );
    expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain("canary");
  });
});
