import { execFile } from "node:child_process";
import { cp, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { repository } from "./harness/repository.ts";
import { writes } from "./harness/writes.ts";
import { install } from "./harness/install.ts";
import { installed, site } from "./harness/scene.ts";
import { openStack } from "./harness/stack.ts";
import { providersIn } from "./harness/providers-in.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { fail, succeed } from "./harness/succeed.ts";

const run = promisify(execFile);

const config = {
  "program:organizationId": { value: "org_1" },
  "program:measurementId": { value: "G-1" },
  "program:pixelId": { value: "px-1" },
  "program:conversionsToken": { value: "canary-secret-0123456789", secret: true },
};

it.each([
  // The template of `pulumi new typescript` says "node", which TypeScript 6 still knows but calls deprecated.
  { example: "pulumi-typescript", flags: ["--ignoreDeprecations", "6.0"], resources: 5 },
  { example: "pulumi-esm", flags: [], resources: 3 },
])("the program in examples/$example compiles, comes up, and stays as it is", async ({ example, flags, resources }) => {
  const folder = join(installed().folder, example);
  await cp(join(repository, "examples", example), folder, { recursive: true });
  const { stdout: files } = await run("tsc", ["-p", folder, "--listFiles", ...flags]);
  const typed = files.split("\n").filter((file) => /node_modules\/(?:projectsync|zod)\//.test(file));
  expect(typed.length).toBeGreaterThan(5);
  // TypeScript 5 refuses the types of zod without `esModuleInterop`, which the template does not set.
  expect(typed.filter((file) => file.includes("node_modules/zod/"))).toEqual([]);
  const program = { file: `${example}/bin/index.js`, config };

  await using emulator = await startEmulator();
  await using stack = await openStack(installed(), emulator);
  const up = await succeed(stack.up(program));
  expect(up.outputs).toMatchObject({ projectId: "prj_1" });
  expect(stepsTaken(up)).toHaveLength(resources);
  expect(await stack.state()).not.toContain("canary-secret");

  emulator.reset();
  expect(stepsTaken(await stack.preview(program))).toEqual([]);
  expect(writes(emulator)).toEqual([]);
});

it("a linked package works, with its stubs written out in the state, and a missing one is asked for", async () => {
  // This scene has an installation for itself, because it removes the installed package.
  await using installation = await install(installed().tarball);
  const modules = join(installation.folder, "node_modules/projectsync");
  const checkout = join(installation.folder, "checkout");
  await rename(modules, checkout);
  await symlink(checkout, modules);

  await using emulator = await startEmulator();
  await using stack = await openStack(installation, emulator);
  const program = site({ domains: { www: "www.example.com", shop: "shop.example.com" } });
  await succeed(stack.up(program));
  const state = await stack.state();
  expect(state).toContain('import(\\"projectsync/runtime\\")');
  expect(new Set(providersIn(state)).size).toBe(2);
  for (const provider of providersIn(state)) expect(provider.length).toBeLessThan(2500);
  expect(stepsTaken(await stack.preview(program))).toEqual([]);

  await rm(modules);
  const without = await fail(stack.refresh());
  expect(without.text).toContain("Add projectsync to this program's dependencies.");
});
