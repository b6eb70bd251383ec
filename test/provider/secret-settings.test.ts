import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/start.ts";
import { withSecretsMarked } from "../../provider/secret-arguments.ts";
import type { ProjectComponentArgs } from "../../provider/index.ts";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
  vi.stubEnv("PROJECTSYNC_BASE_URL", emulator.url);
  vi.stubEnv("PROJECTSYNC_TOKEN", emulator.token);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

const args: ProjectComponentArgs = {
  projectId: "prj_1",
  component: "edgee/meta-capi",
  settings: { pixel_id: "px-1", access_token: "secret" },
};

/** Names of the settings that leave the program as secrets. `all` if they are one secret as a whole. */
async function secretsOf(change: Partial<ProjectComponentArgs>): Promise<string[] | "all"> {
  const settings = withSecretsMarked({ ...args, ...change });
  if (pulumi.Output.isInstance(settings)) return (await pulumi.isSecret(settings)) ? "all" : [];
  const secret: string[] = [];
  for (const [name, value] of Object.entries((await settings) ?? {})) {
    if (pulumi.Output.isInstance(value) && (await pulumi.isSecret(value))) secret.push(name);
  }
  return secret;
}

it("settings that the catalogue calls secret are marked, others are not", async () => {
  expect(await secretsOf({})).toEqual(["access_token"]);
  expect(await secretsOf({ version: "latest" })).toEqual(["access_token"]);
});

it("settings that the program marks stay marked", async () => {
  expect(await secretsOf({ settings: { pixel_id: pulumi.secret("px-1") } })).toEqual(["pixel_id"]);
});

it.each<[string, Partial<ProjectComponentArgs>]>([
  ["a setting that the catalogue does not name", { settings: { pixel_id: "px-1", unheard_of: "x" } }],
  ["a version that it does not name", { version: "9.9.9", settings: { unheard_of: "x" } }],
  ["a component that it does not name", { component: "edgee/nothing", settings: { unheard_of: "x" } }],
  ["a version that is not known yet", { version: pulumi.output("2.0.1"), settings: { unheard_of: "x" } }],
])("%s may be a secret", async (_what, change) => {
  expect(await secretsOf(change)).toEqual(["unheard_of"]);
});

it("settings whose names or component are not known yet are one secret", async () => {
  expect(await secretsOf({ settings: pulumi.output({ pixel_id: "px-1" }) })).toBe("all");
  expect(await secretsOf({ settings: Promise.resolve({ pixel_id: "px-1" }) })).toBe("all");
  expect(await secretsOf({ component: pulumi.output("edgee/meta-capi") })).toBe("all");
});

it("without a service, all settings are secrets", async () => {
  await emulator.close();
  vi.stubEnv("PROJECTSYNC_BASE_URL", "");
  expect(await secretsOf({})).toEqual(["pixel_id", "access_token"]);
});

it("the values are the declared ones, without those that are undefined", async () => {
  const settings = withSecretsMarked({
    ...args,
    settings: { pixel_id: "px-1", access_token: "secret", region: undefined },
  });
  expect(Object.keys((await settings) ?? {})).toEqual(["pixel_id", "access_token"]);
  const value = await new Promise((resolve) => pulumi.output(settings).apply(resolve));
  expect(value).toEqual({ pixel_id: "px-1", access_token: "secret" });
});
