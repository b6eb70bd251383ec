import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";

/* Pulumi's own options, which concern any provider. */

useInstallation();

const PROJECT = "/v1/projects/prj_1";
const urnOf = (type: "Project" | "ProjectComponent" | "Domain", name: string): string =>
  `urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:${type}::${name}`;
const component = (measurement: string) => ({
  analytics: { component: "edgee/ga4", settings: { measurement_id: measurement } },
});
const WHOLE = {
  project: { description: "before" },
  components: component("G-1"),
  domains: { www: "www.example.com" },
};

describe("targets", () => {
  const its = useScene();
  const changed = site({ project: { description: "after" }, components: component("G-2") });
  const analytics = { targets: [urnOf("ProjectComponent", "analytics")] };

  test("limit an up to the resource, and the next up makes the other changes", async () => {
    await its.stack.up(site(WHOLE));
    its.emulator.reset();
    const reply = await its.stack.up(changed, analytics);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([`POST ${PROJECT}/components/pc_1`]);
    expect(stepsTaken(await its.stack.preview(changed))).toEqual(["delete www", "update site"]);
    await its.stack.up(changed);
    expect(stepsTaken(await its.stack.preview(changed))).toEqual([]);
  });

  test("limit a refresh to the resource", async () => {
    await ask(its.emulator, `POST ${PROJECT}`, { description: "by hand" });
    await ask(its.emulator, `POST ${PROJECT}/components/pc_1`, { settings: { measurement_id: "G-3" } });
    await its.stack.refresh(analytics);
    const state = await its.stack.state();
    expect(state).toContain('"measurement_id":"G-3"');
    expect(state).not.toContain("by hand");
  });

  test("limit a destroy to the resource", async () => {
    const reply = await its.stack.destroy(analytics);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([
      `DELETE ${PROJECT}/components/pc_1`,
    ]);
  });
});

describe("protect", () => {
  const its = useScene();
  const options = { site: { protect: true }, analytics: { protect: true }, www: { protect: true } };

  test("keeps each object, whether the program leaves it out or the stack is destroyed", async () => {
    await its.stack.up(site({ ...WHOLE, options }));
    its.emulator.reset();
    const removed = await its.stack.up(site({ project: WHOLE.project, options }));
    const destroyed = await its.stack.destroy();
    for (const { failed, text } of [removed, destroyed]) {
      expect(failed).toBe(true);
      expect(text).toContain("protect");
    }
    expect(writes(its.emulator)).toEqual([]);
  });

  test("is given up without a write", async () => {
    const reply = await its.stack.up(site(WHOLE));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([]);
    await its.stack.destroy();
    expect(its.emulator.state()).toEqual([]);
  });
});

describe("retainOnDelete", () => {
  const its = useScene();
  const options = {
    site: { retainOnDelete: true },
    analytics: { retainOnDelete: true },
    www: { retainOnDelete: true },
  };

  test("forgets each object without a write", async () => {
    await its.stack.up(site({ ...WHOLE, options }));
    its.emulator.reset();
    const left = await its.stack.up(site({ project: WHOLE.project, options }));
    expect(stepsTaken(left)).toEqual(["delete analytics", "delete www"]);
    expect((await its.stack.destroy()).failed).toBe(false);
    expect(writes(its.emulator)).toEqual([]);
    expect(its.emulator.state()).toMatchObject([
      {
        project: { slug: "site" },
        components: [{ component_slug: "edgee/ga4" }],
        domains: [{ name: "www.example.com" }],
      },
    ]);
  });
});

describe("a replacement", () => {
  const its = useScene();
  const withDomain = (name: string, options: Site["options"] = {}) =>
    site({ components: component("G-1"), domains: { www: name }, options });
  const withComponent = (key: string, options: Site["options"] = {}) =>
    site({
      components: { analytics: { component: key, settings: {} } },
      domains: { www: "blog.example.com" },
      options,
    });

  test("of a host name by another attaches the new one first", async () => {
    await its.stack.up(withDomain("www.example.com"));
    its.emulator.reset();
    const reply = await its.stack.up(withDomain("shop.example.com"));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([`POST ${PROJECT}/domains`, `DELETE ${PROJECT}/domains/www.example.com`]);
  });

  test("of a host name by one that the service refuses keeps the old one attached", async () => {
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_2", slug: "other", type: "proxy" });
    await ask(its.emulator, "POST /v1/projects/prj_2/domains", { name: "taken.example.com" });
    its.emulator.reset();
    const reply = await its.stack.up(withDomain("taken.example.com"));
    expect(reply.failed).toBe(true);
    expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([]);
    expect(stepsTaken(await its.stack.preview(withDomain("shop.example.com")))).toEqual([]);
  });

  test("deletes the old one first with deleteBeforeReplace", async () => {
    const reply = await its.stack.up(withDomain("blog.example.com", { www: { deleteBeforeReplace: true } }));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([`DELETE ${PROJECT}/domains/shop.example.com`, `POST ${PROJECT}/domains`]);
  });

  test("of a component by another integrates the new one first", async () => {
    const reply = await its.stack.up(withComponent("edgee/maintenance-page"));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([`POST ${PROJECT}/components`, `DELETE ${PROJECT}/components/pc_1`]);
  });

  test("that is only asked for with --replace is refused before a write, unless the old one is to go first", async () => {
    const urn = urnOf("ProjectComponent", "analytics");
    const refused = await its.stack.up(withComponent("edgee/maintenance-page"), { replace: [urn] });
    expect(refused.failed).toBe(true);
    expect(refused.text).toContain("`deleteBeforeReplace: true`");
    expect(writes(its.emulator)).toEqual([]);
    const options = { analytics: { deleteBeforeReplace: true } };
    const reply = await its.stack.up(withComponent("edgee/maintenance-page", options), { replace: [urn] });
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([`DELETE ${PROJECT}/components/pc_2`, `POST ${PROJECT}/components`]);
  });
});

describe("a saved plan of Pulumi's", () => {
  const its = useScene();
  const planFile = (): string => path.join(its.stack.backend, "plan.json");

  test("is kept to", async () => {
    const preview = await its.stack.preview(site(WHOLE), { plan: planFile() });
    expect(preview.failed, preview.text).toBe(false);
    const reply = await its.stack.up(site(WHOLE), { plan: planFile() });
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toMatchObject([{ components: [{}], domains: [{}] }]);
  });

  test("refuses another change, which is not written", async () => {
    await its.stack.preview(site({ ...WHOLE, components: component("G-2") }), { plan: planFile() });
    its.emulator.reset();
    const reply = await its.stack.up(site({ ...WHOLE, components: component("G-3") }), { plan: planFile() });
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("violates plan");
    expect(writes(its.emulator)).toEqual([]);
  });

  test("does not show a secret", async () => {
    const key = "canary-of-the-plan-0123456789";
    const secret: Site = {
      components: { meta: { component: "edgee/meta-capi", settings: { pixel_id: "1", access_token: key } } },
    };
    const preview = await its.stack.preview(site(secret), { plan: planFile() });
    expect(preview.failed, preview.text).toBe(false);
    const plan = await readFile(planFile(), "utf8");
    expect(plan).toContain("edgee/meta-capi");
    expect(plan).not.toContain(key);
  });
});
