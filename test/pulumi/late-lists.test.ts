import { expect, it } from "vitest";
import { code, open, refusing, writes } from "./provider.ts";

/*
 * Two resources of one program with one key, on a service whose lists show a create a minute later and that takes an object
 * twice. Between them, another create fails, so that all lists are read again.
 */

const service = { staleListsMs: 60_000, duplicateSlugs: true, duplicateComponents: true, duplicateDomains: true };
const seed = { projects: [{ id: "prj_live", organization_id: "org_1", slug: "live" }] };
const inProject = { ...code, projectId: "prj_live" };

const rows = [
  {
    kind: "project",
    path: "/v1/projects",
    inputs: { ...code, organizationId: "org_1", slug: "site" },
    other: { ...code, organizationId: "org_1", slug: "other" },
  },
  {
    kind: "component",
    path: "/v1/projects/prj_live/components",
    inputs: { ...inProject, component: "edgee/ga4", settings: { measurement_id: "G-1" } },
    other: { ...inProject, component: "acme/consent-banner" },
  },
  {
    kind: "domain",
    path: "/v1/projects/prj_live/domains",
    inputs: { ...inProject, name: "www.example.com" },
    other: { ...inProject, name: "shop.example.com" },
  },
] as const;

it.each(rows)(
  "a $kind that is declared twice is created once, also after the create of another one failed",
  async ({ kind, path, inputs, other }) => {
    await using scene = await open({ seed, faults: { service } });
    const { emulator, [kind]: resource } = scene;
    await resource.create(inputs);
    emulator.setFaults({ service, ...refusing("POST", path, 403) });
    await expect(resource.create(other)).rejects.toThrow("403");
    emulator.setFaults({ service });
    emulator.reset();
    await expect(resource.create(inputs)).rejects.toThrow("belongs to another resource of this program");
    expect(writes(emulator)).toEqual([]);
  },
);
