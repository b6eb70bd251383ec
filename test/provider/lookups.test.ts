import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import type { Seed } from "../../emulator/start.ts";
import {
  getDomain,
  getDomainOutput,
  getProject,
  getProjectComponent,
  getProjectComponentOutput,
  getProjectOutput,
  getProjects,
  getProjectsOutput,
} from "../../provider/index.ts";
import { ask } from "../ask.ts";
import { json, startFaultServer } from "../api/fault-server.ts";
import { requests, writes } from "./provider.ts";

const NOT_FOUND = "is not found. Check its name or id, and that the token can see it.";
const SECRET = "canary-secret-0123456789";
const seed: Seed = {
  organizations: ["org_1", "org_2"],
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      type: "proxy",
      description: "Shop",
      rate_limiting: [{ rank: 1, limit: 100 }],
      forwarded_headers: [{ name: "authorization", value: SECRET }],
      external_project_url: `https://user:${SECRET}@example.com/`,
      domains: [{ name: "www.example.com", dns_status: true }],
      components: [
        {
          component_slug: "edgee/meta-capi",
          component_version: "2.0.1",
          settings: { pixel_id: "px-1", access_token: SECRET },
        },
      ],
    },
    { organization_id: "org_1", slug: "docs", type: "mcp" },
    { organization_id: "org_2", slug: "site", type: "proxy" },
  ],
};

