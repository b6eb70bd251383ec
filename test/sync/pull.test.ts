import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { blockText } from "../../core/file/write-file.ts";
import { isObject, own, type Fields } from "../../core/resources/json.ts";
import { fittingFile, type Generated } from "../file/generated-files.ts";
import { projectWith, serviceWith, type LiveProject } from "../plan/generated/draw-service.ts";
import { drawnScene } from "../plan/generated/plan-scene.ts";
import { rounds } from "../rounds.ts";
import { broken, load, pull, type Environment } from "./pull-world.ts";

const FIELDS = z.record(z.string(), z.unknown());
const FORMS = {
  json: (data: object) => JSON.stringify(data),
  "pretty json": (data: object) => `${JSON.stringify(data, null, 2)}\n`,
  yaml: (data: object) => yaml(data),
  "yaml with comments": (data: object) => commented(yaml(data)),
  "yaml of Windows": (data: object) => `\uFEFF${commented(yaml(data)).replaceAll("\n", "\r\n")}`,
} as const;
const form = fc.constantFrom(...Object.values(FORMS));

function yaml(data: object): string {
  return blockText(data, 2);
}

/** A comment behind each field of the project, and above each section. */
function commented(text: string): string {
  let count = 0;
  const comment = (): string => `# c${(count += 1)}`;
  return text
    .split("\n")
    .map((line) => {
      if (/^\w+:$/.test(line)) return `${comment()}\n${line} ${comment()}`;
      return /^ {2}\w+:(?: [^|>'"]*)?$/.test(line) ? `${line} ${comment()}` : line;
    })
    .join("\n");
}

const CHANCES = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });

const RUNS = rounds({ few: 60, all: 5000 });

describe("the pull of generated files", () => {
  it(
    "has all properties over any service",
    async () => {
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(drawnScene, form, async ({ contents, service, options }, drawn) => {
          const pullOptions = { prune: options.prune ?? [], includeUnmanaged: options.rewriteSecrets === true };
          const texts = contents.map((content) => drawn(content));
          expect(await broken(texts, service, {}, pullOptions)).toEqual([]);
          const { pulled } = await pull(texts, service, {}, pullOptions);
          changes += pulled.flatMap(({ changed }) => changed).length;
        }),
        { numRuns: RUNS },
      );
      expect(changes).toBeGreaterThan(RUNS / 4);
    },
    Math.max(60_000, RUNS * 100),
  );

  it(
    "has all properties for any fields of a project",
    async () => {
      let changed = 0;
      await fc.assert(
        fc.asyncProperty(fittingFile, fittingFile, form, CHANCES, async (declared, other, drawn, chances) => {
          const text = drawn(fileOf(declared.data));
          if (load("0.yaml", text, declared.environment).file === undefined) return;
          const service = serviceWith([projectWith(recordOf(declared, other, chances))]);
          expect(await broken([text], service, declared.environment)).toEqual([]);
          const { pulled } = await pull([text], service, declared.environment);
          changed += pulled.flatMap((each) => each.changed).length;
        }),
        { numRuns: RUNS },
      );
      expect(changed).toBeGreaterThan(RUNS / 4);
    },
    Math.max(60_000, RUNS * 100),
  );
});

const KEY = { organization_id: "org_1", slug: "site" };

const project = z.object({ project: z.looseObject({ extra: FIELDS.optional() }) });

function fileOf(data: unknown): Fields {
  const { id: _id, previous_slug: _slug, absent: _absent, ...fields } = project.parse(data).project;
  return { version: 1, project: { ...fields, ...KEY } };
}

