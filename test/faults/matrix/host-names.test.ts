import { describe, expect, it } from "vitest";
import { converges, on, planned } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DOMAINS, file, PROJECTS, SITE, UPDATES } from "./subjects.ts";

const domains = (...names: string[]): string => file("site", `domains: ${JSON.stringify(names)}\n`);

describe("host names have one canonical ASCII form on both sides", () => {
  it.each([
    ["international", "Bücher.example", "xn--bcher-kva.example"],
    ["in capitals", "NEW.Example.COM", "new.example.com"],
    ["with a dot at the end", "new.example.com.", "new.example.com"],
    ["punycode in capitals", "XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["in wide letters", "ｎｅｗ.example.com", "new.example.com"],
  ])("%s: attached in it, and then not attached again in any other form", async (_what, written, sent) => {
    await using scene = await open();
    expect((await scene.run(domains(written))).result).toBe("applied");
    expect(scene.emulator.requests().findLast(({ method }) => method === "POST")?.body).toEqual({ name: sent });
    for (const form of [written, sent, sent.toUpperCase(), `${sent}.`]) await converges(scene, domains(form));
    const removal = file("site", `domains: [{ name: "${written}", absent: true }]\n`);
    await converges(scene, removal, { writes: [`DELETE ${DOMAINS}/${sent}`] });
  });

  it.each(["WWW.Example.com", "www.example.com."])("what the service shows as %s is as declared", async (name) => {
    const list = { kind: "answer", status: 200, body: { data: [{ name }], has_more: false } } as const;
    await using scene = await open({ faults: on("GET", DOMAINS, list, { times: "always" }) });
    const report = await scene.run(domains("www.example.com"), { prune: ["domains"] });
    expect({ result: report.result, planned: planned(report) }).toEqual({ result: "no-changes", planned: [] });
    expect(scene.writes()).toEqual([]);
  });
});

describe("what is no host name is refused in the file, before any request", () => {
  it.each([
    ["a path", "a/b.com"],
    ["a short address", "127.1"],
    ["an address", "127.0.0.1"],
    ["an empty label", "a..b"],
    ["a label of 64 characters", `${"a".repeat(64)}.com`],
    ["a port", "example.com:443"],
    ["a URL", "https://example.com"],
    ["a way up", "../prj_2/domains/x.com"],
    ["an encoded way up", "%2e%2e.com"],
    ["a single label", "localhost"],
  ])("%s", async (_what, name) => {
    await using scene = await open();
    const report = await scene.run(domains(name));
    expect(report.result).toBe("invalid");
    expect(report.problems).toMatchObject([{ file: "site.yaml", line: 5, column: 11, level: "error" }]);
    expect(scene.seen()).toEqual([]);
  });
});

describe("a way out of its place in an id or a slug is refused before any request", () => {
  const WAYS = [
    "../prj_2",
    "..",
    ".",
    "%2e%2e",
    "%2E%2E/prj_2",
    "prj_1/domains",
    "prj_1?x=1",
    "prj_1#x",
    "..\\prj_2",
    "",
  ];

  it.each(WAYS)("%j as the id of a project, as a slug, as a component, as an organization", async (way) => {
    await using scene = await open();
    const text = JSON.stringify(way);
    // In an id, a query or fragment is encoded, so it is a name that no object has.
    const ids = [
      [file("site", `  id: ${text}\n`), 5],
      [file("site", `components:\n  edgee/ga4: { id: ${text} }\n`), 6],
    ] as const;
    for (const [declared, line] of [
      ...(/[?#]/.test(way) ? [] : ids),
      [`version: 1\nproject:\n  organization_id: org_1\n  slug: ${text}\n`, 4],
      [file("site", `components:\n  ${JSON.stringify(`edgee/${way}`)}: {}\n`), 6],
      [file("site", `components:\n  ${JSON.stringify(`${way}/ga4`)}: {}\n`), 6],
    ] as const) {
      const report = await scene.run(declared);
      expect({ declared, result: report.result }).toEqual({ declared, result: "invalid" });
      expect(report.problems[0]).toMatchObject({ file: "site.yaml", line, level: "error" });
      expect(report.problems[0]?.column).toBeGreaterThan(0);
    }
    expect(scene.seen()).toEqual([]);
  });

  it.each(["../prj_2", "..", "%2e%2e", "a/b"])(
    "%j as an id in the service's list: nothing is sent for it",
    async (id) => {
      const data = [{ id, organization_id: "org_1", slug: SITE.slug }];
      const list = { kind: "answer", status: 200, body: { data, has_more: false } } as const;
      await using scene = await open({ faults: on("GET", PROJECTS, list, { times: "always" }) });
      for (const { file: declared } of [...UPDATES, ...CREATES.slice(1)]) {
        const report = await scene.run(declared);
        expect(report.result).toBe("blocked");
        expect(JSON.stringify(report)).toContain("is not valid in /v1/projects/");
      }
      // The catalogue is read together with what a project has.
      const seen = scene.seen().filter((call) => !call.startsWith("GET /v1/components/"));
      expect(new Set(seen)).toEqual(new Set([`GET ${PROJECTS}`]));
    },
  );
});
