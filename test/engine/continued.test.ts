import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { refusing } from "../provider/provider.ts";
import type { Reply } from "./harness/driver.ts";
import { installed, site, TOKEN, useScene } from "./harness/scene.ts";
import type { Program } from "./harness/stack.ts";
import { fail, succeed } from "./harness/succeed.ts";
import { writes } from "./harness/writes.ts";
import type { Nested } from "./programs/nested.ts";
import type { Site } from "./programs/site.ts";

/*
 * `pulumi up --continue-on-error`: after a failure the engine goes on, and deletes what the program did not declare. That is also the
 * object of a resource that got another name, and what the program declares only once it knows what failed.
 */

// One stack, which lives through all tests in their order.
const its = useScene();
const HELD = /is not deleted, because something else failed.* `aliases`/;

const project: Site["project"] = { forceDestroy: true };
const ga4 = { component: "edgee/ga4", settings: { measurement_id: "G-1" } };
const nested = (parameters: Nested): Program => ({ file: "programs/nested.ts", parameters });

/** Deletes nothing of what the program does not declare, and says why. `sent`: the writes that fail. */
async function keeps(program: Program, sent: readonly string[] = []): Promise<Reply> {
  its.emulator.reset();
  const reply = await fail(its.stack.up(program, { continueOnError: true }));
  expect(writes(its.emulator), reply.text).toEqual(sent);
  expect(reply.text).toMatch(HELD);
  return reply;
}

it("a component and a domain with other names keep their objects", async () => {
  await succeed(its.stack.up(site({ project, components: { ga: ga4 }, domains: { www: "www.example.com" } })));
  // Also with this option: no resource is replaced.
  const options = { analytics: { deleteBeforeReplace: true }, web: { deleteBeforeReplace: true } };
  const renamed = site({ project, components: { analytics: ga4 }, domains: { web: "www.example.com" }, options });
  expect((await keeps(renamed)).text).toContain("already exists: pc_1");
});

it("also if the stack gets another configuration at the same time", async () => {
  its.stack.configure({ url: its.emulator.url, token: TOKEN, through: "stack" });
  const reply = await keeps(site({ project, components: { analytics: ga4 }, domains: { web: "www.example.com" } }));
  expect(reply.text).toContain("already exists: pc_1");
  its.stack.configure({ url: its.emulator.url, token: TOKEN });
});

it("a project with another name keeps its object and what is in it, also with forceDestroy", async () => {
  const renamed: Nested["project"] = { resource: "shop", forceDestroy: true };
  const reply = await keeps(nested({ project: renamed, domains: [{ name: "www.example.com" }] }));
  expect(reply.text).toContain("already exists: prj_1");
  await succeed(its.stack.destroy());
});

const declared: Nested = { project: { forceDestroy: true }, domains: [{ name: "www.example.com" }], other: "other" };

it("what is declared only once a project is known stays, if its create, update or replacement fails", async () => {
  await succeed(its.stack.up(nested(declared)));
  its.emulator.setFaults(refusing("POST", "/v1/projects", 403));
  await keeps(nested({ ...declared, project: { organizationId: "org_2" } }), ["POST /v1/projects"]);
  its.emulator.setFaults(refusing("POST", "/v1/projects/prj_2", 403));
  const updated = await keeps(nested({ ...declared, project: { description: "new" } }), ["POST /v1/projects/prj_2"]);
  expect(updated.text).toContain("403 forbidden_error");
  its.emulator.setFaults({});
});

it("or if it is looked up, and cannot be read", async () => {
  const reply = await keeps(nested({ ...declared, project: "prj_9" }));
  expect(reply.text).toContain("There is no project prj_9");
});

it("the next update that succeeds deletes what is not declared", async () => {
  its.emulator.reset();
  await succeed(its.stack.up(nested({ project: { forceDestroy: true } })));
  expect(writes(its.emulator)).toHaveLength(2);
  await succeed(its.stack.destroy());
});

it("a project file keeps what it would prune, if its project is not found", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "kept", type: "proxy" });
  const file = async (slug: string): Promise<Program> => {
    const text = `version: 1\nproject: { organization_id: org_1, slug: ${slug}, must_exist: true }\ndomains: [www.example.com]\n`;
    await writeFile(join(installed().folder, "kept.yaml"), text);
    return { file: "programs/project-file.ts", parameters: { path: "kept.yaml", prune: ["domains"] } };
  };
  await succeed(its.stack.up(await file("kept")));
  its.emulator.reset();
  const reply = await fail(its.stack.up(await file("gone"), { continueOnError: true }));
  expect(reply.text).toContain("The project does not exist");
  expect(writes(its.emulator)).toEqual([]);
});
