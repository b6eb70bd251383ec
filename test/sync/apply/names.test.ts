import { once } from "node:events";
import { createServer } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { isObject } from "../../../provider/resources/json.ts";
import { startWorld } from "../world.ts";

/*
 * A service that has host names and ids in its own spelling, and that knows them by no other: Unicode, capitals, wildcards,
 * trailing dots, ids with signs in them. Domain records have an id of their own.
 */

interface Service extends AsyncDisposable {
  readonly url: string;
  /** By the id of a project: its host names, as the service has them. */
  readonly attached: ReadonlyMap<string, Set<string>>;
  readonly writes: readonly string[];
}

async function startSpellingService(projects: Readonly<Record<string, readonly string[]>>): Promise<Service> {
  const attached = new Map(Object.entries(projects).map(([id, names]) => [id, new Set(names)]));
  const writes: string[] = [];
  const answer = (method: string, segments: readonly string[], body: unknown): unknown => {
    const [, , id = "", section, name = ""] = segments;
    if (section === undefined && id === "") {
      return { data: [...attached.keys()].map((each) => project(each)), has_more: false };
    }
    const names = attached.get(id);
    if (names === undefined) return undefined;
    if (section === undefined) {
      if (method === "DELETE") attached.delete(id);
      return project(id);
    }
    if (section === "components") return { data: [], has_more: false };
    if (method === "POST") {
      const added = isObject(body) ? String(body["name"]) : "";
      names.add(added);
      return domain(added);
    }
    if (name === "") return { data: [...names].map((each) => domain(each)), has_more: false };
    if (!names.has(name)) return undefined;
    if (method === "DELETE") names.delete(name);
    return domain(name);
  };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url = "/" } = request;
      const [pathname = ""] = url.split("?");
      const body = method === "POST" ? await readJson(request) : undefined;
      const segments = pathname.slice(1).split("/").map(decodeURIComponent);
      if (method !== "GET") writes.push(`${method} ${segments.slice(1).join("/")}`);
      const found = answer(method, segments, body);
      const gone = { error: { type: "not_found_error", message: "no" } };
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(found ?? gone));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    attached,
    writes,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const project = (id: string) => ({ id, organization_id: "org_1", slug: id.replace(/[^a-z0-9]/g, "-") });
const domain = (name: string) => ({ object: "domain", id: `dom_${name.length}_${name}`, name });

const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const SPELLINGS = ["bücher.example", "WWW.Example.com", "shop.example.com.", "*.example.com"];

describe("host names that the service spells in its own way", () => {
  it("are pruned by that spelling", async () => {
    await using service = await startSpellingService({ "prj:1": SPELLINGS });
    await using world = await startWorld();
    await world.write({ "a.yaml": file("prj-1", "domains: [www.example.com]\n") });
    const report = await world.run("apply", { baseUrl: service.url, prune: ["domains"] });
    expect(report.result).toBe("applied");
    expect([...(service.attached.get("prj:1") ?? [])]).toEqual(["WWW.Example.com"]);
    expect((await world.run("plan", { baseUrl: service.url })).result).toBe("no-changes");
  });

  it("are removed where the file says so", async () => {
    await using service = await startSpellingService({ "prj:1": SPELLINGS });
    await using world = await startWorld();
    const absent = "domains: [{ name: bücher.example, absent: true }, { name: www.example.com, absent: true }]\n";
    await world.write({ "a.yaml": file("prj-1", absent) });
    expect((await world.run("apply", { baseUrl: service.url })).result).toBe("applied");
    expect([...(service.attached.get("prj:1") ?? [])]).toEqual(["shop.example.com.", "*.example.com"]);
  });

  it("move by that spelling", async () => {
    await using service = await startSpellingService({ "a|b": ["bücher.example"], "abc==": [] });
    await using world = await startWorld();
    await world.write({
      "a.yaml": file("a-b", "domains: [{ name: bücher.example, absent: true }]\n"),
      "b.yaml": file("abc--", "domains: [bücher.example]\n"),
    });
    expect((await world.run("apply", { baseUrl: service.url })).result).toBe("applied");
    expect([...service.attached].map(([id, names]) => [id, [...names]])).toEqual([
      ["a|b", []],
      ["abc==", ["xn--bcher-kva.example"]],
    ]);
    expect((await world.run("plan", { baseUrl: service.url })).result).toBe("no-changes");
  });

  it("go with their project, also if domain records have an id", async () => {
    await using service = await startSpellingService({ "abc==": SPELLINGS });
    await using world = await startWorld();
    await world.write({ "a.yaml": file("abc--", "  absent: true\n") });
    const report = await world.run("apply", { baseUrl: service.url, prune: ["all"] });
    expect(report.result).toBe("applied");
    expect(service.writes).toHaveLength(5);
    expect(service.attached.size).toBe(0);
  });

  it("twice for one declared name block only that name", async () => {
    await using service = await startSpellingService({ "prj:1": ["www.example.com", "WWW.example.com"] });
    await using world = await startWorld();
    await world.write({ "a.yaml": file("prj-1", "domains: [www.example.com, new.example.com]\n") });
    const report = await world.run("apply", { baseUrl: service.url });
    expect(report.plan?.items.map(({ action, key }) => `${action} ${key}`)).toEqual([
      "unchanged org_1/prj-1",
      "create org_1/prj-1/new.example.com",
      "blocked org_1/prj-1/www.example.com",
    ]);
    expect(service.writes).toEqual(["POST projects/prj:1/domains"]);
  });
});
