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
