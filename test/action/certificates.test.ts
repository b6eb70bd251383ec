import { expect, it } from "vitest";
import { newCertificate, startSecure } from "../api/secure-server.ts";
import { PUSH } from "./events.ts";
import { play, projectFile } from "./service.ts";

it("a certificate of GitHub that is not trusted is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
  await using untrusted = await startSecure(newCertificate());
  const result = await play(
    { "a.yaml": projectFile("a") },
    {
      mode: "apply",
      event: PUSH,
      inputs: { "github-token": "canary-github-token" },
      environment: {
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        GITHUB_API_URL: `https://127.0.0.1:${untrusted.port}`,
        GITHUB_SHA: "a".repeat(40),
        GITHUB_RUN_ATTEMPT: "2",
      },
    },
  );
  expect(result.outputs).toMatchObject({ mode: "plan", outdated: "true" });
  expect(result.stdout).toContain("GitHub could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
  expect(untrusted.received).toEqual([]);
});
