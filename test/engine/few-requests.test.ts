import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { installed, site, TOKEN } from "./harness/scene.ts";
import { openStack } from "./harness/stack.ts";
import { succeed } from "./harness/succeed.ts";

it("100 resources in one program take few requests beside their writes", async () => {
  await using emulator = await openEmulator({ token: TOKEN });
  await ask(emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
  await using stack = await openStack(installed(), emulator);
  const names = Array.from({ length: 97 }, (_, index) => `d${index}`);
  const program = site({
    components: {
      ga: { component: "edgee/ga4", settings: { measurement_id: "G-1" } },
      meta: { component: "edgee/meta-capi", settings: { pixel_id: "px-1", access_token: "hidden-0123456789" } },
    },
    domains: Object.fromEntries(names.map((name) => [name, `${name}.example.com`])),
  });
  const requestsOf = async (operation: () => ReturnType<typeof stack.up>): Promise<number> => {
    emulator.reset();
    await succeed(operation());
    return emulator.requests().length;
  };
  // A write each, and a few reads for all.
  expect(await requestsOf(() => stack.up(program))).toBeLessThanOrEqual(110);
  expect(await requestsOf(() => stack.up(program))).toBeLessThanOrEqual(4);
  expect(await requestsOf(() => stack.refresh())).toBeLessThanOrEqual(12);
  expect(await requestsOf(() => stack.destroy())).toBeLessThanOrEqual(106);
  expect(emulator.state()).toHaveLength(1);
});
