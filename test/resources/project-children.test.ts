import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { childrenOf } from "../../provider/resources/project-children.ts";
import { caught, connect, lines } from "../api/connect.ts";
import { virtualClock } from "../virtual-clock.ts";
import { html, json, refuse, startFaultServer } from "../api/fault-server.ts";

const site = {
  organization_id: "org_1",
  slug: "site",
  components: [{ component_slug: "edgee/ga4" }, { component_slug: "edgee/meta-capi" }],
  domains: [{ name: "www.example.com" }, { name: "shop.example.com" }],
};

describe("what a project holds", () => {
  it("is all its components and domains, by their names and from all pages", async () => {
    await using emulator = await startEmulator({ seed: { projects: [site] }, pageSize: 1 });
    const found = await childrenOf(connect(emulator), "prj_1");
    expect(found.map(({ name }) => name).toSorted()).toEqual([
      "edgee/ga4",
      "edgee/meta-capi",
      "shop.example.com",
      "www.example.com",
    ]);
  });

  it("is nothing if both lists are empty", async () => {
    await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    expect(await childrenOf(connect(emulator), "prj_1")).toEqual([]);
    expect(lines(emulator.requests()).toSorted()).toEqual([
      "GET /v1/projects/prj_1/components",
      "GET /v1/projects/prj_1/domains",
    ]);
  });

  it("has a component under its id if its record has no slug", async () => {
    const data = [{ id: "pc_1", component_slug: null }, { id: "pc_2" }];
    await using server = await startFaultServer((response, { path }) => {
      const one = data.find(({ id }) => path.endsWith(`/${id}`));
      json(response, 200, one ?? { data: path.endsWith("/components") ? data : [] });
    });
    expect(await childrenOf(connect(server), "prj_1")).toEqual([
      { id: "pc_1", name: "pc_1" },
      { id: "pc_2", name: "pc_2" },
    ]);
  });

  it("is what exists, whatever lagging lists show", async () => {
    const clock = virtualClock();
    await using emulator = await startEmulator({
      seed: { projects: [site] },
      clock: clock.service,
      faults: { service: { staleListsMs: 5_000 } },
    });
    const client = connect(emulator);
    await client.domains.detach("prj_1", "shop.example.com");
    await client.components.delete("prj_1", "pc_1");
    await client.domains.attach("prj_1", "new.example.com");
    const found = await childrenOf(client, "prj_1", { unlisted: ["new.example.com", "shop.example.com"] });
    expect(found.map(({ name }) => name).toSorted()).toEqual(["edgee/meta-capi", "new.example.com", "www.example.com"]);
    clock[Symbol.dispose]();
  });

  it("is read by id only if it is not expected", async () => {
    await using emulator = await startEmulator({ seed: { projects: [site] } });
    const expected = new Set(["pc_1", "www.example.com"]);
    const found = await childrenOf(connect(emulator), "prj_1", { expected });
    expect(found.map(({ name }) => name)).toEqual(["edgee/meta-capi", "shop.example.com"]);
    expect(lines(emulator.requests()).toSorted()).toEqual([
      "GET /v1/projects/prj_1/components",
      "GET /v1/projects/prj_1/components/pc_2",
      "GET /v1/projects/prj_1/domains",
      "GET /v1/projects/prj_1/domains/shop.example.com",
    ]);
  });

  it("is nothing if the service says that the project is gone", async () => {
    await using emulator = await startEmulator();
    expect(await childrenOf(connect(emulator), "prj_1")).toEqual([]);
  });

  it("is not known if one list is not found while the project is there", async () => {
    await using server = await startFaultServer((response, { path }) => {
      if (path.endsWith("/domains")) refuse(response, 404, "not_found_error");
      else if (path.endsWith("/components")) json(response, 200, { data: [{ id: "pc_1" }], has_more: false });
      else json(response, 200, { id: path.split("/").at(-1) });
    });
    expect(await caught(childrenOf(connect(server), "prj_1"))).toMatchObject({ status: 404 });
  });

  it.each([
    ["403", 403, "forbidden_error"],
    ["a proxy's 404", 404, undefined],
  ])("is not known with %s", async (_what, status, type) => {
    await using server = await startFaultServer((response) =>
      type === undefined ? html(response, status) : refuse(response, status, type),
    );
    expect(await caught(childrenOf(connect(server), "prj_1"))).toMatchObject({ status });
  });
});
