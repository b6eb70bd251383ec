import { beforeAll, describe, expect, test } from "vitest";
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

  test("leaves both in the state", async () => {
    await its.stack.up(before);
    its.emulator.setFaults(deletions);
    expect((await its.stack.up(after)).failed).toBe(true);
    its.emulator.setFaults({});
    expect(await its.stack.state()).toContain('"delete":true');
  });

  test("is taken back with the old objects, which the deletion that is left does not take", async () => {
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

  test("is taken back, with its host name", async () => {
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

  test("goes when what was not declared in it is gone", async () => {
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

  test("exchange what they have, and nothing is detached", async () => {
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

describe("two projects", () => {
  const its = useScene();
  const urn = "urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:Domain::here";
  const names = (here: string, there: string | undefined, options: Site["options"] = {}) =>
    site({
      domains: { here, ...(there === undefined ? {} : { there: { name: there, projectId: "prj_1" } }) },
      options,
    });

  beforeAll(async () => {
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
  });

  test("do not get a host name of each other before it is given up", async () => {
    await its.stack.up(names(WWW, undefined));
    const program = names(SHOP, WWW);
    const refused = await its.stack.up(program);
    expect(refused.failed).toBe(true);
    expect(refused.text).toContain("run `pulumi up --target` for it first");
    expect((await its.stack.up(program, { targets: [urn] })).failed).toBe(false);
    const reply = await its.stack.up(program);
    expect(reply.failed, reply.text).toBe(false);
    expect(stepsTaken(await its.stack.preview(program))).toEqual([]);
  });

  test("exchange their host names with deleteBeforeReplace", async () => {
    expect((await its.stack.up(names(WWW, SHOP))).text).toContain("declare `deleteBeforeReplace: true` for both");
    const first = { deleteBeforeReplace: true };
    const exchanged = names(WWW, SHOP, { here: first, there: first });
    // Which of the two the engine deletes first is not said: one may be created before the other is deleted, and is refused.
    await its.stack.up(exchanged);
    const reply = await its.stack.up(exchanged);
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toMatchObject([{ domains: [{ name: SHOP }] }, { domains: [{ name: WWW }] }]);
  });
});

describe("another id to adopt", () => {
  const its = useScene();
  const pinned = (project?: string, component?: string) =>
    site({
      project: project === undefined ? {} : { adoptId: project },
      components: { it: { ...meta, ...(component === undefined ? {} : { adoptId: component }) } },
      domains: { www: WWW },
    });

  test("that does not exist costs nothing", async () => {
    await its.stack.up(pinned());
    its.emulator.reset();
    expect((await its.stack.up(pinned(undefined, "pc_7"))).text).toContain("There is no component pc_7 to adopt");
    expect((await its.stack.up(pinned("prj_7"))).text).toContain("There is no project prj_7 to adopt");
    expect(writes(its.emulator)).toEqual([]);
  });

  test("brings the declared objects into that project, and then deletes the old one", async () => {
    its.emulator.setFaults({ service: { duplicateSlugs: true } });
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    const reply = await its.stack.up(pinned("prj_2"));
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toMatchObject([
      { project: { id: "prj_2", slug: "site" }, components: [{}], domains: [{ name: WWW }] },
    ]);
    expect(stepsTaken(await its.stack.preview(pinned("prj_2")))).toEqual([]);
  });

  test("is refused where the service does not take the slug twice, and the old one stays", async () => {
    its.emulator.setFaults({});
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    its.emulator.reset();
    const reply = await its.stack.up(pinned("prj_3"));
    expect(reply.failed).toBe(true);
    expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_3"]);
    expect(its.emulator.state()).toMatchObject([{ domains: [{ name: WWW }] }, { project: { slug: "other" } }]);
  });
});

describe("a service that shows for a moment what is gone", () => {
  const its = useScene();
  const urn = "urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:Domain::www";
  const program = (www: string, options: Site["options"] = {}) => site({ domains: domains(www), options });

  test("does not give a host name back that it has not released, and the one in its place stays", async () => {
    its.emulator.setProfile("late");
    await its.stack.up(program(WWW));
    await its.stack.up(program(SHOP));
    const reply = await its.stack.up(program(WWW));
    expect(reply.text).toContain("is not released yet");
    expect(its.emulator.state()).toMatchObject([{ domains: [{ name: SHOP }] }]);
  });

  test("attaches a host name again that the same update has detached", async () => {
    const options = { www: { deleteBeforeReplace: true } };
    const reply = await its.stack.up(program(SHOP, options), { replace: [urn] });
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toMatchObject([{ domains: [{ name: SHOP }] }]);
  });
});
