import { expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/start.ts";
import { ask } from "../ask.ts";
import { site, installed } from "./harness/scene.ts";
import { openStack, type Stack } from "./harness/stack.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";
import { fail, succeed } from "./harness/succeed.ts";

/* The recipe of docs/pulumi.md, "After a kill". */

const COMPONENTS = "/v1/projects/prj_1/components";

/** A service, and a stack that is killed when the service has created a component and has not answered yet. */
async function killedStack(first: Site): Promise<{ readonly emulator: Emulator; readonly killed: Stack }> {
  let killed: Stack | undefined;
  const emulator = await startEmulator({
    onRequest: ({ method, path }, phase) => {
      if (method === "POST" && path === COMPONENTS && phase === "handled") killed?.kill();
    },
  });
  killed = await openStack(installed(), emulator);
  await expect(killed.up(site(first))).rejects.toThrow("aborted");
  return { emulator, killed };
}

const wanted: Site = { components: { analytics: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } } };

it("a killed update leaves a lock, and objects that the next update adopts", async () => {
  const { emulator, killed } = await killedStack(wanted);
  await using _ = emulator;
  await using _killed = killed;
  await using stack = await openStack(installed(), emulator, killed.folder);
  const locked = await fail(stack.up(site(wanted)));
  expect(locked.text).toContain("pulumi cancel");
  await succeed(stack.cancel());

  emulator.reset();
  const refused = await fail(stack.up(site(wanted)));
  expect(refused.text).toContain('Declare `ifExists: "adopt"`');
  expect(writes(emulator)).toEqual([]);

  await succeed(stack.up({ ...site(wanted), environment: { PROJECTSYNC_IF_EXISTS: "adopt" } }));
  expect(await ask(emulator, `GET ${COMPONENTS}`)).toHaveProperty("data", [expect.objectContaining({ id: "pc_1" })]);
  await succeed(stack.up({ ...site(wanted), environment: { PROJECTSYNC_IF_EXISTS: "" } }));
  expect(writes(emulator)).toEqual([]);
});
