import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ProjectFile, type ProjectFileArgs } from "../../provider/index.ts";
import type { Properties } from "./provider.ts";

/** What the program registered, by kind and name. */
let registered: Map<string, Properties>;
let folder: string;

beforeEach(async () => {
  // The files read variables, as on a developer's machine.
  vi.stubEnv("CI", "");
  registered = new Map();
  folder = await mkdtemp(join(tmpdir(), "projectsync-pulumi-"));
  await pulumi.runtime.setMocks(
    {
      newResource: async ({ type, name, inputs, id }) => {
        const { __provider: _, ...rest }: Properties = inputs;
        const lookup = id === undefined || id === "" ? {} : { lookup: id };
        registered.set(`${type.split(":").at(-1)} ${name}`, { ...rest, ...lookup });
        return { id: `id of ${name}`, state: inputs };
      },
      call: async () => ({}),
    },
    "program",
    "test",
    false,
  );
});

afterEach(async () => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
  await rm(folder, { recursive: true, force: true });
});

async function declare(text: string, args: Omit<ProjectFileArgs, "path"> = {}): Promise<ProjectFile> {
  const path = join(folder, "site.yaml");
  await writeFile(path, text);
  return new ProjectFile("site", { path, ...args });
}

/** The outputs, once every resource is registered. */
async function outputsOf({ projectId, slug, componentIds, domainNames }: ProjectFile): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  pulumi.output([projectId, slug, componentIds, domainNames]).apply(([projectId, slug, componentIds, domainNames]) => {
    resolve({ projectId, slug, componentIds, domainNames });
  });
  return promise;
}

const secret = (value: unknown): unknown => expect.objectContaining({ value });

