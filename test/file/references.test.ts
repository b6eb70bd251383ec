import { describe, expect, it } from "vitest";
import { component, good, problemsOf, PROJECT } from "./load.ts";

const environment = {
  NAME: "value",
  HOST: "PR-1.example.com",
  KEY: "canary-of-a-secret",
  SAME: "canary-of-a-secret",
  EMPTY: "",
};
const tolerant = { environment, unavailable: "tolerate" } as const;

describe("a reference to a variable", () => {
  it("stands for text wherever a value may stand", () => {
    const file = good(
      `version: 1
project:
  organization_id: { env: NAME }
  slug: { env: NAME }
  cookie_name: { secret: KEY }
  cookie_whitelist: [a, { env: NAME }]
  override_cache: [{ path: { env: NAME } }]
  extra: { a: { env: NAME } }
components:
  edgee/ga4:
    version: { env: NAME }
    settings: { a: { secret: SAME }, b: [{ c: { env: NAME } }] }
domains:
  - { env: HOST }
  - name: a.example.com
`,
      { environment },
    );
    expect(file.project.declared).toEqual({
      organization_id: "value",
      slug: "value",
      cookie_name: "canary-of-a-secret",
      cookie_whitelist: ["a", "value"],
      override_cache: [{ path: "value" }],
      extra: { a: "value" },
    });
    expect(file.components?.[0]?.declared).toEqual({
      component: "edgee/ga4",
      version: "value",
      settings: { a: "canary-of-a-secret", b: [{ c: "value" }] },
    });
    expect(file.domains?.map(({ declared }) => declared.name)).toEqual(["pr-1.example.com", "a.example.com"]);
    expect(file.secretPaths).toEqual(["project.cookie_name", "components.edgee/ga4.settings.a"]);
    expect(file.secrets).toEqual(["canary-of-a-secret"]);
  });

  it("is a plain map where a map belongs, and where it is not alone", () => {
    const file = good(
      component(
        "  a/b: { settings: { env: production } }\n  a/c: { settings: { a: { env: x, b: 1 }, b: { env: [x] } } }\n",
      ),
    );
    expect(file.components?.map(({ declared }) => declared.settings)).toEqual([
      { env: "production" },
      { a: { env: "x", b: 1 }, b: { env: ["x"] } },
    ]);
  });

  it.each<[what: string, text: string, expected: string]>([
    [
      "a flag",
      `${PROJECT}  cache: { env: NAME }\n`,
      "5:10: error: project.cache: expects true or false, and a variable gives text; write the value here in place of NAME",
    ],
    [
      "a number",
      `${PROJECT}  rate_limiting: [{ rank: { env: NAME }, limit: 1 }]\n`,
      "5:27: error: project.rate_limiting[0].rank: expects a number, and a variable gives text",
    ],
    [
      "a list",
      `${PROJECT}  trusted_ips: { secret: KEY }\n`,
      "5:16: error: project.trusted_ips: expects a list, and a variable gives text",
    ],
    [
      "the version",
      "version: { env: NAME }\nproject: { organization_id: o, slug: a }\n",
      "1:10: error: version: expects the number 1",
    ],
    [
      "another choice",
      `${PROJECT}  log_severity: { env: NAME }\n`,
      "5:17: error: project.log_severity: expects one of DEBUG, INFO, WARNING, ERROR, which the variable NAME does not hold",
    ],
    [
      "a bad host name",
      `${PROJECT}domains: [{ name: { env: NAME } }]\n`,
      "5:19: error: domains[0].name: expects a host name such as www.example.com, which the variable NAME does not hold",
    ],
    [
      "a bad address",
      `${PROJECT}  trusted_ips: [{ secret: KEY }]\n`,
      "5:17: error: project.trusted_ips[0]: expects an IP address",
    ],
    [
      "a bad name",
      `${PROJECT}  cookie_name: { env: 1A }\n`,
      "5:23: error: project.cookie_name: the name of an environment variable belongs here",
    ],
    [
      "a number as a name",
      `${PROJECT}  cookie_name: { secret: 12 }\n`,
      "5:26: error: project.cookie_name: the name of an environment variable",
    ],
    [
      "both kinds",
      `${PROJECT}  cookie_name: { env: NAME, secret: KEY }\n`,
      "5:16: error: project.cookie_name: expects text; a reference to a variable is a map with nothing but env, or secret",
    ],
    [
      "a section",
      `${PROJECT}components: { env: NAME }\n`,
      "5:15: error: components.env: must be named organization/component",
    ],
    [
      "inherited names",
      `${PROJECT}  cookie_name: { env: constructor }\n`,
      "5:16: error: project.cookie_name: the environment variable constructor is not set",
    ],
  ])("is refused: %s", (_what, text, expected) => {
    const problems = problemsOf(text, { environment });
    expect(problems[0]?.startsWith(expected)).toBe(true);
    expect(problems.join("\n")).not.toContain("canary");
  });
});

