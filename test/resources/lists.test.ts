import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { joinedLists, rememberedLists } from "../../provider/resources/lists.ts";
import { caught, connect, lines } from "../api/connect.ts";
import { json, refuse, startFaultServer } from "../api/fault-server.ts";

const seed = {
  projects: ["a", "b"].map((slug) => ({ organization_id: "org_1", slug, domains: [{ name: `${slug}.example.com` }] })),
};

describe.each([
  ["remembered", rememberedLists],
  ["joined", joinedLists],
])("%s lists", (_what, make) => {
  it("are read once for all concurrent callers, each by its key", async () => {
    await using emulator = await startEmulator({ seed });
    const lists = make(connect(emulator));
    const [first, again] = await Promise.all([
      lists.domains("prj_1"),
      lists.domains("prj_1"),
      lists.domains("prj_2"),
      lists.projects("org_1"),
      lists.projects("org_1"),
      lists.components("prj_1"),
      lists.catalogue("edgee/ga4"),
      lists.catalogue("edgee/ga4"),
    ]);
    expect(first).toMatchObject([{ name: "a.example.com" }]);
    expect(again).toBe(first);
    expect(lines(emulator.requests()).toSorted()).toEqual([
      "GET /v1/components/edgee/ga4",
      "GET /v1/projects",
      "GET /v1/projects/prj_1/components",
      "GET /v1/projects/prj_1/domains",
      "GET /v1/projects/prj_2/domains",
    ]);
  });

  it("of projects are those of one organization", async () => {
    const projects = ["org_1", "org_2"].map((organization_id) => ({ organization_id, slug: "site" }));
    await using emulator = await startEmulator({ seed: { projects } });
    const lists = make(connect(emulator));
    expect((await lists.projects("org_2")).records).toMatchObject([{ organization_id: "org_2" }]);
    expect((await lists.projects("org_1")).records).toMatchObject([{ organization_id: "org_1" }]);
  });

  it("that fail, fail for all callers", async () => {
    await using server = await startFaultServer((response) => refuse(response, 403, "forbidden_error"));
    const lists = make(connect(server));
    const errors = await Promise.all([caught(lists.domains("prj_1")), caught(lists.domains("prj_1"))]);
    expect(errors).toMatchObject([{ status: 403 }, { status: 403 }]);
    expect(server.received).toHaveLength(1);
  });
});

it("remembered lists are one view: they do not show later writes", async () => {
  await using emulator = await startEmulator({ seed });
  const client = connect(emulator);
  const lists = rememberedLists(client);
  const before = await lists.domains("prj_1");
  await client.domains.detach("prj_1", "a.example.com");
  expect(await lists.domains("prj_1")).toBe(before);
});

describe("joined lists", () => {
  it("are read again for a later caller", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const lists = joinedLists(client);
    expect(await lists.domains("prj_1")).toHaveLength(1);
    await client.domains.detach("prj_1", "a.example.com");
    expect(await lists.domains("prj_1")).toEqual([]);
  });

  it("are never older than the call, because the caller may have written meanwhile; such callers share the next read", async () => {
    const held = Promise.withResolvers<() => void>();
    let names = ["old.example.com"];
    await using server = await startFaultServer((response, _request, attempt) => {
      const data = names.map((name) => ({ name }));
      if (attempt === 1) held.resolve(() => json(response, 200, { data }));
      else json(response, 200, { data });
    });
    const lists = joinedLists(connect(server));
    const first = lists.domains("prj_1");
    const answerFirst = await held.promise;
    names = ["new.example.com"];
    const later = [lists.domains("prj_1")];
    await setImmediate();
    later.push(lists.domains("prj_1"));
    answerFirst();
    expect(await first).toMatchObject([{ name: "old.example.com" }]);
    expect(await Promise.all(later)).toMatchObject([[{ name: "new.example.com" }], [{ name: "new.example.com" }]]);
    expect(server.received).toHaveLength(2);
  });

  it("are read again after a failure", async () => {
    await using server = await startFaultServer((response, _request, attempt) =>
      attempt === 1 ? refuse(response, 403, "forbidden_error") : json(response, 200, { data: [] }),
    );
    const lists = joinedLists(connect(server));
    const failed = caught(lists.domains("prj_1"));
    expect(await failed).toMatchObject({ status: 403 });
    expect(await lists.domains("prj_1")).toEqual([]);
  });
});
