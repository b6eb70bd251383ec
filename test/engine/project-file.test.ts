import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "../../core/api/client.ts";
import type { ProjectFileArgs } from "../../provider/index.ts";
import { userAgent } from "../../core/api/user-agent.ts";
import type { Report } from "../../sync/report/report.ts";
import { run } from "../../sync/run/run.ts";
import { ask } from "../ask.ts";
import type { Emulator } from "../../emulator/start.ts";
import { installed, SECRET, useScene } from "./harness/scene.ts";
import { COMPONENTS, PROJECT } from "./harness/site-file.ts";
import type { Program } from "./harness/stack.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import { fail, succeed } from "./harness/succeed.ts";

// One stack, which lives through all tests in their order.
const its = useScene();

const environment = { META_TOKEN: SECRET };

const DOMAINS = `domains:
  - WWW.example.com
  - name: shop.example.com
    protect: true
`;

const WHOLE = `${PROJECT}${COMPONENTS}${DOMAINS}`;

/** A program with this file. */
async function file(text: string, args: Omit<ProjectFileArgs, "path"> = {}): Promise<Program> {
  await writeFile(join(installed().folder, "site.yaml"), text);
  return { file: "programs/project-file.ts", parameters: { path: "site.yaml", ...args }, environment };
}

/** What a plan of the Action and of the command line says of the file that the last program used. */
async function planOf({ url, token }: Emulator): Promise<Report["result"]> {
  const { result } = await run({
    mode: "plan",
    patterns: ["site.yaml"],
    folder: installed().folder,
    environment,
    secrets: [token],
    connect: (redaction, signal) => createClient({ baseUrl: url, token, userAgent, redaction, signal }),
  });
  return result;
}

it("a project file is declared as children, and its outputs tell their ids", async () => {
  const reply = await succeed(its.stack.up(await file(WHOLE)));
  expect(stepsTaken(reply)).toEqual([
    "create site",
    "create site",
    "create site/edgee/ga4",
    "create site/edgee/meta-capi",
    "create site/shop.example.com",
    "create site/www.example.com",
  ]);
  expect(reply.outputs).toMatchObject({
    projectId: "prj_1",
    slug: "site",
    componentIds: { "edgee/ga4": expect.stringMatching(/^prj_1\/pc_\d$/) },
    domainNames: ["www.example.com", "shop.example.com"],
  });
});

it("plans to nothing afterwards: in Pulumi, and in a sync", async () => {
  expect(stepsTaken(await its.stack.preview(await file(WHOLE)))).toEqual([]);
  expect(await planOf(its.emulator)).toBe("no-changes");
});

it("an object whose line is removed is retained", async () => {
  const reply = await succeed(its.stack.up(await file(`${PROJECT}${DOMAINS}`)));
  expect(stepsTaken(reply)).toEqual(["delete site/edgee/ga4", "delete site/edgee/meta-capi"]);
  expect(writes(its.emulator)).toEqual([]);
});

it("what it protects is not forgotten", async () => {
  const reply = await fail(its.stack.up(await file(PROJECT)));
  expect(reply.text).toMatch(/protected/);
  expect(writes(its.emulator)).toEqual([]);
});

const UNPROTECTED = DOMAINS.replace("protect: true", "protect: false");

it("all of it is retained with the stack, and adopted by the next one without a write", async () => {
  await its.stack.up(await file(`${PROJECT}${UNPROTECTED}`));
  await succeed(its.stack.destroy());
  const program = await file(WHOLE, { prune: ["components"] });
  expect(await planOf(its.emulator)).toBe("no-changes");
  await succeed(its.stack.up(program));
  expect(writes(its.emulator)).toEqual([]);
});

it("with prune, an object whose line is removed is deleted", async () => {
  await succeed(its.stack.up(await file(`${PROJECT}${UNPROTECTED}`, { prune: ["all"] })));
  expect(writes(its.emulator).toSorted()).toEqual([
    "DELETE /v1/projects/prj_1/components/pc_1",
    "DELETE /v1/projects/prj_1/components/pc_2",
  ]);
});

it("with prune all, destroy deletes the project with everything in it", async () => {
  await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "other.example.com" });
  await succeed(its.stack.destroy());
  expect(its.emulator.state()).toEqual([]);
});
