import { execFile } from "node:child_process";
import { cp, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { repository } from "./harness/repository.ts";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { site, useInstallation } from "./harness/scene.ts";
import { openStack } from "./harness/stack.ts";
import { providersIn } from "./harness/providers-in.ts";
import { stepsTaken } from "./harness/steps-taken.ts";

const run = promisify(execFile);

const installation = useInstallation();

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
])(
  "the program in examples/$example compiles, comes up, stays as it is, and goes",
  async ({ example, flags, resources }) => {
    const folder = join(installation().folder, example);
    await cp(join(repository, "examples", example), folder, { recursive: true });
    const { stdout: files } = await run("tsc", ["-p", folder, "--listFiles", ...flags]);
    const typed = files.split("\n").filter((file) => /node_modules\/(?:projectsync|zod)\//.test(file));
    expect(typed.length).toBeGreaterThan(5);
    // TypeScript 5 refuses the types of zod without `esModuleInterop`, which the template does not set.
    expect(typed.filter((file) => file.includes("node_modules/zod/"))).toEqual([]);
    const program = { file: `${example}/bin/index.js`, config };

    await using emulator = await startEmulator();
    await using stack = await openStack(installation(), emulator);
    const up = await stack.up(program);
    expect(up.failed, up.text).toBe(false);
    expect(up.outputs).toMatchObject({ projectId: { value: "prj_1" } });
    expect(stepsTaken(up)).toHaveLength(resources);
    expect(await stack.state()).not.toContain("canary-secret");

    emulator.reset();
    expect(stepsTaken(await stack.preview(program))).toEqual([]);
    expect(writes(emulator)).toEqual([]);

    const destroy = await stack.destroy();
    expect(destroy.failed, destroy.text).toBe(false);
    expect(await ask(emulator, "GET /v1/projects")).toHaveProperty("data", []);
  },
);

// The last test: it takes the installed package away.
it("a linked package works, with its stubs written out in the state, and a missing one is asked for", async () => {
  const installed = join(installation().folder, "node_modules/projectsync");
  const checkout = join(installation().folder, "checkout");
  await rename(installed, checkout);
  await symlink(checkout, installed);

  await using emulator = await startEmulator();
  await using stack = await openStack(installation(), emulator);
  const program = site({ domains: { www: "www.example.com", shop: "shop.example.com" } });
  const up = await stack.up(program);
  expect(up.failed, up.text).toBe(false);
  const state = await stack.state();
  expect(state).toContain('import(\\"projectsync/runtime\\")');
  expect(new Set(providersIn(state)).size).toBe(2);
  for (const provider of providersIn(state)) expect(provider.length).toBeLessThan(2500);
  expect(stepsTaken(await stack.preview(program))).toEqual([]);

  await rm(installed);
  const without = await stack.refresh();
  expect(without.failed).toBe(true);
  expect(without.text).toContain("Add projectsync to this program's dependencies.");
});