/** The live project of a file, with some values and items of lists left out, changed, or as another file has them. */
function recordOf(declared: Generated, other: Generated, chances: readonly number[]) {
  let drawn = 0;
  const next = (): number => chances[(drawn += 1) % chances.length] ?? 0;
  const vary = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(() => next() > 1).map(vary);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, vary(each)]));
    if (typeof value === "number" && next() < 4) return value + 1;
    return typeof value === "boolean" && next() < 6 ? !value : value;
  };
  const fieldsOf = ({ data, environment }: Generated): Fields => {
    const { must_exist: _must, protect: _protect, absent: _gone, extra, ...fields } = project.parse(data).project;
    const resolved = resolve({ ...extra, ...fields }, environment);
    return isObject(resolved) ? resolved : {};
  };
  const [one, two] = [fieldsOf(declared), fieldsOf(other)];
  const both = Object.entries({ ...two, ...one }).map(([name, value]) => {
    const [left, right] = [vary(value), own(two, name)];
    if (Array.isArray(left) && Array.isArray(right)) return [name, [...left, ...right]] as const;
    return [name, next() > 2 ? left : (right ?? left)] as const;
  });
  return { ...Object.fromEntries(both), ...KEY, id: "prj_1" };
}

function resolve(value: unknown, environment: Environment): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => resolve(item, environment));
  if (!isObject(value)) return value;
  const [[key, name] = [], [second] = [], ...more] = Object.entries(value);
  if (more.length === 0 && (key === "env" || key === "secret")) {
    const text = environment[String(name)];
    if (second === undefined) return text;
    if (second === "type") return JSON.parse(text ?? "null");
  }
  return Object.fromEntries(Object.entries(value).map(([each, content]) => [each, resolve(content, environment)]));
}

describe("the pull of references with a type", () => {
  const text = `version: 1
project:
  organization_id: org_1
  slug: site
  force_https: { env: FLAG, type: boolean }
  trusted_ips: { env: OFFICES, type: list } # the offices
  autocapture: { click: { env: FLAG, type: boolean }, form: false }
  override_cache: [{ path: /a, ttl: { env: TTL, type: number } }]
domains:
  - { name: gone.example.com, protect: { env: FLAG, type: boolean } }
`;
  const environment = { FLAG: "false", OFFICES: "192.0.2.1,192.0.2.2", TTL: "5" };
  const live = {
    ...KEY,
    id: "prj_1",
    force_https: true,
    trusted_ips: ["192.0.2.2", "192.0.2.3"],
    autocapture: { click: true, form: true },
    override_cache: [{ path: "/a", ttl: 6 }],
  };
  const service = serviceWith([projectWith(live)]);

  it("leaves them, and says that the live value differs", async () => {
    const { pulled } = await pull([text], service, environment);
    expect(pulled[0]?.after).toBe(text.replace("form: false", "form: true"));
    const differs = (name: string) =>
      `The live value differs from that of the variable ${name}. Change it where it is set.`;
    expect(pulled[0]?.notPulled.map(({ path, message }) => [path, message]).toSorted()).toEqual([
      ["domains[0]", "It is not live."],
      ["project.autocapture.click", differs("FLAG")],
      ["project.force_https", differs("FLAG")],
      ["project.override_cache", differs("TTL")],
      ["project.trusted_ips", differs("OFFICES")],
    ]);
  });

  it("removes the line of a domain that is gone, unless its name is a variable's", async () => {
    const { pulled } = await pull([text], service, environment, { prune: ["domains"] });
    expect(pulled[0]?.after).toContain("\ndomains: []\n");
    const named = text.replace("name: gone.example.com", "name: { env: HOST }");
    const kept = await pull([named], service, { ...environment, HOST: "gone.example.com" }, { prune: ["domains"] });
    expect(kept.pulled[0]?.notPulled.at(-1)?.message).toBe("It is not live. Its name is that of the variable HOST.");
  });
});