describe("a project file in a program", () => {
  it("is a project, components and domains with Pulumi's names, and what it writes as secret is one", async () => {
    vi.stubEnv("SHOP_PASSWORD", "a-long-secret");
    vi.stubEnv("SHOP_HOST", "Shop.Example.com");
    const site = await declare(`version: 1
project:
  organization_id: org_1
  slug: site
  id: prj_9
  previous_slug: old
  description: { secret: SHOP_PASSWORD }
  force_https: null
  rate_limiting: [{ rank: 1, limit: 5, block_duration: 30 }]
  extra: { new_field: { snake_case: 1 } }
components:
  edgee/ga4: { id: pc_9, version: latest, settings: null }
  edgee/meta-capi:
    active: false
    extra: { token: { secret: SHOP_PASSWORD } }
  edgee/gone: { absent: true }
domains: [{ env: SHOP_HOST }, { name: gone.example.com, absent: true }]
`);
    expect(await outputsOf(site)).toEqual({
      projectId: "id of site",
      slug: "site",
      componentIds: { "edgee/ga4": "id of site/edgee/ga4", "edgee/meta-capi": "id of site/edgee/meta-capi" },
      domainNames: ["shop.example.com"],
    });
    const common = { projectId: "id of site", ifExists: "adopt" };
    expect(Object.fromEntries(registered)).toEqual({
      "ProjectFile site": {},
      "Project site": {
        organizationId: "org_1",
        slug: "site",
        adoptId: "prj_9",
        previousSlug: "old",
        description: secret("a-long-secret"),
        forceHttps: null,
        rateLimiting: [{ rank: 1, limit: 5, blockDuration: 30 }],
        extra: { new_field: { snake_case: 1 } },
        ifExists: "adopt",
        __secretInputs: ["description"],
      },
      "ProjectComponent site/edgee/ga4": {
        ...common,
        component: "edgee/ga4",
        adoptId: "pc_9",
        version: "latest",
        settings: null,
      },
      "ProjectComponent site/edgee/meta-capi": {
        ...common,
        component: "edgee/meta-capi",
        active: false,
        extra: secret({ token: "a-long-secret" }),
        __secretInputs: ["extra"],
      },
      "Domain site/shop.example.com": { ...common, name: "shop.example.com" },
    });
  });

  it("has the values that variables hold in place of booleans, numbers and lists", async () => {
    vi.stubEnv("FLAG", "false");
    vi.stubEnv("SECONDS", "30");
    vi.stubEnv("OFFICES", "203.0.113.7,203.0.113.8");
    const site = await declare(`version: 1
project:
  organization_id: org_1
  slug: site
  force_https: { env: FLAG, type: boolean }
  trusted_ips: { env: OFFICES, type: list }
  rate_limiting: [{ rank: 1, limit: 5, block_duration: { env: SECONDS, type: number } }]
  protect: { env: FLAG, type: boolean }
components:
  edgee/ga4: { settings: { debug: { env: FLAG, type: boolean }, list: { env: OFFICES, type: list } } }
`);
    await outputsOf(site);
    const inputs = Object.fromEntries(registered);
    expect(inputs["Project site"]).toMatchObject({
      forceHttps: false,
      trustedIps: ["203.0.113.7", "203.0.113.8"],
      rateLimiting: [{ rank: 1, limit: 5, blockDuration: 30 }],
    });
    expect(inputs["ProjectComponent site/edgee/ga4"]).toMatchObject({
      settings: secret({ debug: false, list: ["203.0.113.7", "203.0.113.8"] }),
    });
  });

  it("marks each field that repeats a secret of the file, whatever writes it there", async () => {
    vi.stubEnv("SHOP_PASSWORD", "a-long-secret");
    vi.stubEnv("OTHER", "https://shop.example.com/?key=a-long-secret");
    const site = await declare(`version: 1
project:
  organization_id: org_1
  slug: site
  description: { env: OTHER }
  cookie_name: a-long-secret
components:
  edgee/ga4: { settings: { measurement_id: { secret: SHOP_PASSWORD } } }
`);
    await outputsOf(site);
    const { description, cookieName } = Object.fromEntries(registered)["Project site"] ?? {};
    expect([description, cookieName].map((value) => value !== undefined && typeof value === "object")).toEqual([
      true,
      true,
    ]);
  });

  it("declares nothing for an absent project", async () => {
    const site = await declare("version: 1\nproject: { organization_id: org_1, slug: site, absent: true }\n");
    expect(await outputsOf(site)).toEqual({ projectId: undefined, slug: undefined, componentIds: {}, domainNames: [] });
    expect([...registered.keys()]).toEqual(["ProjectFile site"]);
  });

  const mustExist = "version: 1\nproject: { organization_id: org_1, slug: site, must_exist: true }\n";

  it("only looks up a project that must exist", async () => {
    await using staging = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    vi.stubEnv("PROJECTSYNC_STAGING_BASE_URL", staging.url);
    vi.stubEnv("PROJECTSYNC_STAGING_TOKEN", staging.token);
    await outputsOf(await declare(mustExist, { profile: "staging" }));
    expect(registered.get("Project site")).toEqual({ lookup: "prj_1", profile: "staging" });
  });

  it("reports a project that must exist and is not found, and looks up its key", async () => {
    const error = vi.spyOn(pulumi.log, "error").mockResolvedValue();
    await outputsOf(await declare(mustExist, { profile: "staging" }));
    expect(registered.get("Project site")).toEqual({ lookup: "org_1/site", profile: "staging" });
    expect(error.mock.calls[0]?.[0]).toMatch(/site\.yaml:2:1: .*PROJECTSYNC_STAGING_BASE_URL/);
    error.mockRestore();
  });

  it("does not delete a project with what its file ignores", async () => {
    const text =
      'version: 1\nproject: { organization_id: org_1, slug: site }\nignore: { domains: ["pr-*.example.com"] }\n';
    await outputsOf(await declare(text, { prune: ["all"] }));
    expect(registered.get("Project site")).not.toHaveProperty("forceDestroy");
  });

  it("may delete a project with everything in it only with prune all", async () => {
    await outputsOf(await declare("version: 1\nproject: { organization_id: org_1, slug: site }\n", { prune: ["all"] }));
    expect(registered.get("Project site")).toMatchObject({ forceDestroy: true });
  });
});

