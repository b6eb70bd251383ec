import { describe, expect, it } from "vitest";
import { component, problemsOf, PROJECT } from "./load.ts";

const project = (line: string): string => `${PROJECT}  ${line}\n`;

describe("a file that does not fit the schema", () => {
  it.each<[text: string, expected: string]>([
    [
      PROJECT.replace("version: 1\n", ""),
      "1:1: error: version: must be the number 1; begin the file with `version: 1`",
    ],
    [PROJECT.replace("1", '"1"'), "1:10: error: version: must be the number 1; begin the file with `version: 1`"],
    [
      PROJECT.replace("1", "2"),
      "1:10: error: version: this projectsync reads only version 1, not 2; use a later projectsync",
    ],
    ["version: 1\n", "1:1: error: project: required field is missing; it must be a map"],
    [
      "version: 1\nproject:\n  organization_id: o\n",
      "2:1: error: project.slug: required field is missing; it must be text",
    ],
    [
      "version: 1\nproject:\n",
      "2:9: error: project: has no value; write its fields on the next lines, indented, or {} if it has none",
    ],
    ["version: 1\nproject: site\n", '2:10: error: project: must be a map; got "site"'],
    [project("force_htps: true"), "5:3: error: project.force_htps: unknown field; did you mean force_https?"],
    [
      `${PROJECT}  components: {}\n`,
      "5:3: error: project.components: unknown field; move it to the top level, beside project",
    ],
    [`${PROJECT}force_https: true\n`, "5:1: error: force_https: unknown field; move it under project"],
    [
      component('  a/b: { component_version: "1" }\n'),
      "6:10: error: components.a/b.component_version: unknown field; did you mean version?",
    ],
    [
      component("  a/b: { category: x }\n"),
      "6:10: error: components.a/b.category: unknown field; the service sets it, so remove it",
    ],
    [
      component("  a/b: { measurement_id: G-1 }\n"),
      "6:10: error: components.a/b.measurement_id: unknown field; if it is a setting, move it under settings; if it is a new field of the service, move it under extra",
    ],
    [
      project("extra: { protect: true }"),
      "5:12: error: project.extra.protect: not a field of the service but of the project file; move it out of extra",
    ],
    [project('"\\u200Bcache": true'), "5:3: error: project.\\u{200b}cache: unknown field; did you mean cache?"],
    [
      project("colour: 1"),
      "5:3: error: project.colour: unknown field; remove it; if it is a new field of the service, move it under extra",
    ],
    [
      "version: 1\nproject: { organization_id: o, slug: my site }\n",
      '2:38: error: project.slug: must be letters, digits and . _ ~ -, without a leading dot; got "my site"',
    ],
    [project("cookie_name: 12"), '5:16: error: project.cookie_name: must be text: write "12" with the quotes'],
    [project("description: [a]"), "5:16: error: project.description: must be text, not a list"],
    [project("cache: yes"), "5:10: error: project.cache: must be true or false: write true instead of yes"],
    [project("cache: 1"), "5:10: error: project.cache: must be true or false; got 1"],
    [
      project("log_severity: info"),
      '5:17: error: project.log_severity: must be one of DEBUG, INFO, WARNING, ERROR; got "info"',
    ],
    [
      project("type: null"),
      "5:9: error: project.type: must be one of proxy, ai_analytics, mcp, not null; write a value, or remove the line to leave it unmanaged",
    ],
    [
      project("cookie_name:"),
      "5:15: error: project.cookie_name: has no value; write null to ask for the service's default, or remove the line",
    ],
    [
      project("trusted_ips:"),
      "5:15: error: project.trusted_ips: has no value; write [] for an empty list, or remove the line",
    ],
    [
      project("rate_limiting: [{ rank: 1.5, limit: 1 }]"),
      "5:27: error: project.rate_limiting[0].rank: must be a whole number; got 1.5",
    ],
    [
      component("  ga4: {}\n"),
      '6:3: error: components.ga4: must be organization/component, as in the catalogue; got "ga4"',
    ],
    [`${PROJECT}domains: { a.example.com: {} }\n`, "5:10: error: domains: must be a list, not a map"],
    [
      component("  a/b: { version: 1.10 }\n"),
      '6:19: error: components.a/b.version: must be text: write "1.10" with the quotes',
    ],
    [
      component("  a/b: { settings: { a: 1.10 } }\n"),
      "6:25: error: components.a/b.settings.a: this number would not be kept as it is written; if it is text, put it in quotes, otherwise write it in plain digits",
    ],
    [
      component("  a/b:\n    settings:\n      a:\n"),
      '8:9: error: components.a/b.settings.a: has no value; write null, "" or another value, or remove the line',
    ],
    [
      `${PROJECT}domains:\n  - https://a.example.com\n`,
      '6:5: error: domains[0].name: "https://a.example.com" is a URL; write only the host name: a.example.com',
    ],
  ])("is refused: %j", (text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toEqual([expect.stringContaining(expected)]);
    expect(problems[0]?.startsWith(expected)).toBe(true);
  });

  it("is refused for a quoted flag", () => {
    const expected = '5:10: error: project.cache: must be true or false; got "true"';
    expect(problemsOf(project('cache: "true"'))).toEqual([expected]);
  });

  it("has all its problems reported at once, in the order of the file", () => {
    const text = `version: "1"
project:
  slug: My Site
  slug: other
  cache: yes
  blocked_ips: [203.0.113]
components:
  edgee/ga4: { versoin: "1" }
domains:
  - a.example.com
  - A.example.com
  - { secret: UNSET }
`;
    expect(problemsOf(text).map((problem) => problem.split(": ").slice(0, 3).join(": "))).toEqual([
      "1:10: error: version",
      "2:1: error: project.organization_id",
      "3:9: error: project.slug",
      "4:3: error: project.slug",
      "5:10: error: project.cache",
      "6:17: error: project.blocked_ips[0]",
      "8:16: error: components.edgee/ga4.versoin",
      "11:5: error: domains[1].name",
      "12:5: error: domains[2].name",
    ]);
  });

  it("has at most a hundred problems reported, and the number of the others", () => {
    const lines = Array.from({ length: 130 }, (_, index) => `  unknown_${index}: 1\n`).join("");
    const problems = problemsOf(PROJECT + lines);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe("105:3: error: 30 more problems from here on; fix the ones above first");
  });
});
