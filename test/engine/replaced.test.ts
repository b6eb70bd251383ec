import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";

/* Pulumi deletes what was replaced at the end of an update, or of a later one. */

useInstallation();

const adopt = "adopt" as const;
const WWW = "www.example.com";
const SHOP = "shop.example.com";
const domains = (www: string) => ({ www: { name: www, ifExists: adopt } });
const ga4 = { component: "edgee/ga4", settings: { measurement_id: "G-1" }, ifExists: adopt };
const meta = { component: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "x" }, ifExists: adopt };
const deletions = { faults: [{ method: "DELETE", times: "always", fault: { kind: "answer", status: 400 } }] } as const;

describe("a replacement whose old objects could not be deleted", () => {
  const its = useScene();
  const before = site({ components: { it: ga4 }, domains: domains(WWW) });
  const after = site({ components: { it: meta }, domains: domains(SHOP) });

  it("leaves both in the state", async () => {
    await its.stack.up(before);
    its.emulator.setFaults(deletions);
    expect((await its.stack.up(after)).failed).toBe(true);
    its.emulator.setFaults({});
    expect(await its.stack.state()).toContain('"delete":true');
  });

  it("is taken back with the old objects, which the deletion that is left does not take", async () => {
    const reply = await its.stack.up(before);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator).toSorted()).toEqual([
      "DELETE /v1/projects/prj_1/components/pc_2",
      `DELETE /v1/projects/prj_1/domains/${SHOP}`,
    ]);
    expect(stepsTaken(await its.stack.preview(before))).toEqual([]);
  });
});

describe("a project that was replaced, and could not be deleted", () => {
  const its = useScene();
  const inOrganization = (organizationId: string, more: Site["project"] = {}) =>
    site({ project: { organizationId, ifExists: adopt, ...more }, components: { it: ga4 }, domains: domains(WWW) });

  it("is taken back, with its host name", async () => {
    await its.stack.up(inOrganization("org_1"));
    its.emulator.setFaults({ faults: [{ ...deletions.faults[0], path: "/v1/projects/prj_1" }] });
    expect((await its.stack.up(inOrganization("org_2"))).failed).toBe(true);
    its.emulator.setFaults({});
    const reply = await its.stack.up(inOrganization("org_1"));
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toMatchObject([
      { project: { id: "prj_1" }, components: [{ component_slug: "edgee/ga4" }], domains: [{ name: WWW }] },
    ]);
    expect(stepsTaken(await its.stack.preview(inOrganization("org_1")))).toEqual([]);
  });

  it("goes when what was not declared in it is gone", async () => {
    await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "by-hand.example.com" });
    const refused = await its.stack.up(inOrganization("org_2"));
    expect(refused.failed).toBe(true);
    expect(refused.text).toContain("it holds by-hand.example.com");
    expect(refused.text).toContain("Where a new project has replaced it, that has no effect.");
    expect((await its.stack.up(inOrganization("org_2", { forceDestroy: true }))).failed).toBe(true);
    await ask(its.emulator, "DELETE /v1/projects/prj_1/domains/by-hand.example.com");
    expect((await its.stack.up(inOrganization("org_2"))).failed).toBe(false);
    expect(its.emulator.state()).toMatchObject([{ project: { organization_id: "org_2" }, domains: [{ name: WWW }] }]);
  });
});

describe("two resources of one project", () => {
  const its = useScene();

  it("exchange what they have, and nothing is detached", async () => {
    const names = (one: string, two: string) => ({
      one: { name: one, ifExists: adopt },
      two: { name: two, ifExists: adopt },
    });
    await its.stack.up(site({ components: { one: ga4, two: meta }, domains: names(WWW, SHOP) }));
    its.emulator.reset();
    const program = site({ components: { one: meta, two: ga4 }, domains: names(SHOP, WWW) });
    const reply = await its.stack.up(program);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator).filter((write) => write.includes("domains") || write.startsWith("DELETE"))).toEqual([]);
    expect(stepsTaken(await its.stack.preview(program))).toEqual([]);
  });
});
