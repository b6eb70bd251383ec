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
  it("is unknown, says how to go on, and gets no children; declared so, it is continued", async () => {
    await using world = await startWorld({ seed: { organizations: ["org_1"] } });
    await world.write({ "site.yaml": SITE });
    const adds = creates(world, "/v1/projects", (fields) => ({ ...fields, slug: `${String(fields["slug"])}-1` }));
    await using proxy = await startFaultProxy(world.url, adds);
    const { applied } = await world.run("apply", { baseUrl: proxy.url });
    expect(applied?.outcomes).toMatchObject([
      {
        status: "unknown",
        message: expect.stringMatching(/prj_1, which is project site-1 of org_1\..*pin it with `id: prj_1`/),
      },
      { status: "not-started" },
    ]);
    expect(world.state()).toHaveLength(1);
    world.writes();
    await world.write({ "site.yaml": SITE.replace("slug: site", "slug: site-1") });
    expect((await world.run("apply", { baseUrl: proxy.url })).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1", "POST /v1/projects/prj_1/domains"]);
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
  it("is unknown, and the message says which one to declare", async () => {
    await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    await world.write({ "site.yaml": SITE });
    const strips = creates(world, "/v1/projects/prj_1/domains", () => ({ name: "example.com" }));
    await using proxy = await startFaultProxy(world.url, strips);
    const { applied } = await world.run("apply", { baseUrl: proxy.url });
    expect(applied?.outcomes).toMatchObject([
      { kind: "project", status: "done" },
      {
        kind: "domain",
        status: "unknown",
        message: expect.stringContaining("If that is how it stores www.example.com, declare example.com."),
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
    return (report.plan?.items ?? []).map(
      ({ action, key, reason }) => `${action} ${key}${reason === undefined ? "" : `: ${reason}`}`,
    );
  }

  it.each([
    "https://www.example.com",
    "http://WWW.example.com/",
    "ftp://www.example.com/shop",
    "www.example.com:443",
    "ops@www.example.com",
  ])("that is shown as %s blocks the declared one with that name, and is never pruned", async (shown) => {
    expect((await plan(shown)).toSorted()).toEqual([
      `blocked org_1/site/www.example.com: The service shows the host name ${shown}, which may be www.example.com. ` +
        "Correct it at the service, or do not declare www.example.com.",
      "unchanged org_1/site",
      expect.stringContaining("unmanaged org_1/site/"),
    ]);
  });

  it.each(["https://example.com", "https://shop.example.com/www.example.com", "*.www.example.com"])(
    "that is shown as %s is another one",
    async (shown) => {
      expect(await plan(shown)).toEqual(
        expect.arrayContaining(["create org_1/site/www.example.com", expect.stringContaining("delete")]),
      );
    },
  );
});
