import { once } from "node:events";
import { expect, it } from "vitest";
import { startEmulator } from "../../../emulator/start.ts";
import { checkOut } from "../../action/service.ts";
import { startCli } from "../../cli/run-cli.ts";
import { SEED, TWENTY } from "./project-files.ts";

it("a second SIGINT ends the command line at once, though a write hangs", async () => {
  const reached = Promise.withResolvers<void>();
  await using emulator = await startEmulator({
    seed: SEED,
    faults: { faults: [{ method: "POST", times: "always", fault: { kind: "hang" } }] },
    onRequest: ({ method }) => {
      if (method === "POST") reached.resolve();
    },
  });
  await using checkout = await checkOut(TWENTY);
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  const { child } = startCli(["apply", "*.yaml"], environment, checkout.folder);
  const exit = once(child, "exit");
  await reached.promise;
  const heard = once(child.stderr, "data");
  child.kill("SIGINT");
  expect(String(await heard)).toBe("Stopping: up to 5 s for running requests. Ctrl-C again quits without a report.\n");
  const at = Date.now();
  child.kill("SIGINT");
  await exit;
  expect(child.signalCode).toBe("SIGINT");
  expect(Date.now() - at).toBeLessThan(3_000);
});