describe("the pull of a list", () => {
  const rules = (text: string): string =>
    `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  override_cache:\n${text}`;

  it.each<readonly [about: string, before: string, live: readonly Fields[], after: string]>([
    [
      "keeps ranks, order, comments and what means the same",
      "    # second\n    - { path: /b, rank: 7 } # bee\n    # first\n    - { path: /a, rank: 1, regex: false }\n",
      [
        { path: "/a", rank: 10, ttl: 0, pass: false },
        { path: "/b", rank: 20, ttl: 5 },
      ],
      "    # second\n    - { path: /b, rank: 7, ttl: 5 } # bee\n    # first\n    - { path: /a, rank: 1, regex: false }\n",
    ],
    [
      "writes the live ranks where those of the file do not give the order",
      "    - path: /a # a\n      rank: 1\n    - path: /b\n      rank: 2\n",
      [
        { path: "/a", rank: 10 },
        { path: "/new", rank: 15, swr: 3 },
        { path: "/b", rank: 20 },
      ],
      "    - path: /a # a\n      rank: 10\n    - path: /new\n      swr: 3\n      rank: 15\n    - path: /b\n      rank: 20\n",
    ],
    [
      "needs no ranks where the file has none",
      "    - path: /a\n    # bee\n    - path: /b\n",
      [
        { path: "/b", rank: 1 },
        { path: "/a", rank: 2 },
        { path: "/c", rank: 3 },
      ],
      "    # bee\n    - path: /b\n    - path: /a\n    - path: /c\n",
    ],
    [
      "takes what changed by its place",
      "    # the shop\n    - path: /a\n      conditions:\n        request_methods: [get, POST] # both\n",
      [{ path: "/z", conditions: { request_methods: ["GET", "PUT"] } }],
      "    # the shop\n    - path: /z\n      conditions:\n        request_methods: [get, PUT] # both\n",
    ],
  ])("%s", async (_about, before, live, after) => {
    const service = serviceWith([
      projectWith({ id: "prj_1", organization_id: "org_1", slug: "site", override_cache: live }),
    ]);
    expect((await pull([rules(before)], service)).pulled[0]?.after).toBe(rules(after));
    expect(await broken([rules(before)], service)).toEqual([]);
  });
});

describe("the pull of a list of texts", () => {
  const site = (list: string): string => `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n${list}`;

  it.each<readonly [about: string, before: string, live: readonly string[], after: string]>([
    ["an empty flow list stays one", " [] # none yet", ["192.0.2.1"], " [192.0.2.1] # none yet"],
    [
      "addresses that stay keep their comments in any order, and a new one those of its place",
      "\n    # office\n    - 192.0.2.1 # one\n    # scanner\n    - 192.0.2.2 # two",
      ["192.0.2.3", "192.0.2.1/32"],
      "\n    # office\n    - 192.0.2.1 # one\n    # scanner\n    - 192.0.2.3 # two",
    ],
    [
      "so they do in a flow list",
      " [ # all\n    192.0.2.1, # one\n    # scanner\n    192.0.2.2, # two\n    192.0.2.4 # four\n  ]",
      ["192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.6"],
      " [ # all\n    192.0.2.3, # one\n    # scanner\n    192.0.2.5, # two\n    192.0.2.4, # four\n    192.0.2.6\n  ]",
    ],
    ["a list that loses all of them is empty", " [\n    192.0.2.1, # one\n  ] # bots", [], " [] # bots"],
  ])("%s", async (_about, before, live, after) => {
    const service = serviceWith([projectWith({ ...KEY, id: "prj_1", blocked_ips: live })]);
    const text = site(`  blocked_ips:${before}\n`);
    expect((await pull([text], service)).pulled[0]?.after).toBe(site(`  blocked_ips:${after}\n`));
    expect(await broken([text], service)).toEqual([]);
  });
});

describe("an edit is taken back, and listed,", () => {
  const site = (fields: string, slug = "site") =>
    `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${fields}`;
  const one = (fields: Fields) => projectWith({ id: "prj_1", organization_id: "org_1", slug: "site", ...fields });

  it("if the file would not be valid", async () => {
    const text = site("  blocked_ips: [192.0.2.1]\n  cache: false\n");
    const { pulled } = await pull([text], serviceWith([one({ blocked_ips: ["nonsense"], cache: true })]));
    expect(pulled).toMatchObject([
      {
        after: text.replace("cache: false", "cache: true"),
        changed: ["project.cache"],
        notPulled: [{ path: "project.blocked_ips", message: expect.stringContaining("would not be valid") }],
      },
    ]);
  });

  it("if another file declares the same", async () => {
    const texts = [site("  id: prj_1\n"), site("", "renamed")];
    const { pulled } = await pull(texts, serviceWith([one({ slug: "renamed" })]));
    expect(pulled.map(({ after }) => after)).toEqual(texts);
    expect(pulled[0]?.notPulled.map(({ path }) => path)).toContain("project");
  });

  it("if the text has a form that is not edited", async () => {
    const text = site("  cookie_whitelist: [\n    a, b, # why\n    c\n  ]\n");
    const { pulled } = await pull([text], serviceWith([one({ cookie_whitelist: ["a"] })]));
    expect(pulled).toMatchObject([{ after: text, notPulled: [{ message: expect.stringContaining("by hand") }] }]);
  });
});

