import { afterEach, expect, it, vi } from "vitest";
import { runtime } from "@pulumi/pulumi";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import { getCatalogueComponent, getDomain, getProject, getProjects } from "../../provider/index.ts";
import { ask } from "../ask.ts";
import {
  code,
  open,
  providerOf,
  requests,
  stackConfig,
  writes,
  type Provider,
  type Scene,
  UPDATE,
  seed,
} from "./provider.ts";
import { forgetConnections } from "../../provider/account.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  runtime.setAllConfig({});
});

const project = { organizationId: "org_1", slug: "site", ...code };

/** Configures the default account for the scene's service, and the profile `staging` for another one. */
async function withStaging(scene: Scene, staging: { url: string; token: string }): Promise<Provider> {
  const { url, token } = scene.emulator;
  const provider = providerOf("project");
  const config = { baseUrl: url, token, stagingBaseUrl: staging.url, stagingToken: staging.token };
  await provider.configure({ config: stackConfig(config) });
  return provider;
}

function start(): Promise<OpenEmulator> {
  return openEmulator({ seed: { organizations: ["org_1"] } });
}

it("a resource uses the account of its profile from its check to its deletion", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  await using staging = await start();
  const provider = await withStaging(scene, staging);
  const inputs = { ...project, profile: "staging" };
  await expect(provider.check({}, inputs)).resolves.toMatchObject({ failures: [] });
  const { id, outs } = await provider.create(inputs);
  expect(outs).toMatchObject({ profile: "staging", origin: staging.url });
  expect(JSON.stringify(outs)).not.toContain(staging.token);
  await expect(provider.diff(id, { ...code, ...outs }, inputs)).resolves.toEqual({ changes: false });
  const { props, inputs: read } = await provider.read(id, outs);
  expect([props, read]).toMatchObject([{ profile: "staging" }, { profile: "staging" }]);
  await provider.update(id, outs, { ...inputs, cookieless: true });
  forgetConnections();
  const next = await withStaging(scene, staging);
  await next.delete(id, outs);
  expect(writes(staging)).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1", "DELETE /v1/projects/prj_1"]);
  expect(requests(scene.emulator)).toEqual([]);
});

it("a lookup keeps its profile in the state, so that a refresh finds it", async () => {
  await using scene = await open();
  await using staging = await openEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "theirs" }] } });
  const provider = await withStaging(scene, staging);
  const { props } = await provider.read("prj_1", { profile: "staging" });
  expect(props).toMatchObject({ slug: "theirs", profile: "staging" });
  await expect(provider.read("prj_1", props)).resolves.toMatchObject({ id: "prj_1", props });
  expect(requests(scene.emulator)).toEqual([]);
});

it("another profile of the same service is recorded without a write", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  const provider = await withStaging(scene, scene.emulator);
  const { id, outs } = await provider.create(project);
  scene.emulator.reset();
  const inputs = { ...project, profile: "staging" };
  await expect(provider.diff(id, outs, inputs)).resolves.toEqual(UPDATE);
  await expect(provider.update(id, outs, inputs)).resolves.toMatchObject({ outs: { profile: "staging" } });
  expect(writes(scene.emulator)).toEqual([]);
});

it("what a resource of one account has, a resource of another account neither adopts nor deletes", async () => {
  const token = "token-of-staging";
  await using scene = await open({ seed: { organizations: ["org_1"], tokens: [{ token, organizations: ["org_1"] }] } });
  const provider = await withStaging(scene, { url: `${scene.emulator.url}/`, token });
  const { id, outs } = await provider.create(project);
  const other = { ...project, profile: "staging", ifExists: "adopt" };
  await expect(provider.create(other)).rejects.toThrow("belongs to another resource of this program: prj_1.");
  await provider.delete(id, { ...outs, profile: "staging" });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects"]);
});

it("a profile that is not configured is one error that names its variables and keys", async () => {
  await using scene = await open();
  const { failures } = await scene.project.check({}, { ...project, profile: "eu_west" });
  expect(failures).toEqual([
    {
      property: "",
      reason:
        "The address of profile eu_west is not set. Set PROJECTSYNC_EU_WEST_BASE_URL, or run `pulumi config set " +
        "projectsync:eu_westBaseUrl`. The access token of profile eu_west is not set. Set PROJECTSYNC_EU_WEST_TOKEN, or run " +
        "`pulumi config set --secret projectsync:eu_westToken`.",
    },
  ]);
  expect(requests(scene.emulator)).toEqual([]);
});

it.each(["Staging", "a b", "../x", ""])("the name %j of a profile is refused", async (profile) => {
  await using scene = await open();
  const created = scene.project.create({ ...project, profile });
  await expect(created).rejects.toThrow("must be lower-case letters, digits and _");
});

it("a program can use profiles without a default account", async () => {
  await using staging = await start();
  const provider = providerOf("project");
  await provider.configure({ config: stackConfig({ stagingBaseUrl: staging.url, stagingToken: staging.token }) });
  await expect(provider.create({ ...project, profile: "staging" })).resolves.toMatchObject({ id: "prj_1" });
  await expect(provider.create(project)).rejects.toThrow(/The address of the service is not set\./);
});

it("each lookup of the program asks the service of its profile", async () => {
  await using staging = await openEmulator({ seed });
  await ask(staging, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
  vi.stubEnv("PROJECTSYNC_STAGING_BASE_URL", staging.url);
  runtime.setConfig("projectsync:stagingToken", staging.token);
  const profile = "staging";
  const args = { projectId: "prj_1", name: "www.example.com", profile };
  const component = "edgee/ga4";
  await expect(getCatalogueComponent({ component, profile })).resolves.toMatchObject({ component });
  await expect(getProject({ id: "prj_1", profile })).resolves.toMatchObject({ slug: "site" });
  await expect(getProjects({ organizationId: "org_1", profile })).resolves.toMatchObject([{ slug: "site" }]);
  await expect(getDomain(args)).resolves.toMatchObject({ id: "prj_1/www.example.com" });
});

it.each(["another host", "another path"])(
  "the stack's token never goes to %s that only the environment names",
  async (other) => {
    await using scene = await open({ seed: { organizations: ["org_1"] } });
    await using staging = await start();
    // A pipeline passes a secret that is not set as an empty text.
    vi.stubEnv("PROJECTSYNC_BASE_URL", other === "another host" ? staging.url : `${scene.emulator.url}/team`);
    vi.stubEnv("PROJECTSYNC_TOKEN", "");
    const provider = await withStaging(scene, staging);
    const { failures } = await provider.check({}, project);
    expect(failures?.map(({ reason }) => reason)).toEqual([
      "PROJECTSYNC_BASE_URL leads to another service than projectsync:baseUrl, so projectsync:token is not sent there. " +
        "Set PROJECTSYNC_TOKEN, or unset PROJECTSYNC_BASE_URL.",
    ]);
    expect([...staging.requests(), ...scene.emulator.requests()]).toEqual([]);
  },
);

it("an address that is none is called so, whatever the stack's address is", async () => {
  await using scene = await open();
  vi.stubEnv("PROJECTSYNC_BASE_URL", "api.example.com");
  const { failures } = await (await withStaging(scene, scene.emulator)).check({}, project);
  expect(failures?.map(({ reason }) => reason)).toEqual([
    'PROJECTSYNC_BASE_URL "api.example.com" lacks https://. Write https://api.example.com.',
  ]);
});
