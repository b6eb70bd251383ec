import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { Environment } from "../../core/file/file-environment.ts";
import { loadFile } from "../../core/file/load-file.ts";
import { fileText, type FileData } from "../../core/file/write-file.ts";
import { escaped } from "./load.ts";
import { fittingFile } from "./generated-files.ts";

const PROJECT = { organization_id: "org_1", slug: "site" };

/** The loaded file, or the paths of its problems, without positions. */
function loaded(text: string, environment: Environment = {}): unknown {
  const { file, problems } = loadFile("f.yaml", text, { environment, missingVariables: "error" });
  const content = file ?? problems.map(({ path }) => path).toSorted();
  return JSON.parse(
    JSON.stringify(content, (name, value: unknown) => (name.startsWith("position") ? undefined : value)),
  );
}

function asJson(data: object): string {
  return escaped(JSON.stringify({ version: 1, ...data }));
}

const fileData = z.custom<FileData>((data) => typeof data === "object");

/** The content of a file, and the variables that it refers to. Its fields may contradict each other. */
const contents = fittingFile.map(({ data, environment }) => ({ data: fileData.parse(data), environment }));

describe("a project file", () => {
  it("is the same after it is loaded, written and loaded again", () => {
    fc.assert(
      fc.property(contents, ({ data, environment }) => {
        const text = fileText(data);
        expect(loaded(text, environment)).toEqual(loaded(asJson(data), environment));
        expect(fileText(data)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it("means the same in YAML 1.1 and YAML 1.2, and has no invisible characters", () => {
    fc.assert(
      fc.property(contents, ({ data }) => {
        const text = fileText(data);
        expect(parse(text, { version: "1.1", merge: false })).toEqual(parse(text, { version: "1.2" }));
        // oxlint-disable-next-line no-control-regex -- it searches for control characters
        expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFEFF]/);
      }),
      { numRuns: 100 },
    );
  });

  /** Texts that YAML would read as something else, or not at all, without quotes. */
  const quoted = [
    ...`012 1.10 203.0.113.7 12:30:45 2026-01-01 1e3 0x1F .inf yes Off n TRUE null ~ = << a: --- %TAG {a} *a &a !a`.split(
      " ",
    ),
    "",
    " a",
    "a ",
    " \n",
    "a: b",
    "a #b",
    "- a",
    "`a`",
    "a\tb",
    "a\r\nb",
    "Größe ☃",
  ].map((text) => [text, JSON.stringify(text)] as const);

  it.each<readonly [text: string, written: string]>([
    ...quoted,
    ["\ud800", String.raw`"\ud800"`],
    ["\u007f\u0085\u2028\u202e\ufeff", String.raw`"\u007f\u0085\u2028\u202e\ufeff"`],
    ["Marketing site", "Marketing site"],
    ["Größe", "Größe"],
    ["https://example.com/a?b=c", "https://example.com/a?b=c"],
  ])("writes the text %j as %s", (text, written) => {
    const file = fileText({ project: { ...PROJECT, description: text } });
    expect(file).toContain(`\n  description: ${written}\n`);
    expect(parse(file)).toMatchObject({ project: { description: text } });
  });

  it("writes text of several lines as a block", () => {
    const text = fileText({ project: { ...PROJECT, description: "First: one\n\n  # two\nthree\n" } });
    expect(text).toContain("  description: |\n    First: one\n\n      # two\n    three\n");
    for (const odd of ["a\n\n", "\na", " a\nb", "a \nb", "a\n \nb", "a\n\tb\r\nc", "a\n", "\n", "a\nb\n\n\n"]) {
      expect(parse(fileText({ project: { ...PROJECT, description: odd } }))).toMatchObject({
        project: { description: odd },
      });
    }
  });

  it("begins with the schema and the comments, each on one line", () => {
    const text = fileText(
      { project: PROJECT },
      { schema: "../my schema\n.json", comments: ["one\ntwo: three\u2028four", ""] },
    );
    expect(text).toBe(
      "# yaml-language-server: $schema=../my%20schema%0A.json\n# one two: three four\n#\n" +
        "version: 1\n\nproject:\n  organization_id: org_1\n  slug: site\n",
    );
  });

  it("has its fields in the order of the schema, references on one line and empty maps and lists as such", () => {
    const text = fileText({
      domains: ["b.example.com", { protect: true, name: { env: "HOST" } }],
      components: {
        "acme/empty": {},
        "edgee/ga4": { settings: { token: { secret: "TOKEN" }, list: [], map: {} }, version: "1.10" },
      },
      project: { force_https: false, type: "mcp", slug: "site", organization_id: "org_1", rate_limiting: null },
    });
    expect(text).toBe(`# yaml-language-server: $schema=./schema/projectsync.schema.json
version: 1

project:
  organization_id: org_1
  slug: site
  type: mcp
  force_https: false
  rate_limiting: null

components:
  acme/empty: {}
  edgee/ga4:
    version: "1.10"
    settings:
      token: { secret: TOKEN }
      list: []
      map: {}

domains:
  - b.example.com
  - name: { env: HOST }
    protect: true
`);
  });

  it("accepts keys of any kind and length", () => {
    const settings = { "": 1, "<<": 2, "1": 3, yes: 4, "a b: c": 5, "\n": 6, ["k".repeat(2000)]: [{ "-": -0 }] };
    const text = fileText({ project: PROJECT, components: { "a/b": { settings } } });
    expect(loaded(text)).toEqual(loaded(asJson({ project: PROJECT, components: { "a/b": { settings } } })));
  });
});
