import { describe, expect, it } from "vitest";
import { positionsOf } from "../../core/file/loaded-file.ts";
import { component, good, PROJECT } from "./load.ts";

/* What a whole file declares is in formats.test.ts. */

describe("a project file", () => {
  it("does not manage an absent section, and manages an empty one", () => {
    expect(good(PROJECT).components).toBeUndefined();
    expect(good(PROJECT).domains).toBeUndefined();
    const empty = good(`${PROJECT}components: {}\ndomains: []\n`);
    expect([empty.components, empty.domains]).toEqual([[], []]);
  });

  it("takes globs of what to ignore", () => {
    expect(good(`${PROJECT}ignore: { domains: ["pr-*.preview.example.com", b.example.com] }\n`).ignore).toEqual({
      domains: ["pr-*.preview.example.com", "b.example.com"],
    });
    expect(good(PROJECT).ignore).toEqual({});
    expect(good(`${PROJECT}ignore: { domains: ["*.𠮷野.example.com", 💩.example.com] }\n`).ignore.domains).toHaveLength(
      2,
    );
  });

  it("declares only the key of an absent object, and needs no variables for its other fields", () => {
    const lines = "  edgee/ga4: { absent: true, version: '1', id: pc_1, settings: { token: { secret: UNSET } } }\n";
    const file = good(`${component(lines)}domains:\n  - { name: Old.example.com, absent: true }\n`);
    expect(file.components).toMatchObject([{ declared: { component: "edgee/ga4" }, absent: true, id: "pc_1" }]);
    expect(file.components?.[0]?.declared).toEqual({ component: "edgee/ga4" });
    expect(file.domains).toMatchObject([{ declared: { name: "old.example.com" }, absent: true }]);
    expect(file.missingVariables).toEqual([]);
    const gone = good(`${PROJECT}  absent: true\n  cookie_name: { env: UNSET }\n`);
    expect(gone.project).toMatchObject({ absent: true, declared: { organization_id: "org_1", slug: "site" } });
    expect(Object.keys(gone.project.declared)).toEqual(["organization_id", "slug"]);
  });

  it("needs no variable in an absent object, even where empty text is invalid", () => {
    const version = "  edgee/ga4: { absent: true, version: { env: UNSET } }\n";
    expect(good(component(version)).components).toMatchObject([{ declared: { component: "edgee/ga4" }, absent: true }]);
    const fields = "  log_severity: { env: UNSET }\n  forwarded_headers: [{ name: { env: UNSET }, value: a }]\n";
    expect(good(`${PROJECT}  absent: true\n${fields}`).missingVariables).toEqual([]);
  });

  it("has the position of each value, and of the nearest key for a missing value", () => {
    const domains = "domains:\n  - a.example.com\n  - name: b.example.com\n";
    const file = good(`${component("  edgee/ga4:\n    settings:\n      a: 1\n")}${domains}`);
    const objects = [file.project, ...(file.components ?? []), ...(file.domains ?? [])];
    expect(objects.map(({ position }) => position)).toEqual(
      [
        [2, 1],
        [6, 3],
        [10, 5],
        [11, 5],
      ].map(([line, column]) => ({ file: "f.yaml", line, column })),
    );
    const place = (path: string): string => {
      const { line, column } = positionsOf(file, path).key;
      return `${line}:${column}`;
    };
    expect(place("project.slug")).toBe("4:3");
    expect(place("components.edgee/ga4.settings.a")).toBe("8:7");
    expect(place("components.edgee/ga4.settings.b")).toBe("7:5");
    expect(place("components.edgee/ga4.version")).toBe("6:3");
    expect(place("project.trusted_ips[3]")).toBe("2:1");
    expect(place("constructor")).toBe("1:1");
  });

  it("is read with a byte order mark, with CRLF and as JSON", () => {
    const expected = good(PROJECT);
    expect(good(`\uFEFF${PROJECT}`)).toEqual(expected);
    expect(good(Buffer.from(`\uFEFF${PROJECT}`))).toEqual(expected);
    expect(good(PROJECT.replaceAll("\n", "\r\n"))).toEqual(expected);
    const json = { $schema: "./s.json", version: 1, project: { organization_id: "org_1", slug: "site" } };
    expect(good(JSON.stringify(json, undefined, "\t")).project.declared).toEqual(expected.project.declared);
    expect(good(`---\n${PROJECT}...\n`).project.declared).toEqual(expected.project.declared);
  });

  it("reads text as YAML 1.2 does: yes, on, dates and 12:30 are text", () => {
    const lines = "  a/b: { settings: { a: yes, b: on, c: 2024-01-01, d: 12:30, e: 1_000, f: 0b1, constructor: x } }\n";
    expect(good(component(lines)).components?.[0]?.declared.settings).toEqual({
      a: "yes",
      b: "on",
      c: "2024-01-01",
      d: "12:30",
      e: "1_000",
      f: "0b1",
      constructor: "x",
    });
  });

  it("accepts text that looks like refused syntax", () => {
    const text = `${PROJECT}  description: |\n    *a &b !c\n    %d\n    "e\n  cookie_name: a\n    *b !c "d\n  extra: { "<<": 'x' }\n`;
    expect(good(text).project.declared).toMatchObject({
      description: '*a &b !c\n%d\n"e\n',
      cookie_name: 'a *b !c "d',
      extra: { "<<": "x" },
    });
  });
});
