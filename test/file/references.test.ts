import { describe, expect, it } from "vitest";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { component, good, problemsOf, PROJECT } from "./load.ts";

const SECRET = "canary-of-a-secret";
const environment = { NAME: "value", HOST: "PR-1.example.com", KEY: SECRET, SAME: SECRET, EMPTY: "" };
const tolerant = { environment, missingVariables: "tolerate" } as const;

/** The places of values that are secrets. */
const secretsOf = ({ variables }: LoadedFile): unknown[] =>
  [...variables].flatMap(([key, { secret }]) => (secret ? [JSON.parse(key)] : []));

describe("a reference to a variable", () => {
  it("is replaced by text wherever a value is allowed", () => {
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
    expect(secretsOf(file)).toEqual([
      ["project", "cookie_name"],
      ["components", "edgee/ga4", "settings", "a"],
    ]);
    expect(file.secrets).toEqual(["canary-of-a-secret"]);
  });

  it("is one text, whatever YAML its variable contains", () => {
    const value = 'a" # b\n  slug: other\ndomains: [evil.example.com]\n&x *y ${NAME} { env: NAME }';
    const file = good(`${PROJECT}  cookie_name: { env: HOSTILE }\n  description: $HOSTILE\n`, {
      environment: { ...environment, HOSTILE: value },
    });
    expect(file.project.declared).toMatchObject({ slug: "site", cookie_name: value, description: "$HOSTILE" });
    expect(file.domains).toBeUndefined();
  });

  it("is a plain map where a map is required, or beside other keys", () => {
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
});

describe("a reference with a type", () => {
  const values = (env: Record<string, string>, settings: string) =>
    good(component(`  a/b: { settings: ${settings} }\n`), { environment: env }).components?.[0]?.declared.settings;

  it("is a value of that type, wherever the field is of it", () => {
    const text = `${PROJECT}  force_https: { env: ON, type: boolean }
  autocapture: { click: { type: boolean, env: ON } }
  trusted_ips: { env: IPS, type: list }
  override_cache: [{ ttl: { env: TTL, type: number }, conditions: { response_status: [{ env: TTL, type: number }] } }]
  protect: { env: ON, type: boolean }
  extra: { a: { b: [{ env: TTL, type: number }] } }
components:
  edgee/ga4: { active: { env: OFF, type: boolean }, settings: { a: { env: ON, type: boolean }, b: { env: ON } } }
domains:
  - { name: www.example.com, absent: { env: ON, type: boolean } }
`;
    const environment = { ON: "true", OFF: "false", IPS: "203.0.113.7, 203.0.113.8", TTL: "1e3" };
    const { project, components, domains, variables } = good(text, { environment });
    expect(project.declared).toEqual({
      organization_id: "org_1",
      slug: "site",
      force_https: true,
      autocapture: { click: true },
      trusted_ips: ["203.0.113.7", "203.0.113.8"],
      override_cache: [{ ttl: 1000, conditions: { response_status: [1000] } }],
      extra: { a: { b: [1000] } },
    });
    expect(project.protect).toBe(true);
    expect(components?.[0]?.declared).toMatchObject({ active: false, settings: { a: true, b: "true" } });
    expect(domains?.[0]).toMatchObject({ absent: true });
    expect([...variables.values()].map(({ path, variable, type }) => [path, variable, type])).toEqual([
      ["project.force_https", "ON", "boolean"],
      ["project.autocapture.click", "ON", "boolean"],
      ["project.trusted_ips", "IPS", "list"],
      ["project.override_cache[0].ttl", "TTL", "number"],
      ["project.override_cache[0].conditions.response_status[0]", "TTL", "number"],
      ["project.protect", "ON", "boolean"],
      ["project.extra.a.b[0]", "TTL", "number"],
      ["components.edgee/ga4.active", "OFF", "boolean"],
      ["components.edgee/ga4.settings.a", "ON", "boolean"],
      ["components.edgee/ga4.settings.b", "ON", undefined],
      ["domains[0].absent", "ON", "boolean"],
    ]);
  });

  it.each<[string, string, unknown]>([
    ["boolean", "false", false],
    ["number", "-0.5E+2", -50],
    ["number", "-0", 0],
    ["number", "0", 0],
    ["list", "a", ["a"]],
    ["list", " a ,\n b c\n", ["a", "b c"]],
    ["list", "[]", []],
    ["list", ' ["a,b", ""] ', ["a,b", ""]],
  ])("reads a %s of the text %j", (type, text, value) => {
    expect(values({ X: text }, `{ a: { env: X, type: ${type} } }`)).toEqual({ a: value });
  });

  it.each([
    ["boolean", ["True", " true", "1", "yes", '"true"', "null", "true\n"]],
    ["number", ["0x10", " ", "1_000", "+1", ".5", "1.", "01", "1e999", "NaN", "1 ", "12345678901234567", '"1"']],
    ["list", [" ", ",", "a,", "a,,b", "[", '["a"', "[1]", '[["a"]]', "[null]", '["a"] x', "['a']"]],
  ])("refuses other forms of a %s, without the value", (type, texts) => {
    for (const text of texts) {
      const [problem, ...others] = problemsOf(component(`  a/b: { settings: { a: { env: X, type: ${type} } } }\n`), {
        environment: { X: text },
      });
      expect(others).toEqual([]);
      expect(problem).toMatch(
        /^6:25: error: components\.a\/b\.settings\.a: the value of environment variable X must be [^"']*$/,
      );
    }
  });

  it("is a plain map beside a third key, and where a map is required", () => {
    const settings = "{ a: { env: x, type: list, b: 1 }, b: { env: [x], type: list }, c: { env: x, type: [list] } }";
    expect(values({}, settings)).toEqual({
      a: { env: "x", type: "list", b: 1 },
      b: { env: ["x"], type: "list" },
      c: { env: "x", type: ["list"] },
    });
    expect(values({}, "{ env: x, type: list }")).toEqual({ env: "x", type: "list" });
  });

  it("is left out if its variable is missing and that is tolerated, but never if an object depends on it", () => {
    const text = `${PROJECT}  autocapture: { click: { env: UNSET, type: boolean }, form: true }
  trusted_ips: { env: EMPTY, type: list }
components: { a/b: { settings: { a: { env: UNSET, type: number }, b: 1 } } }
`;
    const { project, components, missingVariables } = good(text, tolerant);
    expect(project.declared).toEqual({ organization_id: "org_1", slug: "site", autocapture: { form: true } });
    expect(components?.[0]?.declared.settings).toEqual({ b: 1 });
    expect(missingVariables.map(({ path, reason }) => [path, reason])).toEqual([
      ["project.autocapture.click", "unset"],
      ["project.trusted_ips", "empty"],
      ["components.a/b.settings.a", "unset"],
    ]);
    for (const field of ["absent", "protect", "must_exist"]) {
      const problems = problemsOf(`${PROJECT}  ${field}: { env: UNSET, type: boolean }\n`, tolerant);
      expect(problems).toEqual([expect.stringContaining("UNSET is not set; set it in the environment")]);
    }
    for (const field of ["absent", "protect"]) {
      const domain = `{ name: a.example.com, ${field}: { env: EMPTY, type: boolean } }`;
      expect(problemsOf(`${PROJECT}domains: [${domain}]\n`, tolerant)).toEqual([expect.stringContaining("error")]);
      const other = `  a/b: { ${field}: { env: EMPTY, type: boolean } }\n`;
      expect(problemsOf(component(other), tolerant)).toEqual([expect.stringContaining("error")]);
    }
  });

  it("protects an object that is declared absent only if it is known", () => {
    const text = `${PROJECT}  absent: true\n  protect: { env: UNSET, type: boolean }\n`;
    expect(problemsOf(text, tolerant)).toEqual([expect.stringContaining("UNSET is not set; set it")]);
    const options = { ...tolerant, environment: { UNSET: "True" } };
    expect(problemsOf(text, options)).toEqual([expect.stringContaining("must be exactly true or false")]);
  });
});

describe("a missing variable", () => {
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

  const MISSING = [
    ["5:16", "project.cookie_name", "UNSET", "env"],
    ["6:17", "project.log_severity", "EMPTY", "env"],
    ["7:25", "project.cookie_whitelist[1]", "UNSET", "env"],
    ["8:37", "project.override_cache[0].path", "UNSET", "env"],
    ["9:17", "project.trusted_ips[0]", "UNSET", "secret"],
    ["10:20", "project.extra.a.b", "UNSET", "env"],
    ["13:14", "components.edgee/ga4.version", "UNSET", "env"],
    ["14:22", "components.edgee/ga4.settings.key", "EMPTY", "secret"],
    ["14:51", "components.edgee/ga4.settings.list[1]", "UNSET", "env"],
    ["16:5", "domains[0].name", "EMPTY", "env"],
    ["18:13", "domains[2].name", "UNSET", "env"],
  ] as const;

  it("is an error if every variable is required", () => {
    const workflow = " (a workflow passes an empty value for a secret that is not set)";
    expect(problemsOf(text, { environment })).toEqual(
      MISSING.map(([position, path, variable, kind]) => {
        const what =
          variable === "UNSET"
            ? "is not set; set it in the environment of this run"
            : `is empty${kind === "secret" ? workflow : ""}; set a value`;
        return `${position}: error: ${path}: environment variable ${variable} ${what}`;
      }),
    );
  });

  it("is distinguished from a path that looks the same", () => {
    const settings = "{ 'a.b': { env: UNSET }, a: { b: 1 } }";
    const [component_] = good(component(`  a/b: { settings: ${settings} }\n`), tolerant).components ?? [];
    expect(component_?.declared.settings).toEqual({ a: { b: 1 } });
    expect(problemsOf(component("  a/b: { settings: { a.b: , a: { b: 1 } } }\n"), tolerant)).toEqual([
      expect.stringMatching(/^6:27: error: components\.a\/b\.settings\.a\.b: has no value/),
    ]);
  });

  it("leaves out its setting, field or domain if that is tolerated", () => {
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
        place: ["domains", 1],
        position: { file: "f.yaml", line: 17, column: 5 },
      },
    ]);
    expect(file.missingVariables.map(({ path, variable, secret, reason }) => [path, variable, secret, reason])).toEqual(
      MISSING.map(([, path, variable, kind]) => [path, variable, kind === "secret", variable.toLowerCase()]),
    );
    expect(file.missingVariables[7]?.position).toEqual({ file: "f.yaml", line: 14, column: 22 });
    expect(secretsOf(file)).toEqual([]);
    expect(file.secrets).toEqual([]);
  });

  it.each<[string, string]>([
    [
      "version: 1\nproject: { organization_id: { env: UNSET }, slug: a }\n",
      "2:29: error: project.organization_id: environment variable UNSET is not set; set it in the environment of this run",
    ],
    [
      "version: 1\nproject: { organization_id: o, slug: { env: EMPTY } }\n",
      "2:38: error: project.slug: environment variable EMPTY is empty; set a value",
    ],
    [
      component("  a/b: { id: { env: UNSET } }\n"),
      "6:14: error: components.a/b.id: environment variable UNSET is not set; set it in the environment of this run",
    ],
  ])("is always an error if it identifies an object (%#)", (text, expected) => {
    expect(problemsOf(text, tolerant)).toEqual([expect.stringContaining(expected)]);
  });
});
