import { expect, it } from "vitest";
import { ask } from "../../ask.ts";
import { openEmulator } from "../../../emulator/open-emulator.ts";
import { installed, site, TOKEN } from "../harness/scene.ts";
import { openStack } from "../harness/stack.ts";
import { stepsTaken } from "../harness/steps-taken.ts";
import { fail, succeed } from "../harness/succeed.ts";
import { writes } from "../harness/writes.ts";

it("two stacks with the same objects: the second is warned, fails, and adopts them only if it says so", async () => {
  await using emulator = await openEmulator({ token: TOKEN });
  // The organization must show a project when theirs is gone.
  await ask(emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
  await using first = await openStack(installed(), emulator);
  await using second = await openStack(installed(), emulator);
  const plain = site({ project: { description: "first" }, domains: { www: "www.example.com" } });
  await succeed(first.up(plain));
  emulator.reset();

  const preview = await succeed(second.preview(plain));
  expect(preview.text).toContain('Project site of org_1 exists: prj_2. Without `ifExists: "adopt"` its create fails');
  const refused = await fail(second.up(plain));
  expect(refused.text).toContain("Project site of org_1 already exists: prj_2.");
  expect(refused.text).toContain('Declare `ifExists: "adopt"`');

  const adopting = site({
    project: { description: "second", ifExists: "adopt" },
    domains: { www: { name: "www.example.com", ifExists: "adopt" } },
  });
  const shown = await succeed(second.preview(adopting));
  expect(shown.text).toContain(
    "It is adopted, and description is changed. If another stack has it, both will change it.",
  );
  expect(writes(emulator)).toEqual([]);
  await succeed(second.up(adopting));
  expect(writes(emulator)).toEqual(["POST /v1/projects/prj_2"]);

  // The first stack sees it only in a refresh, and takes the other's deletion for one by hand.
  expect(stepsTaken(await succeed(first.preview(plain)))).toEqual([]);
  await succeed(second.destroy());
  expect(emulator.state()).toHaveLength(1);
  expect(stepsTaken(await succeed(first.preview(plain)))).toEqual([]);
  await succeed(first.refresh());
  expect(stepsTaken(await succeed(first.up(plain)))).toEqual(["create site", "create www"]);
  await succeed(first.destroy());
});

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
  // A deletion reads the list of its project once more: its row says whose the object is. On a slow machine, more often.
  expect(await requestsOf(() => stack.destroy())).toBeLessThanOrEqual(115);
  expect(emulator.state()).toHaveLength(1);
});
