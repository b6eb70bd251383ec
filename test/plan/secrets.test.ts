import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { SECRET } from "../../core/resources/hidden-value.ts";
import { always, answered, on } from "../reconcile/scene.ts";
import { itemOf, startWith, startWorld } from "../sync/world.ts";

const CANARY = "canary-secret-1b9f";
const file = (token: string): string => `version: 1
project:
  organization_id: org_1
  slug: site
  cookie_name: { secret: COOKIE }
components:
  edgee/meta-capi:
    settings:
      pixel_id: "123"
      access_token: ${token}
`;

describe("secrets", () => {
  it("are hidden if only the catalogue calls them secret", async () => {
    await using world = await startWith({ "site.yaml": file(CANARY).replace("{ secret: COOKIE }", "plain") });
    const report = await world.run("plan");
    expect(itemOf(report, "org_1/site/edgee/meta-capi").changes).toContainEqual({
      path: "settings.access_token",
      from: null,
      to: SECRET,
      written: expect.any(String),
    });
    expect(JSON.stringify(report)).not.toContain(CANARY);
  });

  it("that are not available are not compared in a plan, and stop an apply", async () => {
    const environment = { META: CANARY, COOKIE: "cookie-value" };
    await using world = await startWith({ "site.yaml": file("{ secret: META }") });
    await world.run("apply", { environment });
    world.writes();
    const report = await world.run("plan");
    expect(report.result).toBe("no-changes");
    expect(itemOf(report, "org_1/site/edgee/meta-capi").notes).toEqual([
      "settings.access_token: environment variable META is not set (skipped here; apply requires it)",
    ]);
    const apply = await world.run("apply");
    expect(apply.result).toBe("invalid");
    expect(apply.problems.map(({ line }) => line)).toEqual([5, 10]);
    expect(world.writes()).toEqual([]);
  });

  it("that the service hides behind another value's mask are noted as such", async () => {
    const settings = { pixel_id: "1", access_token: "other****" };
    const components = [{ component_slug: "edgee/meta-capi", settings }];
    const seed = { projects: [{ organization_id: "org_1", slug: "site", components }] };
    const text = file("{ secret: META }").replace("  cookie_name: { secret: COOKIE }\n", "").replace("123", "1");
    await using world = await startWith({ "site.yaml": text }, { seed });
    const report = await world.run("plan", { environment: { META: CANARY } });
    expect(itemOf(report, "org_1/site/edgee/meta-capi").notes).toEqual([
      "settings.access_token: the service does not show it, so it was not compared, and its mask shows other characters than " +
        "the declared value has; rewrite-secrets sends it.",
    ]);
  });

  it("in extra are hidden like any other, including the earlier value", async () => {
    const live = { id: "prj_1", organization_id: "org_1", slug: "site", hook: `${CANARY}-old` };
    const list = answered({ data: [live], has_more: false });
    await using world = await startWorld({ faults: { faults: [on("GET /v1/projects", list, always)] } });
    await world.write({
      "site.yaml":
        "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  extra: { hook: { secret: HOOK } }\n",
    });
    const report = await world.run("plan", { environment: { HOOK: CANARY } });
    expect(itemOf(report, "org_1/site").changes).toEqual([
      { path: "hook", from: SECRET, to: SECRET, written: expect.any(String) },
    ]);
  });

  it("are redacted under every key, as keys and as numbers, live and declared", async () => {
    const live = { organization_id: "org_1", slug: "site", description: `old ${CANARY}`, cookie_whitelist: [CANARY] };
    const fields = ["kind", "action", "status", "result", "mode", "level", "guard", "file", "files", "digest"];
    const extra = fields.map((name) => `    ${name}: { ${name}: ${CANARY}, list: [${CANARY}], ${CANARY}: 4711123456 }`);
    const text = `version: 1
project:
  organization_id: org_1
  slug: site
  cookie_name: { secret: COOKIE }
  cookie_domain: { secret: NUMBER }
  description: new
  cookie_whitelist: [a]
  extra:
    number: 4711123456
${extra.join("\n")}
`;
    await using world = await startWith({ "site.yaml": text }, { seed: { projects: [live] } });
    for (const mode of ["plan", "drift", "apply"] as const) {
      const report = await world.run(mode, { environment: { COOKIE: CANARY, NUMBER: "4711123456" } });
      expect(report.plan?.items[0]?.changes.length).toBeGreaterThan(fields.length);
      expect(inspect(report, { depth: 20 })).not.toMatch(/canary|4711123456|4_711_123_456/);
    }
  });

  it("that are ordinary words do not change the fixed words of a report", async () => {
    await using world = await startWith({ "component.yaml": file("{ secret: META }") });
    const environment = { META: "component", COOKIE: "projects" };
    const report = await world.run("plan", { environment });
    expect(report.plan?.items.map(({ kind, source }) => [kind, source?.file])).toEqual([
      ["project", "component.yaml"],
      ["component", "component.yaml"],
    ]);
  });

  it("in a URL that the service quotes, such as a password, are not in the report", async () => {
    const body = { error: { type: "forbidden_error", message: "proxy https://usr:canary-pw@h.example/ failed" } };
    const fault = { kind: "answer", status: 403, body } as const;
    await using world = await startWorld({ faults: { faults: [{ method: "POST", path: "/v1/projects", fault }] } });
    await world.write({ "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: site }\n" });
    const report = await world.run("apply");
    expect(JSON.stringify(report)).toContain("@h.example/ failed");
    expect(JSON.stringify(report)).not.toContain("canary-pw");
  });
});
