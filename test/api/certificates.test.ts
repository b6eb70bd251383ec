import { createServer } from "node:https";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NoAnswerError } from "../../provider/api/errors.ts";
import type { Proxies } from "../../provider/api/proxy.ts";
import { selfSigned } from "./certificate.ts";
import { caught, connect } from "./connect.ts";
import { startProxy } from "./proxy-server.ts";

// An address of this computer that is not one of those which are never proxied.
const HERE = "0.0.0.0";
const HOST = "service.example";
const certificate = selfSigned([HOST], [HERE, "127.0.0.1"]);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a certificate that is not trusted is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says", () => {
  it.each([
    ["of the service", false, undefined],
    ["of the service behind a proxy", true, undefined],
    ["of the proxy", true, certificate],
  ])("%s", async (_whose, isProxied, ofProxy) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const received: unknown[] = [];
    const server = createServer(certificate, (request, response) => {
      received.push(request.headers.authorization);
      response.end("{}");
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, resolve);
    await promise;
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await using proxy = await startProxy(() => port, undefined, ofProxy);
    const proxies: Proxies = isProxied ? { https: `http${ofProxy ? "s" : ""}://127.0.0.1:${proxy.port}` } : {};
    const url = isProxied ? `https://${HOST}` : `https://${HERE}:${port}`;
    const error = await caught(connect({ url, token: "canary-token" }, { proxies }).projects.get("prj_1"));
    server.close();
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toMatch(/SELF_SIGNED_CERT/);
    expect(received).toEqual([]);
    expect(JSON.stringify(proxy.asked)).not.toContain("canary");
  });
});