describe("a project file that cannot be used", () => {
  const head = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";

  it("is one error with each problem and its position", async () => {
    await expect(declare(`${head}  force_htps: true\ndomains: [https://x]\n`)).rejects.toThrow(
      /site\.yaml:5:3: error: project\.force_htps: unknown field; did you mean force_https\?\n.*site\.yaml:6:11: error: domains\[0\]\.name/,
    );
    expect(registered.size).toBe(0);
  });

  it("starts no command of a runner, and sets no colour", async () => {
    const declared = declare(`${head}  type: "##vso[x]<{%fg 1%}>"\n`);
    await expect(declared).rejects.toThrow("## vso[x]< {%fg 1%}>");
    expect(() => new ProjectFile("site", { path: join(folder, "##vso[x].yaml") })).toThrow("## vso[x]");
  });

  it("says that it is missing, or no file", () => {
    expect(() => new ProjectFile("site", { path: join(folder, "none.yaml") })).toThrow(
      /^error: File not found: .*none\.yaml/,
    );
    expect(() => new ProjectFile("site", { path: folder })).toThrow(/not a regular file/);
  });

  it("requires its variables, in a preview too", async () => {
    vi.stubEnv("SHOP_HOST", "");
    await expect(declare(`${head}domains: [{ env: SHOP_HOST }]\n`)).rejects.toThrow(
      "environment variable SHOP_HOST is empty; set a value",
    );
  });

  it.each(["environment", "stack"])("cannot read the token of the %s under another name", async (place) => {
    const token = "token-0123456789";
    if (place === "stack") pulumi.runtime.setConfig("projectsync:token", token);
    else vi.stubEnv("PROJECTSYNC_TOKEN", token);
    vi.stubEnv("SHOP_NAME", `Bearer ${token}`);
    await expect(declare(`${head}  description: { env: SHOP_NAME }\n`)).rejects.toThrow(
      "environment variable SHOP_NAME holds the token of this run",
    );
  });

  it("that repeats a token of the environment does not show it in its problems", async () => {
    vi.stubEnv("PROJECTSYNC_STAGING_TOKEN", "token-0123456789");
    await expect(declare(`${head}  type: token-0123456789\n`)).rejects.toThrow(/got "?\(secret\)/);
  });

  it("cannot read the stack's token of another profile: it would go to this profile's service", async () => {
    pulumi.runtime.setConfig("projectsync:stagingToken", "token-0123456789");
    vi.stubEnv("STAGING_TOKEN", "token-0123456789");
    await expect(declare(`${head}  description: { secret: STAGING_TOKEN }\n`)).rejects.toThrow(
      "environment variable STAGING_TOKEN holds the token of this run",
    );
  });

  it("reads only the variables that the program allows", async () => {
    vi.stubEnv("SHOP_NAME", "Shop");
    vi.stubEnv("SHOP_HOST", "shop.example.com");
    const text = `${head}  description: { env: SHOP_NAME }\ndomains: [{ env: SHOP_HOST }]\n`;
    await expect(declare(text, { allowEnv: ["SHOP_HOST"] })).rejects.toThrow(
      "allowEnv does not list SHOP_NAME, so project files cannot read it",
    );
    await declare(text, { allowEnv: ["SHOP_*"] });
    await expect(declare(text, { allowEnv: ["*"] })).rejects.toThrow(
      "allowEnv must list names of environment variables",
    );
  });

  it("reads none in CI unless the program allows it", async () => {
    vi.stubEnv("CI", "true");
    vi.stubEnv("SHOP_NAME", "Shop");
    const text = `${head}  description: { env: SHOP_NAME }\n`;
    await expect(declare(text)).rejects.toThrow("allowEnv does not list SHOP_NAME, so project files cannot read it");
    await declare(text, { allowEnv: ["SHOP_NAME"] });
  });
});
