import { afterEach, describe, expect, it, vi } from "vitest";
import { NoAnswerError } from "../../core/api/errors.ts";
import type { Proxies } from "../../core/api/proxy.ts";
import { caught, connect } from "./connect.ts";
import { startProxy } from "./proxy-server.ts";
import { HERE, HOST, newCertificate, startSecure } from "./secure-server.ts";

const certificate = newCertificate();

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
    await using server = await startSecure(certificate);
    await using proxy = await startProxy(() => server.port, undefined, ofProxy);
    const proxies: Proxies = isProxied ? { https: `http${ofProxy ? "s" : ""}://127.0.0.1:${proxy.port}` } : {};
    const url = isProxied ? `https://${HOST}` : `https://${HERE}:${server.port}`;
    const error = await caught(connect({ url, token: "canary-token" }, { proxies }).projects.get("prj_1"));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toMatch(/SELF_SIGNED_CERT/);
    expect(server.received).toEqual([]);
    expect(JSON.stringify(proxy.asked)).not.toContain("canary");
  });
});