describe("a variable without a value", () => {
  const text = `${PROJECT}  cookie_name: { env: UNSET }
  log_severity: { env: EMPTY }
  cookie_whitelist: [a, { env: UNSET }]
  override_cache: [{ rank: 1, path: { env: UNSET }, regex: true }]
  trusted_ips: [{ secret: UNSET }]
  extra: { a: { b: { env: UNSET } }, c: 1 }
components:
  edgee/ga4:
    version: { env: UNSET }
    settings: { key: { secret: EMPTY }, list: [1, { env: UNSET }], kept: 1 }
domains:
  - { env: EMPTY }
  - kept.example.com
  - { name: { env: UNSET }, protect: true }
`;

  it("is an error where everything is needed", () => {
    expect(problemsOf(text, { environment })).toEqual([
      "5:16: error: project.cookie_name: the environment variable UNSET is not set; set it in the environment of this run",
      "6:17: error: project.log_severity: the environment variable EMPTY is empty; give it a value",
      "7:25: error: project.cookie_whitelist[1]: the environment variable UNSET is not set; set it in the environment of this run",
      "8:37: error: project.override_cache[0].path: the environment variable UNSET is not set; set it in the environment of this run",
      "9:17: error: project.trusted_ips[0]: the secret UNSET is not set; set it in the environment of this run",
      "10:20: error: project.extra.a.b: the environment variable UNSET is not set; set it in the environment of this run",
      "13:14: error: components.edgee/ga4.version: the environment variable UNSET is not set; set it in the environment of this run",
      "14:22: error: components.edgee/ga4.settings.key: the secret EMPTY is empty (a workflow gives an empty text for a secret that is not set); give it a value",
      "14:51: error: components.edgee/ga4.settings.list[1]: the environment variable UNSET is not set; set it in the environment of this run",
      "16:5: error: domains[0].name: the environment variable EMPTY is empty; give it a value",
      "18:13: error: domains[2].name: the environment variable UNSET is not set; set it in the environment of this run",
    ]);
  });

  it("is told apart from one that reads the same", () => {
    const settings = "{ 'a.b': { env: UNSET }, a: { b: 1 } }";
    const [component_] = good(component(`  a/b: { settings: ${settings} }\n`), tolerant).components ?? [];
    expect(component_?.declared.settings).toEqual({ a: { b: 1 } });
    expect(problemsOf(component("  a/b: { settings: { a.b: , a: { b: 1 } } }\n"), tolerant)).toEqual([
      expect.stringMatching(/^6:27: error: components\.a\/b\.settings\.a\.b: nothing is written here/),
    ]);
  });

  it("is told of beside what is wrong, too", () => {
    const wrong = `${PROJECT.replace("site", "{ env: UNSET }")}  cache: 1\n  cookie_name: { env: EMPTY }\n  absent: false\n`;
    expect(problemsOf(wrong, tolerant)).toEqual([
      "4:9: error: project.slug: the environment variable UNSET is not set; set it in the environment of this run",
      "5:10: error: project.cache: expects true or false",
      "6:16: warning: project.cookie_name: the variable EMPTY is not available here; apply needs it",
    ]);
  });

  it("takes its setting, its field or its domain with it where that is tolerated", () => {
    const file = good(text, tolerant);
    expect(file.project.declared).toEqual({ organization_id: "org_1", slug: "site", extra: { c: 1 } });
    expect(file.components?.map(({ declared }) => declared)).toEqual([
      { component: "edgee/ga4", settings: { kept: 1 } },
    ]);
    expect(file.domains).toEqual([
      {
        declared: { name: "kept.example.com" },
        absent: false,
        protect: false,
        path: "domains[1]",
        position: { file: "f.yaml", line: 17, column: 5 },
      },
    ]);
    expect(file.unavailable.map(({ path, variable, secret, reason }) => [path, variable, secret, reason])).toEqual([
      ["project.cookie_name", "UNSET", false, "unset"],
      ["project.log_severity", "EMPTY", false, "empty"],
      ["project.cookie_whitelist[1]", "UNSET", false, "unset"],
      ["project.override_cache[0].path", "UNSET", false, "unset"],
      ["project.trusted_ips[0]", "UNSET", true, "unset"],
      ["project.extra.a.b", "UNSET", false, "unset"],
      ["components.edgee/ga4.version", "UNSET", false, "unset"],
      ["components.edgee/ga4.settings.key", "EMPTY", true, "empty"],
      ["components.edgee/ga4.settings.list[1]", "UNSET", false, "unset"],
      ["domains[0].name", "EMPTY", false, "empty"],
      ["domains[2].name", "UNSET", false, "unset"],
    ]);
    expect(file.unavailable[7]?.position).toEqual({ file: "f.yaml", line: 14, column: 22 });
    expect(file.secretPaths).toContain("components.edgee/ga4.settings.key");
    expect(file.secrets).toEqual([]);
  });

  it.each<[string, string]>([
    [
      "version: 1\nproject: { organization_id: { env: UNSET }, slug: a }\n",
      "2:29: error: project.organization_id: the env",
    ],
    [
      "version: 1\nproject: { organization_id: o, slug: { env: EMPTY } }\n",
      "2:38: error: project.slug: the environment",
    ],
    [`${PROJECT}  previous_slug: { env: UNSET }\n`, "5:18: error: project.previous_slug: the environment"],
    [`${PROJECT}  id: { env: UNSET }\n`, "5:7: error: project.id: the environment"],
    [component("  a/b: { id: { env: UNSET } }\n"), "6:14: error: components.a/b.id: the environment"],
  ])("is an error even so where it says which object is meant (%#)", (text, expected) => {
    expect(problemsOf(text, tolerant)).toEqual([expect.stringContaining(expected)]);
  });

  it("hides no other mistake of its place", () => {
    expect(problemsOf(`${PROJECT}  cache: { env: UNSET }\n`, tolerant)).toEqual([
      "5:10: error: project.cache: expects true or false, and a variable gives text; write the value here in place of UNSET",
    ]);
  });
});
