import { describe, expect, it } from "vitest";
import type { Rule } from "../../emulator/start.ts";
import { code, open, writes, type Properties, type Provider, type Scene } from "./provider.ts";

/*
 * Two resources of one program with one key, on a service whose lists show a create a minute later and that takes an object
 * twice. Between them, another create fails, so that all lists are read again.
 */

const service = { staleListsMs: 60_000, duplicateSlugs: true, duplicateComponents: true, duplicateDomains: true };
const seed = { projects: [{ id: "prj_live", organization_id: "org_1", slug: "live" }] };
const inProject = { ...code, projectId: "prj_live" };

interface Row {
  readonly kind: string;
  readonly provider: (scene: Scene) => Provider;
  readonly path: string;
  readonly inputs: Properties;
  readonly other: Properties;
}

const rows: readonly Row[] = [
  {
    kind: "project",
    provider: ({ project }) => project,
    path: "/v1/projects",
    inputs: { ...code, organizationId: "org_1", slug: "site" },
    other: { ...code, organizationId: "org_1", slug: "other" },
  },
  {
    kind: "component",
    provider: ({ component }) => component,
    path: "/v1/projects/prj_live/components",
    inputs: { ...inProject, component: "edgee/ga4", settings: { measurement_id: "G-1" } },
    other: { ...inProject, component: "acme/consent-banner" },
  },
  {
    kind: "domain",
    provider: ({ domain }) => domain,
    path: "/v1/projects/prj_live/domains",
    inputs: { ...inProject, name: "www.example.com" },
    other: { ...inProject, name: "shop.example.com" },
  },
];

describe.each(rows)("a $kind that is declared twice", ({ provider, path, inputs, other }) => {
  it("is created once, also after the create of another one failed", async () => {
    await using scene = await open({ seed, faults: { service } });
    const { emulator } = scene;
    const resource = provider(scene);
    await resource.create(inputs);

    const body = { error: { type: "forbidden_error", message: "so it is" } };
    const refused: Rule = { method: "POST", path, fault: { kind: "answer", status: 403, body } };
    emulator.setFaults({ service, faults: [refused] });
    await expect(resource.create(other)).rejects.toThrow("403");
    emulator.setFaults({ service });

    emulator.reset();
    await expect(resource.create(inputs)).rejects.toThrow("belongs to another resource of this program");
    expect(writes(emulator)).toEqual([]);
  });
});
