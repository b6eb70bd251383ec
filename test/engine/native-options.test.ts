import { describe, expect, it } from "vitest";
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

  it("of a host name by one that the service refuses keeps the old one attached", async () => {
    await its.stack.up(withDomain("shop.example.com"));
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_2", slug: "other", type: "proxy" });
    await ask(its.emulator, "POST /v1/projects/prj_2/domains", { name: "taken.example.com" });
    its.emulator.reset();
    const reply = await its.stack.up(withDomain("taken.example.com"));
    expect(reply.failed).toBe(true);
    expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([]);
    expect(stepsTaken(await its.stack.preview(withDomain("shop.example.com")))).toEqual([]);
  });

  it("that is only asked for with --replace is refused before a write, unless the old one is to go first", async () => {
    const urn = urnOf("ProjectComponent", "analytics");
    await its.stack.up(withComponent("edgee/maintenance-page"));
    its.emulator.reset();
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
