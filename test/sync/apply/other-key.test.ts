import { describe, expect, it } from "vitest";
import { isObject } from "../../../provider/resources/json.ts";
import { startFaultProxy, type Faults } from "../fault-proxy.ts";
import { startWorld, type World } from "../world.ts";

/* A service that chooses another slug or host name than the one that it was sent. */

const SITE = `version: 1
project: { organization_id: org_1, slug: site, force_https: false }
domains: [www.example.com]
`;

/** Creates what is sent to `path` with other fields. */
function creates(world: World, path: string, change: (fields: Readonly<Record<string, unknown>>) => object): Faults {
  return async (call, body) => {
    if (call !== `POST ${path}`) return undefined;
    const sent: unknown = JSON.parse(body);
    return { status: 200, body: await world.ask("POST", path, isObject(sent) ? change(sent) : sent) };
  };
}

describe("a project that is created with another slug", () => {
  it("is partial, says what to declare, and gets no children; declared so, it is continued", async () => {
    await using world = await startWorld({ seed: { organizations: ["org_1"] } });
    await world.write({ "site.yaml": SITE });
    const adds = creates(world, "/v1/projects", (fields) => ({ ...fields, slug: `${String(fields["slug"])}-1` }));
    await using proxy = await startFaultProxy(world.url, adds);
    const { applied } = await world.run("apply", { baseUrl: proxy.url });
    expect(applied?.outcomes.map(({ status, message }) => `${status}: ${message}`)).toEqual([
      "partial: Project prj_1 was created with the slug site-1 instead of site. Before the next run, declare slug site-1, " +
        "or remove prj_1 and choose another slug. Otherwise the next run may create one more project.",
      "not-started: Its project was created with another slug.",
    ]);
    world.writes();
    await world.write({ "site.yaml": SITE.replace("slug: site", "slug: site-1") });
    expect((await world.run("apply", { baseUrl: proxy.url })).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1/domains"]);
  });

  it("that differs only in case is done", async () => {
    await using world = await startWorld({ seed: { organizations: ["org_1"] } });
    await world.write({ "site.yaml": SITE.replace("slug: site", "slug: Site") });
    const lowers = creates(world, "/v1/projects", (fields) => ({ ...fields, slug: "site" }));
    await using proxy = await startFaultProxy(world.url, lowers);
    expect((await world.run("apply", { baseUrl: proxy.url })).result).toBe("applied");
  });
});

describe("a domain that is attached under another host name", () => {
  it("is partial, and the message says which one to declare", async () => {
    await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    await world.write({ "site.yaml": SITE });
    const strips = creates(world, "/v1/projects/prj_1/domains", () => ({ name: "example.com" }));
    await using proxy = await startFaultProxy(world.url, strips);
    const { applied } = await world.run("apply", { baseUrl: proxy.url });
    expect(applied?.outcomes).toMatchObject([
      { kind: "project", status: "done" },
      {
        kind: "domain",
        status: "partial",
        message:
          "The service attached example.com to project prj_1 instead of www.example.com. Declare example.com, or ask the " +
          "service's owner.",
      },
    ]);
  });
});

describe("a live host name", () => {
  async function plan(shown: string): Promise<readonly string[]> {
    const domains = [{ name: "www.example.com" }];
    await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "site", domains }] } });
    await world.write({ "site.yaml": SITE.replace(", force_https: false", "") });
    await using proxy = await startFaultProxy(
      world.url,
      () => undefined,
      (call, { status, body }) => {
        const isList = call.startsWith("GET /v1/projects/prj_1/domains");
        return { status, body: isList ? { data: [{ name: shown }], has_more: false } : body };
      },
    );
    const report = await world.run("plan", { baseUrl: proxy.url, prune: ["domains"] });
    return (report.plan?.items ?? []).map(({ action, key }) => `${action} ${key}`);
  }

  it.each(["https://www.example.com", "http://WWW.example.com/", "www.example.com:443"])(
    "that is shown as %s is never created again, nor pruned",
    async (shown) => {
      expect(await plan(shown)).toEqual(["unchanged org_1/site", "unchanged org_1/site/www.example.com"]);
    },
  );

  it.each(["https://www.example.com/shop", "www.example.com:8443", "https://example.com", "ftp://www.example.com"])(
    "that is shown as %s is another one",
    async (shown) => {
      expect(await plan(shown)).toContain("create org_1/site/www.example.com");
    },
  );
});
