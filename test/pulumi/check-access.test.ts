import { expect, it } from "vitest";
import { checkAccess } from "../../provider/pulumi/check-access.ts";
import { startFaultServer } from "../api/fault-server.ts";
import { testClock } from "../emulator/test-clock.ts";

it("a service that hangs is given up after some seconds, with a word", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using server = await startFaultServer(() => resolve());
  const clock = testClock();
  const { url: baseUrl, token } = server;
  const checking = checkAccess({ baseUrl, token, userAgent: "test/1", clock: { ...clock, random: () => 0 } });
  await asked;
  clock.advance(10_000);
  await expect(checking).rejects.toThrow("GET /v1/projects: the service does not answer (10 s). Try again later.");
});