let emulator: OpenEmulator;
beforeEach(async () => {
  emulator = await openEmulator({ seed });
  configure(emulator);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

function configure({ url, token }: { readonly url: string; readonly token: string }): void {
  vi.stubEnv("PROJECTSYNC_BASE_URL", url);
  vi.stubEnv("PROJECTSYNC_TOKEN", token);
}

async function valueOf<T>(output: pulumi.Output<T>): Promise<pulumi.Unwrap<T>> {
  return new Promise((resolve) => void pulumi.output(output).apply(resolve));
}

async function failureOf(lookUp: Promise<unknown>): Promise<string> {
  const failure: unknown = await lookUp.then(
    () => "no failure",
    (error: unknown) => error,
  );
  // Pulumi shows only the message of such an error.
  expect(pulumi.RunError.isInstance(failure), String(failure)).toBe(true);
  return failure instanceof Error ? failure.message : "";
}

describe("getProject", () => {
  it("finds a project by its id, and by its organization and slug", async () => {
    const byId = await getProject({ id: "prj_1" });
    expect(byId).toMatchObject({
      id: "prj_1",
      organizationId: "org_1",
      slug: "site",
      description: "Shop",
      forceHttps: true,
      rateLimiting: [{ rank: 1, limit: 100 }],
    });
    emulator.reset();
    expect(await getProject({ organizationId: "org_1", slug: "site" })).toEqual(byId);
    expect(requests(emulator)).toEqual(["GET /v1/projects", "GET /v1/projects/prj_1"]);
    expect(await getProject({ organizationId: "org_2", slug: "site" })).toHaveProperty("id", "prj_3");
    expect(writes(emulator)).toEqual([]);
  });

  it("shows no value that may be a credential, and no field without a value", async () => {
    const project = await getProject({ id: "prj_1" });
    expect(project).not.toHaveProperty("forwardedHeaders");
    expect(project).not.toHaveProperty("externalProjectUrl");
    expect(JSON.stringify(project)).not.toContain(SECRET);
    expect(Object.values(project)).not.toContain(null);
    expect(await getProject({ id: "prj_2" })).not.toHaveProperty("description");
  });

  it("of no project is an error that says what to check", async () => {
    expect(await failureOf(getProject({ id: "prj_9" }))).toBe(`Project prj_9 ${NOT_FOUND}`);
    const byKey = getProject({ organizationId: "org_1", slug: "shop" });
    expect(await failureOf(byKey)).toBe(`Project shop of org_1 ${NOT_FOUND}`);
  });

  it("of several projects with one slug is an error with their ids", async () => {
    const twin = (id: string) => ({ id, organization_id: "org_1", slug: "site" });
    const data = [twin("prj_7"), twin("prj_8")];
    await using server = await startFaultServer((response) => json(response, 200, { data, has_more: false }));
    configure(server);
    expect(await failureOf(getProject({ organizationId: "org_1", slug: "site" }))).toBe(
      "project site of org_1 exists 2 times: prj_7, prj_8. Remove the ones that you do not want, or pin one with its `id` (Pulumi: `adoptId`).",
    );
  });

  it("without an id and without a whole key is an error, and so is an empty id", async () => {
    const remedy = "Pass either the id of a project, or its organizationId and slug.";
    expect(await failureOf(getProject({ organizationId: "org_1", slug: "" }))).toBe(remedy);
    expect(await failureOf(getProject({ id: "" }))).toBe(remedy);
    expect(requests(emulator)).toEqual([]);
  });

  it("takes Inputs and returns an Output", async () => {
    const { id } = await valueOf(getProjectOutput({ organizationId: pulumi.output("org_1"), slug: "docs" }));
    expect(id).toBe("prj_2");
    expect(await valueOf(getProjectOutput({ id: pulumi.output(id) }))).toHaveProperty("type", "mcp");
  });
});

describe("getProjects", () => {
  it("hides the token, and what is left out, in other fields too", async () => {
    await ask(emulator, "POST /v1/projects/prj_1", { description: `${emulator.token} ${SECRET}` });
    const settings = { pixel_id: `px ${SECRET}`, access_token: SECRET };
    await ask(emulator, "POST /v1/projects/prj_1/components/pc_1", { settings });
    expect(await getProject({ id: "prj_1" })).toMatchObject({ description: "(secret) (secret)" });
    expect(await getProjects({ organizationId: "org_1" })).toMatchObject([{ description: "(secret) (secret)" }, {}]);
    const component = await getProjectComponent({ projectId: "prj_1", component: "edgee/meta-capi" });
    expect(component.settings).toEqual({ pixel_id: "px (secret)" });
  });

  it("shows a name that a header repeats", async () => {
    const forwarded = [{ name: "x-site", value: "my-long-slug" }];
    await ask(emulator, "POST /v1/projects/prj_1", { slug: "my-long-slug", forwarded_headers: forwarded });
    expect(await getProject({ id: "prj_1" })).toMatchObject({ slug: "my-long-slug" });
  });

  it("lists the projects of one organization, without credentials", async () => {
    const projects = await getProjects({ organizationId: "org_1" });
    expect(projects.map(({ id, slug }) => [id, slug])).toEqual([
      ["prj_1", "site"],
      ["prj_2", "docs"],
    ]);
    expect(JSON.stringify(projects)).not.toContain(SECRET);
    expect(await valueOf(getProjectsOutput({ organizationId: pulumi.output("org_2") }))).toHaveLength(1);
  });

  it("leaves out the projects of others where the service ignores the filter", async () => {
    emulator.setHabits({ lists: { allOrganizations: true } });
    expect(await getProjects({ organizationId: "org_2" })).toHaveLength(1);
  });

  it("fails if it would not be complete", async () => {
    const data = [{ id: "prj_1", organization_id: "org_1", slug: "site" }, { slug: "no id" }];
    await using server = await startFaultServer((response) => json(response, 200, { data, has_more: false }));
    configure(server);
    expect(await failureOf(getProjects({ organizationId: "org_1" }))).toContain("item 2 of the list");
  });
});

describe("getProjectComponent", () => {
  const args = { projectId: "prj_1", component: "edgee/meta-capi" };

  it("finds a component of a project, without its secrets", async () => {
    const found = { ...args, id: "prj_1/pc_1", version: "2.0.1", active: true, settings: { pixel_id: "px-1" } };
    expect(await getProjectComponent(args)).toEqual(found);
    expect(await valueOf(getProjectComponentOutput({ ...args, projectId: pulumi.output("prj_1") }))).toEqual(found);
    expect(writes(emulator)).toEqual([]);
  });

  it("tells a missing component from a missing project", async () => {
    const other = getProjectComponent({ ...args, component: "edgee/ga4" });
    expect(await failureOf(other)).toBe(`Component edgee/ga4 in project prj_1 ${NOT_FOUND}`);
    const elsewhere = getProjectComponent({ ...args, projectId: "prj_9" });
    expect(await failureOf(elsewhere)).toBe(`Project prj_9 ${NOT_FOUND}`);
  });
});

describe("getDomain", () => {
  it("finds a domain by any spelling of its name", async () => {
    const args = { projectId: "prj_1", name: "www.example.com" };
    const found = { ...args, id: "prj_1/www.example.com", dnsStatus: true, sslStatus: false };
    expect(await getDomain({ ...args, name: "WWW.example.com." })).toEqual(found);
    expect(await valueOf(getDomainOutput({ ...args, projectId: pulumi.output("prj_1") }))).toEqual(found);
  });

  it.each([
    ["prj_2", "www.example.com", `Domain www.example.com in project prj_2 ${NOT_FOUND}`],
    ["prj_9", "www.example.com", `Project prj_9 ${NOT_FOUND}`],
    ["prj_1", "https://example.com/", '"https://example.com/" is a URL; write only the host name: example.com.'],
  ])("tells a missing domain, a missing project and no host name apart: %s/%s", async (projectId, name, message) => {
    expect(await failureOf(getDomain({ projectId, name }))).toBe(message);
  });
});

it("a service that refuses the token is an error without the token", async () => {
  configure({ ...emulator, token: "wrong-canary-0123456789" });
  const message = await failureOf(getProject({ id: "prj_1" }));
  expect(message).toContain("Check the access token, or create a new one.");
  expect(message).not.toContain("wrong-canary");
});

it("a service that is not configured is an error that says what to set", async () => {
  vi.stubEnv("PROJECTSYNC_BASE_URL", "");
  expect(await failureOf(getProjects({ organizationId: "org_1" }))).toContain("Set PROJECTSYNC_BASE_URL");
});

it("a live project whose slug no file could declare is looked up by it", async () => {
  const live = { id: "prj_7", organization_id: "org_1", slug: "my site", type: "proxy" };
  // The same answer serves the list and the project.
  await using server = await startFaultServer((response) =>
    json(response, 200, { ...live, data: [live], has_more: false }),
  );
  configure(server);
  expect(await getProject({ organizationId: "org_1", slug: "my site" })).toMatchObject({
    id: "prj_7",
    slug: "my site",
  });
});
