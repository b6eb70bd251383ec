import { once } from "node:events";
import { createServer } from "node:https";
import { describe, expect, it } from "vitest";
import { selfSigned } from "../api/certificate.ts";
import { checkOut, projectFile, PUSH, startService } from "./service.ts";

const certificate = selfSigned(["localhost"], ["127.0.0.1"]);

/** A server whose certificate no one trusts, and what it was sent. */
async function startUntrusted() {
  const received: unknown[] = [];
  const server = createServer(certificate, ({ headers }, response) => {
    received.push(headers.authorization);
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `https://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("a certificate that is not trusted is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says", () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  it("of GitHub", async () => {
    await using service = await startService();
    await using untrusted = await startUntrusted();
    await using checkout = await checkOut({ "a.yaml": projectFile("a") });
    const result = await service.run({
      mode: "apply",
      ...checkout,
      event: PUSH,
      inputs: { files: "a.yaml", "github-token": "canary-github-token" },
      environment: {
        ...environment,
        GITHUB_API_URL: untrusted.url,
        GITHUB_SHA: "a".repeat(40),
        GITHUB_RUN_ATTEMPT: "2",
      },
    });
    expect(result.outputs).toMatchObject({ mode: "plan", outdated: "true" });
    expect(result.stdout).toContain("GitHub could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
    expect(untrusted.received).toEqual([]);
  });
});
