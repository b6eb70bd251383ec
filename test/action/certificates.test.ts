import { describe, expect, it } from "vitest";
import { newCertificate, startSecure } from "../api/secure-server.ts";
import { checkOut, projectFile, PUSH, startService } from "./service.ts";

describe("a certificate that is not trusted is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says", () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  it("of GitHub", async () => {
    await using service = await startService();
    await using untrusted = await startSecure(newCertificate());
    await using checkout = await checkOut({ "a.yaml": projectFile("a") });
    const result = await service.run({
      mode: "apply",
      ...checkout,
      event: PUSH,
      inputs: { files: "a.yaml", "github-token": "canary-github-token" },
      environment: {
        ...environment,
        GITHUB_API_URL: `https://127.0.0.1:${untrusted.port}`,
        GITHUB_SHA: "a".repeat(40),
        GITHUB_RUN_ATTEMPT: "2",
      },
    });
    expect(result.outputs).toMatchObject({ mode: "plan", outdated: "true" });
    expect(result.stdout).toContain("GitHub could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
    expect(untrusted.received).toEqual([]);
  });
});