describe("a live value that a file cannot take", () => {
  const head = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";
  const one = (fields: Fields, components: LiveProject["components"] = []) =>
    serviceWith([projectWith({ id: "prj_1", organization_id: "org_1", slug: "site", ...fields }, { components })]);

  it.each<readonly [string, unknown]>([
    ["a reference", { env: "HOME" }],
    ["one with a type", { env: "HOME", type: "list" }],
    ["one in a list", [{ secret: "HOME" }]],
    ["one deep inside", { a: [{ b: { env: "HOME" } }] }],
  ])("%s to a variable is listed", async (_about, live) => {
    const text = `${head}  extra: { theme: dark, other: 1 }\n`;
    const { pulled } = await pull([text], one({ theme: live, other: 2 }));
    expect(pulled[0]?.after).toBe(text.replace("other: 1", "other: 2"));
    expect(pulled[0]?.notPulled.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "project.extra.theme: The live value has the form of a reference to a variable.",
    ]);
  });

  it("a declared secret in two layers of JSON is listed, and not written", async () => {
    const secret = '{"private":"key \\"4711\\" of \\\\host"}';
    const header = "forwarded_headers: [{ name: authorization, value: { secret: KEY } }]";
    const text = `${head}  ${header}\n  description: ours\n`;
    const copied = { description: JSON.stringify(JSON.stringify({ note: secret })) };
    const { pulled } = await pull([text], one(copied), { KEY: secret });
    expect(pulled[0]?.after).not.toContain("4711");
    expect(pulled[0]?.notPulled.map(({ path }) => path)).toContain("project.description");
  });

  it("the value of a variable of another field is listed, unless it is short or the file has it", async () => {
    const fields = "cookie_domain: { env: HOST }\n  cookie_name: { env: SHORT }\n  cookie_whitelist: [known-name]";
    const text = `${head}  ${fields}\n  proxy_only_path_regex: { env: KNOWN }\n  description: old\n  extra: { a: old, b: old }\n`;
    const variables = { HOST: "inner.example.com", SHORT: "de", KNOWN: "known-name" };
    const own = { cookie_domain: variables.HOST, cookie_name: "de", proxy_only_path_regex: variables.KNOWN };
    const live = {
      ...own,
      description: variables.HOST,
      cookie_whitelist: ["known-name", "b"],
      a: "de",
      b: [variables.HOST],
    };
    const { pulled } = await pull([text], one(live), variables);
    expect(pulled[0]?.after).toBe(text.replace("[known-name]", "[known-name, b]").replace("a: old", "a: de"));
    const reason = "The live value is that of the variable HOST. To keep it, write a reference to the variable.";
    expect(pulled[0]?.notPulled.map(({ path, message }) => [path, message])).toEqual([
      ["project.description", reason],
      ["project.extra.b", reason],
    ]);
  });

  it("the new slug of a pinned project is pulled, also if a variable has that value", async () => {
    const text = `${head.replace(/slug: .*/, "slug: before")}  id: prj_1\n  description: { env: BRANCH }\n`;
    const { pulled } = await pull([text], one({ description: "preview-main", slug: "preview-main" }), {
      BRANCH: "preview-main",
    });
    expect(pulled[0]?.after).toContain("slug: preview-main");
  });

  it("the value of a variable is not added with an unmanaged component either", async () => {
    const record = { id: "c1", component_slug: "edgee/ga4", component_version: "1.1.0" };
    const ga4 = { record: { ...record, settings: { measurement_id: "inner.example.com" } }, unlisted: [] };
    const text = `${head}  cookie_domain: { env: HOST }\ncomponents: {}\n`;
    const variables = { HOST: "inner.example.com" };
    const own = { cookie_domain: variables.HOST };
    const { pulled } = await pull([text], one(own, [ga4]), variables, { includeUnmanaged: true });
    expect(pulled[0]?.after).not.toContain("measurement_id");
    expect(pulled[0]?.notPulled).toMatchObject([
      { path: "components.edgee/ga4.settings.measurement_id", message: "It is the value of the variable HOST." },
    ]);
  });

  it("an empty text of a field that is not known is one", async () => {
    const text = `${head}  extra: { theme: dark }\n`;
    const { pulled } = await pull([text], one({ theme: "" }));
    expect(pulled).toMatchObject([{ after: text.replace("dark", '""'), notPulled: [] }]);
    expect(await broken([text], one({ theme: "" }))).toEqual([]);
  });

  it("the version `latest` is listed, and not added", async () => {
    const ga4 = { record: { id: "c1", component_slug: "edgee/ga4", component_version: "latest" }, unlisted: [] };
    const text = `${head}components:\n  edgee/ga4: { version: "1.1.0" }\n`;
    const { pulled } = await pull([text], one({}, [ga4]));
    expect(pulled[0]?.after).toBe(text);
    expect(pulled[0]?.notPulled.map(({ path }) => path)).toContain("components.edgee/ga4.version");
    const added = await pull([`${head}components: {}\n`], one({}, [ga4]), {}, { includeUnmanaged: true });
    expect(added.pulled[0]?.after).toBe(`${head}components:\n  edgee/ga4: {}\n`);
  });

  it("a component whose name tells nothing is listed, and the others are added", async () => {
    const odd = { record: { id: "c1", component_slug: "a/b/c", component_version: "1.0.0" }, unlisted: [] };
    const ga4 = { record: { id: "c2", component_slug: "edgee/ga4", component_version: "1.1.0" }, unlisted: [] };
    const { pulled } = await pull([`${head}components: {}\n`], one({}, [odd, ga4]), {}, { includeUnmanaged: true });
    expect(pulled[0]?.after).toContain("edgee/ga4");
    expect(pulled[0]?.notPulled.map(({ message }) => message)).toEqual([expect.stringContaining("a/b/c")]);
  });

  it("what the file ignores is not added", async () => {
    const components = ["edgee/ga4", "edgee/other"].map((slug, index) => {
      return { record: { id: `c${index}`, component_slug: slug, component_version: "1.0.0" }, unlisted: [] };
    });
    const domains = ["pr-1.example.com", "www.example.com"].map((name) => ({ name }));
    const record = { id: "prj_1", organization_id: "org_1", slug: "site" };
    const service = serviceWith([projectWith(record, { components, domains })]);
    const text = `${head}components: {}\ndomains: []\nignore: { components: ["edgee/o*"], domains: ["PR-*.example.com"] }\n`;
    const { pulled } = await pull([text], service, {}, { includeUnmanaged: true });
    const added = 'components:\n  edgee/ga4:\n    version: "1.0.0"\ndomains: [www.example.com]';
    expect(pulled).toMatchObject([{ after: text.replace("components: {}\ndomains: []", added), notPulled: [] }]);
  });

  it("a setting that is a mask is not added", async () => {
    const settings = { measurement_id: "******", sample_rate: 0.5 };
    const ga4 = {
      record: { id: "c1", component_slug: "edgee/ga4", component_version: "1.1.0", settings },
      unlisted: [],
    };
    const { pulled } = await pull([`${head}components: {}\n`], one({}, [ga4]), {}, { includeUnmanaged: true });
    expect(pulled[0]?.after).not.toContain("***");
    expect(pulled[0]?.notPulled.map(({ path }) => path)).toContain("components.edgee/ga4.settings.measurement_id");
  });
});

it.each(["", "version: 1\nproject: {", "version: 2\n"])("ends if a file became %j since it was read", async (now) => {
  const project = { organization_id: "org_1", slug: "one" };
  const service = serviceWith([projectWith({ id: "p1", ...project, description: "live" })], {});
  const text = yaml({ version: 1, project: { ...project, description: "declared" } });
  await expect(pull([text], service, {}, {}, () => now)).rejects.toThrow("0.yaml has changed since it was read");
});
