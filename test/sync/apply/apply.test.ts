import { describe, expect, it } from "vitest";
import { changesOf, itemOf, startWith } from "../world.ts";

const SITE = `
version: 1
project:
  organization_id: org_1
  slug: site
  description: Marketing
  force_https: false
  blocked_ips: ["203.0.113.7"]
components:
  edgee/ga4:
    version: "1.1.0"
    settings:
      measurement_id: G-1
domains:
  - www.example.com
  - Bücher.example.com
`;

describe("apply", () => {
  it("creates what is declared, and a second apply writes nothing", async () => {
    await using world = await startWith({ "site.yaml": SITE });
    const first = await world.run("apply");
    expect(first.result).toBe("applied");
    expect(changesOf(first)).toEqual([
      "create project org_1/site",
      "create component org_1/site/edgee/ga4",
      "create domain org_1/site/www.example.com",
      "create domain org_1/site/xn--bcher-kva.example.com",
    ]);
    expect(world.writes().toSorted()).toEqual([
      "POST /v1/projects",
      "POST /v1/projects/prj_1",
      "POST /v1/projects/prj_1/components",
      "POST /v1/projects/prj_1/domains",
      "POST /v1/projects/prj_1/domains",
    ]);
    const second = await world.run("apply");
    expect(second.result).toBe("no-changes");
    expect(second.applied?.outcomes).toEqual([]);
    expect(world.writes()).toEqual([]);
  });

  it("corrects exactly what was changed by hand", async () => {
    await using world = await startWith({ "site.yaml": SITE });
    await world.run("apply");
    await world.ask("POST", "/v1/projects/prj_1", { force_https: true, cookieless: true });
    await world.ask("DELETE", "/v1/projects/prj_1/domains/www.example.com");
    world.writes();

    const drift = await world.run("drift");
    expect(drift.result).toBe("drift");
    expect(changesOf(drift)).toEqual(["update project org_1/site", "create domain org_1/site/www.example.com"]);
    expect(world.writes()).toEqual([]);

    expect((await world.run("apply")).result).toBe("applied");
    const update = world.requests().find(({ method, path }) => method === "POST" && path === "/v1/projects/prj_1");
    expect(update?.body).toEqual({ id: expect.any(String), force_https: false });
    expect(world.writes().toSorted()).toEqual(["POST /v1/projects/prj_1", "POST /v1/projects/prj_1/domains"]);
    expect((await world.run("drift")).result).toBe("no-changes");
  });
});

describe("versions", () => {
  it("resolves latest, and reports an outdated component", async () => {
    await using world = await startWith({ "site.yaml": SITE });
    await world.run("apply");
    await world.write({ "site.yaml": SITE.replace('"1.1.0"', "latest") });
    const item = itemOf(await world.run("plan"), "org_1/site/edgee/ga4");
    expect(item.action).toBe("update");
    expect(item.changes).toEqual([{ path: "version", from: "1.1.0", to: "1.2.0" }]);
    expect(item.notes).toEqual(["outdated: 1.1.0 is live, the latest is 1.2.0."]);
    await world.run("apply");
    world.writes();
    expect((await world.run("apply")).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });
});
