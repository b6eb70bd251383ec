import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { startHarbor, type Harbor, type HarborHabits } from "../harbor.ts";
import type { Gate, Verdict } from "../harness.ts";
import { judge, shownSecrets, type Allowed, type Declared } from "../oracle.ts";
import type { Product } from "../product.ts";
import type { Row, Store } from "../service.ts";
import { reportIn } from "./life.ts";
import { ran, type Ran } from "./pinned.ts";
import { pulls } from "./pulls.ts";

/* Another team's service: what it takes the interface to mean is not what this project takes it to mean. */

export interface HarborScene {
  name: string;
  /** What would go wrong with a product that knows only its own stand-in. */
  fault: string;
  habits: HarborHabits;
  /** What the product reaches the service through. */
  gateway?: (options: { port: number; folder: string }) => Promise<Gate>;
  /** Returns the files that the next run without faults has, which must end with an empty plan; none if there is no such run. */
  play: (stage: Stage) => Promise<Planned | undefined>;
}

interface Planned {
  declared: readonly Declared[];
  options?: Options;
}

interface Options {
  args?: readonly string[];
  /** How the service stores what is declared, written by hand. Default: as it is declared. */
  meant?: readonly Declared[];
  allowed?: Allowed;
  /** The exit code that it must have. */
  code?: number;
  /** What it has to say. */
  says?: RegExp;
  /** It must not write. */
  writesNothing?: true;
}

export interface Stage {
  service: Harbor;
  folder: string;
  /** Writes the files, and runs a command with them. */
  run: (command: readonly string[], declared: readonly Declared[]) => Promise<Ran>;
  apply: (declared: readonly Declared[], options?: Options) => Promise<Ran>;
  /** The plan must have nothing to do. */
  empty: (declared: readonly Declared[], args?: readonly string[]) => Promise<void>;
  /** What judges an apply that was run otherwise: it looks at the store first, and is called after. */
  watch: (declared: readonly Declared[], options?: Options) => (told: Pick<Ran, "code" | "output" | "stdout">) => void;
  /** Starts a command, and ends it at once as soon as so many rows were written. */
  killedAfter: (changes: number, declared: readonly Declared[]) => Promise<void>;
  wrong: (what: string) => void;
  /** Plans what was exported: each secret that it names is taken from the store. */
  planExported: (files: readonly string[]) => Promise<void>;
}

/** Values that no output may show. The names are those of the files. */
const SECRETS: Record<string, string> = {
  META_TOKEN: "EAAq8f2+Zk/9c==tok",
  META_TOKEN_NEW: "EAAnew7+Yh/3b==tok",
  WRITE_KEY: "wk-5d0f\u00e9'\"<&>9a21",
  ORIGIN_KEY: "origin-key-77aa31",
};
const LIMIT = 150;

export async function playHarbor(scene: HarborScene, product: Product, folder: string): Promise<Verdict> {
  mkdirSync(folder, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const service = await startHarbor(join(folder, "harbor"), scene.habits);
  stack.defer(service.close);
  const faults: string[] = [];
  const said: string[] = [];
  let printed = "";
  const gate = await scene.gateway?.({ port: Number(new URL(service.url).port), folder });
  if (gate !== undefined) stack.defer(gate.close);
  const url = gate === undefined ? service.url : `${gate.url}${scene.habits.prefix ?? ""}`;
  const env = { ...SECRETS, NO_COLOR: "1", PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: service.token };

  const written = (declared: readonly Declared[]): string[] =>
    declared.map((one, index) => {
      writeFileSync(join(folder, `site-${index + 1}.yaml`), `${JSON.stringify(one, null, 2)}\n`);
      return `site-${index + 1}.yaml`;
    });
  const heard = (output: string): void => {
    printed += output;
    faults.push(...shownSecrets(output, [service.token, ...Object.values(SECRETS)]));
  };
  const run: Stage["run"] = async (command, declared) => {
    const result = await ran([...product.command, ...command, ...written(declared)], {
      cwd: folder,
      env,
      limit: LIMIT,
    });
    heard(result.output);
    return result;
  };
  const watch: Stage["watch"] = (declared, options = {}) => {
    const [before, arrived, changes] = [service.store(), service.log().length, service.changes()];
    return ({ code, output, stdout }) => {
      const report = reportIn(stdout);
      const prune = options.args?.includes("--prune") ?? false;
      const told = { report, code, output, before, after: service.store(), log: service.log().slice(arrived) };
      faults.push(...judge(told, (options.meant ?? declared).map(resolved), { ...options, prune }));
      said.push(saidIn(code, report));
      if (options.code !== undefined && code !== options.code) faults.push(`exit code ${code}, not ${options.code}`);
      if (options.says?.test(output) === false) faults.push(`does not say ${String(options.says)}`);
      if (options.writesNothing === true && service.changes() !== changes) faults.push("wrote");
    };
  };
  const apply: Stage["apply"] = async (declared, options = {}) => {
    const judged = watch(declared, options);
    const result = await run(["apply", "--yes", "--json", ...(options.args ?? [])], declared);
    judged(result);
    return result;
  };
  const empty: Stage["empty"] = async (declared, args = []) => {
    const { code, output } = await run(["plan", "--detailed-exitcode", ...args], declared);
    if (code !== 0) faults.push(`the plan is not empty: ${code} ${output.slice(0, 300)}`);
  };
  const killedAfter: Stage["killedAfter"] = async (changes, declared) => {
    const until = service.changes() + changes;
    const [program = "", ...rest] = [...product.command, "apply", "--yes", "--json", ...written(declared)];
    const child = spawn(program, rest, { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
    child.stdout.on("data", (chunk: Buffer) => heard(chunk.toString()));
    const ended = new Promise<void>((resolve) => {
      child.once("close", () => resolve());
    });
    const deadline = Date.now() + 30_000;
    while (child.exitCode === null && service.changes() < until && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (child.exitCode !== null || Date.now() >= deadline) faults.push("it ended before it was killed");
    child.kill("SIGKILL");
    await ended;
    said.push("killed");
    // Nobody can read what the reads do not show yet: the next run starts after the lag.
    const { lag } = scene.habits;
    if (lag !== undefined) await new Promise((resolve) => setTimeout(resolve, 2 * lag + 300));
  };
  const planExported: Stage["planExported"] = async (files) => {
    const variables: Record<string, string> = {};
    for (const file of files) {
      const content = readFileSync(join(folder, file), "utf8");
      faults.push(
        ...shownSecrets(content, [service.token, ...Object.values(SECRETS)]).map((what) => `the export ${what}`),
      );
      Object.assign(variables, secretsOf(parse(content) as Declared, service.store()));
    }
    const { code, output } = await ran([...product.command, "plan", "--detailed-exitcode", ...files], {
      cwd: folder,
      env: { ...env, ...variables },
      limit: LIMIT,
    });
    heard(output);
    if (code !== 0) faults.push(`the plan of the export is not empty: ${code} ${output.slice(0, 300)}`);
  };

  const stage: Stage = {
    service,
    folder,
    run,
    apply,
    empty,
    watch,
    killedAfter,
    planExported,
    wrong: (what) => void faults.push(what),
  };
  const last = await scene.play(stage);
  const stored = countsOf(service.store());
  if (last !== undefined) {
    await service.heal();
    await apply(last.declared, { ...last.options, code: 0 });
    await empty(last.declared, last.options?.args);
  }
  return { said: said.join("; "), stored, faults: [...new Set(faults)], output: printed };
}

const countsOf = ({ projects, components, domains }: Store): string =>
  `${projects.length} p, ${components.length} c, ${domains.length} d`;

function saidIn(code: number | null, report: unknown): string {
  const counts = Object.entries((report as { outcomeCounts?: Row } | undefined)?.outcomeCounts ?? {});
  return [
    String(code),
    ...counts.filter(([, count]) => count !== 0).map(([word, count]) => `${String(count)} ${word}`),
  ].join(" ");
}

/** The values of the variables in place of their names. */
function resolved<T>(value: T): T {
  if (Array.isArray(value)) return value.map(resolved) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && (only?.[0] === "secret" || only?.[0] === "env")) return SECRETS[String(only[1])] as T;
  return Object.fromEntries(entries.map(([name, one]) => [name, resolved(one)])) as T;
}

/** What the variables of an exported file have to be, as the store has it. */
function secretsOf(declared: Declared, store: Store): Record<string, string> {
  const project = store.projects.find(
    (row) => row["organization_id"] === organization_id && row["slug"] === declared.project.slug,
  );
  const found: Record<string, string> = {};
  const walk = (value: unknown, live: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const name = (value as Row)["secret"];
    if (typeof name === "string") found[name] = String(live);
    else for (const [key, one] of Object.entries(value)) walk(one, (live as Row | undefined)?.[key]);
  };
  walk(declared.project, project);
  for (const [slug, { settings }] of Object.entries(declared.components ?? {})) {
    const row = store.components.find((one) => one["project_id"] === project?.["id"] && one["component_slug"] === slug);
    walk(settings, row?.["settings"]);
  }
  return found;
}

const organization_id = "org_1";
const plain = (slug: string, rest: Row = {}): Declared["project"] => ({ organization_id, slug, ...rest });

/** A project with most of what there is, and one beside it. */
const FULL: Declared = {
  version: 1,
  project: plain("shop", {
    description: 'L\u00e4den & S\u00f6hne <shop> \u2615 \u{1F600} \\ "quoted"',
    external_project_url: "https://Git.Example.com",
    log_severity: "WARNING",
    force_https: false,
    cache: true,
    override_cache_enabled: true,
    override_cache: [
      {
        path: "/static",
        ttl: 60,
        swr: 30.5,
        rank: 1,
        conditions: { request_methods: ["GET"], response_status: [200, 404] },
      },
      { path: "^/api/.*$", regex: true, pass: true, rank: 2, conditions: { request_headers: { present: ["x-a"] } } },
    ],
    cookie_name: "shop",
    cookie_domain: "example.com",
    autocapture: { pageview: true, click: true },
    blocked_ips: ["203.0.113.7", "2001:DB8::/32"],
    cookie_whitelist: ["a", "b"],
    forwarded_headers: [{ name: "x-origin-key", value: { secret: "ORIGIN_KEY" } }],
    rate_limiting_enabled: true,
    rate_limiting: [{ rank: 1, limit: 100, conditions: { path: "/api", country: ["DE", "FR"], method: ["POST"] } }],
  }),
  components: {
    "edgee/ga4": { version: "1.0.0", settings: { measurement_id: "G-1", debug: false, rate: 0.1 } },
    "edgee/meta-capi": { active: false, settings: { pixel_id: "007", access_token: { secret: "META_TOKEN" } } },
    "acme/cdp": { settings: { endpoint: "https://cdp.example.com/in?a=1&b=2", write_key: { secret: "WRITE_KEY" } } },
  },
  domains: [
    "www.shop.example.com",
    "M\u00fcnchen.example.com",
    "xn--fiqs8s.example.com",
    "a.b.c.d.example.com",
    "5.example.com",
  ],
};
const NONE = {
  request_cookies: null,
  request_headers: null,
  request_query_params: null,
  response_headers: null,
  request_methods: null,
  response_status: null,
};
const FULL_STORED: Declared = {
  ...FULL,
  project: {
    ...FULL.project,
    external_project_url: "https://git.example.com/",
    override_cache: [
      {
        path: "/static",
        regex: false,
        ttl: 60,
        swr: 30.5,
        pass: false,
        rank: 1,
        conditions: { ...NONE, request_methods: ["GET"], response_status: [200, 404] },
      },
      {
        path: "^/api/.*$",
        regex: true,
        ttl: null,
        swr: null,
        pass: true,
        rank: 2,
        conditions: { ...NONE, request_headers: { present: ["x-a"], absent: [], values: {} } },
      },
    ],
    autocapture: { pageview: true, spa_pageview: false, engagement: false, click: true, form: false, scroll: false },
    blocked_ips: ["203.0.113.7/32", "2001:db8::/32"],
    rate_limiting: [
      {
        rank: 1,
        limit: 100,
        window: "10s",
        block_duration: 60,
        key: ["ip"],
        conditions: { path: "/api", regex: null, method: ["POST"], continent: null, country: ["DE", "FR"] },
      },
    ],
  },
};
const SIDE: Declared = {
  version: 1,
  project: plain("side"),
  components: { "edgee/ga4": { settings: { measurement_id: "G-2" } } },
  domains: ["side.example.com"],
};

const ways: Record<string, HarborHabits> = {
  "as it is": {},
  "one row a page, nulls left out, lists without settings": { page: 1, most: 1, nulls: "absent", lists: "summary" },
  "lists 400 ms behind, under a prefix": { lag: 400, prefix: "/edge/api" },
  "all reads 1500 ms behind": { lag: 1500, late: "all" },
  "all reads 700 ms behind, writes look there too": { lag: 700, late: "all", scope: "replica" },
  "host names in capitals": { hosts: "upper", settings: "merge" },
  "host names in Unicode, secrets as stars": { hosts: "unicode", mask: "stars" },
  "secrets left out": { mask: "omit" },
  "secrets as null, nulls left out": { mask: "null", nulls: "absent" },
  "soft deletion, idle connections closed after 1 s": { deleted: "gone", keepalive: 1, latency: 40 },
};

const lives = Object.entries(ways).map(([name, habits]): HarborScene => ({
  name: `life: ${name}`,
  fault: "a second apply that writes, or a plan of an export that is not empty",
  habits,
  play: async ({ apply, empty, run, folder, planExported, wrong }) => {
    const declared = [FULL, SIDE];
    const meant = [FULL_STORED, SIDE];
    await apply(declared, { meant, code: 0 });
    await apply(declared, { meant, code: 0, writesNothing: true });
    await empty(declared);
    for (const minimal of [false, true]) {
      const out = minimal ? "minimal" : "all";
      const exported = await run(
        ["export", "--organization", organization_id, "--out", out, ...(minimal ? ["--minimal"] : [])],
        [],
      );
      if (exported.code !== 0) wrong(`the export ends with ${exported.code}: ${exported.output.slice(-300)}`);
      const files = existsSync(join(folder, out))
        ? readdirSync(join(folder, out)).filter((file) => file.endsWith(".yaml"))
        : [];
      if (files.length !== 2) wrong(`${files.length} files were exported`);
      await planExported(files.map((file) => join(out, basename(file))));
    }
    return { declared, options: { meant } };
  },
}));

const site = (slug: string, rest: Partial<Declared> = {}, fields: Row = {}): Declared => ({
  version: 1,
  project: plain(slug, fields),
  ...rest,
});

/** Each field of a project with two values, and how they are stored if not so. */
const FIELDS: readonly [
  name: string,
  first: unknown,
  second: unknown,
  firstStored?: unknown,
  secondStored?: unknown,
][] = [
  ["type", "proxy", "mcp"],
  ["description", "one", "two \n", "one", "two"],
  [
    "external_project_url",
    "https://a.example.com/x?y=1#z",
    "https://b.example.com",
    undefined,
    "https://b.example.com/",
  ],
  ["log_severity", "DEBUG", "ERROR"],
  ["edgee_behind_proxy_cache", true, false],
  ["force_https", false, true],
  ["cache", true, false],
  [
    "override_cache",
    [{ path: "/a", rank: 5, ttl: 1.5 }],
    [],
    [{ path: "/a", regex: false, ttl: 1.5, swr: null, pass: false, rank: 5, conditions: null }],
  ],
  ["override_cache_enabled", true, false],
  ["cookie_name", "one", "two"],
  ["cookie_domain", "example.com", "example.org"],
  ["proxy_only", true, false],
  ["proxy_only_path_regex", "^/a\\.(b|c)$", "^/d"],
  ["inject_sdk", true, false],
  ["inject_sdk_position", "prepend", "append"],
  ["cookieless", true, false],
  ["enforce_no_store_policy", true, false],
  [
    "trusted_ips",
    ["192.0.2.0/24", "2001:db8::0001"],
    ["192.0.2.1"],
    ["192.0.2.0/24", "2001:db8::1/128"],
    ["192.0.2.1/32"],
  ],
  ["password_protection", true, false],
  ["blocked_ips", ["198.51.100.1"], [], ["198.51.100.1/32"]],
  ["cookie_whitelist", ["b", "a"], ["c"]],
  [
    "forwarded_headers",
    [{ name: "X-Env", value: "blue" }],
    [
      { name: "x-env", value: "green" },
      { name: "x-b", value: "" },
    ],
  ],
  [
    "rate_limiting",
    [
      { rank: 2, limit: 10 },
      { rank: 1, limit: 5, window: "1s", key: ["ua", "ip"] },
    ],
    [{ rank: 1, limit: 5 }],
    [
      { rank: 2, limit: 10, window: "10s", block_duration: 60, key: ["ip"], conditions: null },
      { rank: 1, limit: 5, window: "1s", block_duration: 60, key: ["ua", "ip"], conditions: null },
    ],
    [{ rank: 1, limit: 5, window: "10s", block_duration: 60, key: ["ip"], conditions: null }],
  ],
  ["rate_limiting_enabled", true, false],
];
/** The documented defaults; of the other fields it is null or nothing. */
const DEFAULTS: Row = {
  log_severity: "INFO",
  edgee_behind_proxy_cache: false,
  force_https: true,
  cache: false,
  override_cache_enabled: false,
  cookie_name: "edgee",
  proxy_only: false,
  inject_sdk: false,
  inject_sdk_position: "append",
  cookieless: false,
  enforce_no_store_policy: false,
  trusted_ips: [],
  password_protection: false,
  blocked_ips: [],
  cookie_whitelist: [],
  forwarded_headers: [],
  rate_limiting: [],
  rate_limiting_enabled: false,
};
const CLEARED: Row = {
  description: "",
  external_project_url: "",
  override_cache: [],
  cookie_domain: "",
  proxy_only_path_regex: "",
};
const eachField = (which: 1 | 2, stored: boolean): Declared[] =>
  FIELDS.map((field) => {
    const value = (stored ? field[which + 2] : undefined) ?? field[which];
    return site(`f-${field[0].replaceAll("_", "-")}`, {}, { [field[0]]: value });
  });

const life: readonly HarborScene[] = [
  {
    name: "each field has another value",
    fault: "a field that is not sent, or is compared by its spelling",
    habits: {},
    play: async ({ apply, empty }) => {
      await apply(eachField(1, false), { meant: eachField(1, true), code: 0 });
      await empty(eachField(1, false));
      await apply(eachField(2, false), { meant: eachField(2, true), code: 0 });
      await apply(eachField(2, false), { meant: eachField(2, true), code: 0, writesNothing: true });
      return { declared: eachField(2, false), options: { meant: eachField(2, true) } };
    },
  },
  {
    name: "null asks for each default",
    fault: "null where the service takes none",
    habits: {},
    play: async ({ service, apply, run, empty, wrong }) => {
      await apply(eachField(1, false), { meant: eachField(1, true), code: 0 });
      // Where no default is documented, "" and [] clear a field.
      const nulls = FIELDS.filter(([name]) => name !== "type").map(([name]) =>
        site(`f-${name.replaceAll("_", "-")}`, {}, { [name]: CLEARED[name] ?? null }),
      );
      // Stored is null, nothing or the default: each means the default.
      const { code, output } = await run(["apply", "--yes", "--json"], nulls);
      if (code !== 0) wrong(`exit code ${code}: ${output.slice(-300)}`);
      await empty(nulls);
      for (const { project } of nulls) {
        const name = Object.keys(project).find((one) => one !== "slug" && one !== "organization_id") ?? "";
        const id = service.store().projects.find(({ slug }) => slug === project.slug)?.["id"];
        const { record } = await service.call("GET", `/v1/projects/${String(id)}`);
        const documented = DEFAULTS[name] ?? CLEARED[name];
        if (!isDeepStrictEqual(record[name] ?? documented, documented))
          wrong(`${name} is ${JSON.stringify(record[name])}`);
      }
      return undefined;
    },
  },
  ...(["gone", "stub", undefined] as const).flatMap((deleted) =>
    ([204, undefined] as const).map((again): HarborScene => ({
      name: `absent and prune, deleted is ${deleted ?? "404"}, again ${again ?? "the same"}`,
      fault: "done, and it is still there; failed, and it is gone",
      habits: { ...(deleted !== undefined && { deleted }), ...(again !== undefined && { again }) },
      play: async ({ service, apply, empty }) => {
        await service.seed({
          slug: "shop",
          components: { "edgee/ga4": { measurement_id: "G-1" }, "acme/cdp": { endpoint: "x" } },
          domains: ["a.example.com", "b.example.com", "c.example.com", "d.example.com", "e.example.com"],
        });
        await service.seed({
          slug: "old",
          components: { "edgee/ga4": { measurement_id: "G-1" } },
          domains: ["old.example.com"],
        });
        const first = [
          site("shop", {
            components: { "acme/cdp": { absent: true } },
            domains: ["a.example.com", { name: "b.example.com", absent: true }],
          }),
          site(
            "old",
            { components: { "edgee/ga4": { absent: true } }, domains: [{ name: "old.example.com", absent: true }] },
            { absent: true },
          ),
        ];
        await apply(first, { code: 0 });
        await empty(first);
        const second = [site("shop", { components: {}, domains: ["a.example.com"] })];
        const args = ["--prune", "all", "--max-deletes", "5"];
        await apply(second, { args, code: 0 });
        await empty(second, ["--prune", "all"]);
        // The names are free again.
        const third = [
          site("old", { domains: ["old.example.com", "b.example.com"] }),
          site("shop", { domains: ["c.example.com"] }),
        ];
        return { declared: third };
      },
    })),
  ),
  ...(
    [
      {},
      { lag: 600 },
      { lag: 1200, late: "all" },
      { deleted: "gone", hosts: "unicode" },
      { deleted: "stub" },
    ] satisfies HarborHabits[]
  ).map((habits): HarborScene => ({
    name: `a host name moves, ${JSON.stringify(habits)}`,
    fault: "a host name that is offline, or waits for minutes",
    habits,
    play: async ({ service, apply, empty }) => {
      await service.seed({
        slug: "old",
        domains: ["www.example.com", "m\u00fcnchen.example.com", "stays.example.com"],
      });
      const declared = [
        site("old", { domains: ["stays.example.com"] }),
        site("new", { domains: ["M\u00dcNCHEN.example.com", "www.example.com."] }),
      ];
      await apply(declared, { code: 0 });
      await empty(declared);
      // And back.
      const back = [
        site("old", { domains: ["stays.example.com", "www.example.com"] }),
        site("new", { domains: ["m\u00fcnchen.example.com"] }),
      ];
      return { declared: back };
    },
  })),
  ...(
    [{}, { lag: 600 }, { lag: 1200, late: "all" }, { lists: "summary", nulls: "absent" }] satisfies HarborHabits[]
  ).map((habits): HarborScene => ({
    name: `a project is renamed, ${JSON.stringify(habits)}`,
    fault: "a second project, or one that loses what it had",
    habits,
    play: async ({ service, apply, empty }) => {
      await service.seed({
        slug: "old-shop",
        fields: { cache: true, description: "by hand" },
        components: { "edgee/ga4": { measurement_id: "G-1", debug: true } },
        domains: ["www.example.com"],
      });
      const declared = [
        site(
          "new-shop",
          {
            components: { "edgee/ga4": { settings: { measurement_id: "G-2" } } },
            domains: ["www.example.com", "b.example.com"],
          },
          { previous_slug: "old-shop", force_https: false },
        ),
      ];
      await apply(declared, { code: 0 });
      await apply(declared, { code: 0, writesNothing: true });
      await empty(declared);
      return { declared };
    },
  })),
  {
    name: "a rename to a reserved and to a taken slug",
    fault: "done, or a project that is half renamed",
    habits: {},
    play: async ({ service, apply }) => {
      await service.seed({ slug: "old-shop", fields: { cache: true } });
      await service.seed({ slug: "taken" });
      await apply([site("admin", { domains: ["x.example.com"] }, { previous_slug: "old-shop", cache: false })], {
        says: /reserved/,
      });
      await apply([site("taken", { domains: ["x.example.com"] }, { previous_slug: "old-shop", cache: false })], {
        code: 1,
      });
      return { declared: [site("old-shop", { domains: ["x.example.com"] }, { cache: true })] };
    },
  },
];

const maskWays = ["stars", "last4", "object", "hash", "word", "null", "omit", undefined] as const;
const inDoubt: Allowed = {
  partial: "the service shows the secret in a form of its own: no read tells whether it is the declared one",
};
const secret: readonly HarborScene[] = maskWays.flatMap((mask) =>
  (["merge", undefined] as const).map((settings): HarborScene => ({
    name: `a secret shown as ${mask ?? "itself"}, settings ${settings ?? "replace"}`,
    fault: "a secret that is lost, or replaced by its mask",
    habits: { ...(mask !== undefined && { mask }), ...(settings !== undefined && { settings }) },
    play: async ({ service, apply, run, wrong, folder, planExported }) => {
      const old = String(SECRETS["META_TOKEN"]);
      await service.seed({ slug: "shop", components: { "edgee/meta-capi": { pixel_id: "1", access_token: old } } });
      const live = (): unknown => (service.store().components[0]?.["settings"] as Row | null)?.["access_token"];
      const capi = (settings: Row): Declared[] => [site("shop", { components: { "edgee/meta-capi": { settings } } })];
      const allowed = inDoubt;
      // Undeclared: it must stay, whatever is said.
      await apply(capi({ pixel_id: "2" }), { allowed });
      if (live() !== old) wrong(`the undeclared secret is ${String(live())} now`);
      await apply(capi({ pixel_id: "3", access_token: { secret: "META_TOKEN" } }), { allowed });
      if (live() !== old) wrong(`the declared secret is ${String(live())} now`);
      const args = ["--rewrite-secrets"];
      await apply(capi({ pixel_id: "3", access_token: { secret: "META_TOKEN_NEW" } }), { allowed, args });
      if (live() !== SECRETS["META_TOKEN_NEW"]) wrong(`after rewrite-secrets it is ${String(live())}`);
      // An exported file holds no mask.
      await run(["export", "--organization", organization_id, "--out", "all"], []);
      if (mask === undefined || mask === "stars" || mask === "omit" || mask === "null")
        await planExported(["all/shop.yaml"]);
      const files = readFileSync(join(folder, "all/shop.yaml"), "utf8");
      if (/access_token: (?!\{ secret|\n)/.test(files) && !/access_token:\s*(\{ ?secret|secret)/.test(files))
        wrong(`the export has ${/access_token.*/.exec(files)?.[0]}`);
      return undefined;
    },
  })),
);

const wide = (count: number): Declared[] =>
  Array.from({ length: count }, (_, index) =>
    site(
      `s${index + 1}`,
      {
        components: { "edgee/ga4": { settings: { measurement_id: `G-${index + 1}` } } },
        domains: [`s${index + 1}.example.com`],
      },
      { cache: true, description: `number ${index + 1}` },
    ),
  );
const lost: Allowed = {
  unknown: "the answer was lost, and the reads are behind or refused",
  partial: "the settings of a new project are its second request",
};

const ways2: readonly HarborScene[] = [
  {
    name: "settings that no file names stay",
    fault: "a setting that is lost where the service replaces",
    habits: { page: 1 },
    play: async ({ service, apply, empty }) => {
      await service.seed({
        slug: "shop",
        components: {
          "edgee/ga4": { measurement_id: "G-1", debug: true, rate: 0.30000000000000004, edgee_path: "/x" },
          "acme/cdp": { endpoint: "\u00e9", write_key: SECRETS["WRITE_KEY"] },
        },
      });
      const declared = [
        site("shop", {
          components: {
            "edgee/ga4": { active: false, version: "0.9.0", settings: { measurement_id: "G-2" } },
            "acme/cdp": {
              settings: { write_key: { secret: "WRITE_KEY" }, endpoint: "</script>\u2028\u{1F600}\u00e9e\u0301" },
            },
          },
        }),
      ];
      await apply(declared, { code: 0 });
      await empty(declared);
      const again = [
        site("shop", {
          components: { "edgee/ga4": { active: true, version: "1.2.0", settings: { rate: 1e21, debug: false } } },
        }),
      ];
      await apply(again, { code: 0 });
      await empty(again);
      return { declared: [site("shop", { components: { "edgee/ga4": { settings: { rate: 0.1 } } } })] };
    },
  },
  {
    name: "drift by hand",
    fault: "drift that is not seen, or an undeclared change that is taken back",
    habits: { page: 2 },
    play: async ({ service, apply, run, wrong }) => {
      const declared = [FULL, SIDE];
      const meant = [FULL_STORED, SIDE];
      await apply(declared, { meant, code: 0 });
      const { projects, components } = service.store();
      const shop = `/v1/projects/${String(projects.find(({ slug }) => slug === "shop")?.["id"])}`;
      const part = (slug: string): string =>
        `${shop}/components/${String(components.find((one) => one["component_slug"] === slug && shop.endsWith(String(one["project_id"])))?.["id"])}`;
      await service.call("POST", shop, { force_https: true, cookieless: true, blocked_ips: ["203.0.113.8"] });
      await service.call("POST", part("edgee/ga4"), {
        component_version: "1.2.0",
        settings: { measurement_id: "G-1", debug: true, rate: 0.1, edgee_path: "/by-hand" },
      });
      await service.call("DELETE", part("acme/cdp"));
      await service.call("DELETE", `${shop}/domains/5.example.com`);
      await service.call("POST", `${shop}/domains`, { name: "by-hand.example.com" });
      const changes = service.changes();
      const { code, output } = await run(["drift", "--json"], declared);
      if (code !== 2) wrong(`drift ends with ${code}`);
      if (service.changes() !== changes) wrong("drift wrote");
      const report = reportIn(output) as { counts?: Row } | undefined;
      const { create, update, unmanaged } = report?.counts ?? {};
      if (create !== 2 || update !== 2 || unmanaged !== 1) wrong(`drift counts ${JSON.stringify(report?.counts)}`);
      await apply(declared, { meant, code: 0 });
      const live = service.store().projects.find(({ slug }) => slug === "shop");
      if (live?.["cookieless"] !== true) wrong("an undeclared field was taken back");
      return { declared, options: { meant } };
    },
  },
  {
    name: "thirty projects on pages of three, another one made meanwhile",
    fault: "a project that no page shows, and is made again",
    habits: { page: 3, most: 3, latency: 5 },
    play: async ({ service, apply, empty }) => {
      const declared = wide(30);
      await apply(declared.slice(0, 20), { code: 0 });
      const judged = apply(declared, { code: 0, allowed: {} }).catch(() => undefined);
      await judged;
      await service.seed({ slug: "by-hand" });
      await empty(declared);
      return { declared };
    },
  },
  {
    name: "host names as a strict library takes them",
    fault: "a host name that is attached, and said not to be",
    habits: { hosts: "unicode" },
    play: async ({ apply }) => {
      const declared = [
        site("shop", {
          domains: [
            "stra\u00dfe.example.com",
            "WWW.Example.COM.",
            "\u043f\u0440\u0438\u043c\u0435\u0440.example.com",
            `${"a".repeat(63)}.example.com`,
            "\u4f8b\u3048\u3002example.com",
            "xn--strae-oqa.example.org",
          ],
        }),
      ];
      await apply(declared, { code: 0 });
      // IDNA 2008 has no emoji; the other one is reserved.
      const refused = [
        site("shop", {
          domains: [...(declared[0]?.domains ?? []), "\u2615.example.com", "x.harbor.example", "after.example.com"],
        }),
      ];
      await apply(refused, { code: 4, says: /reserved/ });
      return { declared: [site("shop", { domains: [...(declared[0]?.domains ?? []), "after.example.com"] })] };
    },
  },
  {
    name: "the plan of the account has two host names",
    fault: "402 taken for a fault that passes; a host name that is offline after a move",
    habits: { quota: 2 },
    play: async ({ service, apply }) => {
      await service.seed({ slug: "old", domains: ["a.example.com", "b.example.com"] });
      await service.seed({ slug: "new", domains: ["c.example.com", "d.example.com"] });
      const declared = [
        site("old", { domains: ["a.example.com"] }),
        site("new", { domains: ["c.example.com", "d.example.com", "b.example.com"] }),
      ];
      await apply(declared, { says: /402/ });
      const back = service.store().domains.filter(({ name }) => name === "b.example.com").length;
      if (back !== 1) await apply(declared, { code: -1 });
      await apply([site("third", { domains: ["e.example.com", "f.example.com", "g.example.com"] })], {
        code: 4,
        says: /Upgrade/,
      });
      return { declared };
    },
  },
  {
    name: "a refused slug, and a type of setting that only the service knows",
    fault: "a secret that the service quotes in its refusal",
    habits: { prefixes: true },
    play: async ({ apply }) => {
      const declared = [
        site("shop", {
          components: {
            "acme/cdp": { settings: { write_key: { secret: "WRITE_KEY" } } },
            "edgee/meta-capi": { settings: { pixel_id: "1", access_token: { secret: "ORIGIN_KEY" } } },
          },
        }),
        site("www", { domains: ["www.example.com"] }),
      ];
      await apply(declared, { code: 4, says: /EAA/ });
      return undefined;
    },
  },
  {
    name: "another writer of the same row (409 on an update)",
    fault: "a lost update, or one that is said to be stored",
    habits: { contention: 2 },
    play: async ({ service, apply }) => {
      await service.seed({ slug: "s1" });
      await service.seed({ slug: "s2" });
      const declared = wide(4);
      await apply(declared, { allowed: { partial: "the settings of a new project are its second request" } });
      return { declared };
    },
  },
  ...([1, 4, 9] as const).map((write): HarborScene => ({
    name: `closed for 3 s from write ${write} on (503, Retry-After)`,
    fault: "a create that is given up, or sent twice",
    habits: { maintenance: { write, seconds: 3 } },
    play: async ({ apply }) => {
      await apply(wide(4), { allowed: lost });
      return { declared: wide(4) };
    },
  })),
  ...([{}, { lag: 500 }, { lag: 1500, late: "all" }] satisfies HarborHabits[]).flatMap((habits) =>
    ([1, 2, 4, 7] as const).map((changes): HarborScene => ({
      name: `killed after ${changes} writes, ${JSON.stringify(habits)}`,
      fault: "two of something after the next run",
      habits: { ...habits, unique: false, latency: 30 },
      play: async ({ killedAfter, apply }) => {
        await killedAfter(changes, wide(4));
        await apply(wide(4), { code: 0 });
        await apply(wide(4), { code: 0, writesNothing: true });
        return { declared: wide(4) };
      },
    })),
  ),
  ...([{}, { unique: false }, { lag: 500 }] satisfies HarborHabits[]).map((habits): HarborScene => ({
    name: `two applies at once, ${JSON.stringify(habits)}`,
    fault: "one that says done of what the other one has not",
    habits: { ...habits, latency: 20 },
    play: async ({ service, run, watch, apply, wrong }) => {
      const declared = wide(4);
      const judged = watch(declared, {
        allowed: { ...lost, ...("unique" in habits && { two: "nothing refuses the second one" }) },
      });
      const both = await Promise.all([1, 2].map(async () => run(["apply", "--yes", "--json"], declared)));
      for (const one of both) {
        const report = reportIn(one.stdout) as { items?: { status?: string; key: string }[] } | undefined;
        const done = (report?.items ?? []).filter(({ status }) => status === "done").length;
        if (done > 0 && one.code === null) wrong("did not end");
      }
      const [first, second] = both;
      if (first !== undefined && second !== undefined) {
        // Failed of one is stored by the other: only what is said to be done is compared here.
        if (!("unique" in habits))
          judged({ ...first, stdout: '{"items":[]}', code: Math.min(first.code ?? 1, second.code ?? 1) });
        for (const one of both) {
          if (one.code === 0) judged(one);
        }
      }
      if ("unique" in habits) {
        const { code, output } = await run(["plan", "--detailed-exitcode"], declared);
        if (service.store().projects.length > 4 && code !== 1)
          wrong(`doubled projects, and the plan ends with ${code}: ${output.slice(-200)}`);
        return undefined;
      }
      await apply(declared, { code: 0 });
      return { declared };
    },
  })),
  ...([true, false] as const).flatMap((effect) =>
    (["die", "short", 500, 502, 504] as const).flatMap((answer) =>
      ([1, 2, 5] as const).map((write): HarborScene => ({
        name: `write ${write} is answered ${answer}, ${effect ? "with" : "without"} effect`,
        fault: "two of it, or a wrong word about it",
        habits: { unique: false, faults: [{ write, effect, answer }] },
        play: async ({ apply }) => {
          await apply(wide(3), { allowed: lost });
          return { declared: wide(3) };
        },
      })),
    ),
  ),
  ...([true, false] as const).flatMap((effect) =>
    (["die", 500] as const).map((answer): HarborScene => ({
      name: `the attach of a move is answered ${answer}, ${effect ? "with" : "without"} effect, lists behind`,
      fault: "a host name that is offline",
      habits: { lag: 600, faults: [{ write: 6, effect, answer }] },
      play: async ({ service, apply }) => {
        await service.seed({ slug: "old", domains: ["www.example.com", "b.example.com"] });
        await service.seed({ slug: "new" });
        const declared = [site("old", { domains: ["b.example.com"] }), site("new", { domains: ["www.example.com"] })];
        await apply(declared, { allowed: lost });
        return { declared };
      },
    })),
  ),
];

/** What is shown in a form of its own, though the catalogue does not call it secret. */
const HIDDEN = {
  passwords: [
    "acme/cdp",
    { endpoint: "https://collector:pw-5aa1c9d2e7@cdp.example.com/in", write_key: "wk-by-hand-1234" },
  ],
  identifiers: ["edgee/meta-capi", { pixel_id: "1234567890", access_token: "EAA-by-hand-1234" }],
} as const;
const declaredSecret = {
  "acme/cdp": { write_key: { secret: "WRITE_KEY" } },
  "edgee/meta-capi": { access_token: { secret: "META_TOKEN" } },
};
const hidden: readonly HarborScene[] = (["passwords", "identifiers"] as const).flatMap((hides) =>
  ([{}, { mask: "stars", settings: "merge" }] satisfies HarborHabits[]).flatMap((habits) =>
    (["a version alone", "another setting", "what was exported, and another setting"] as const).map(
      (way): HarborScene => ({
        name: `${hides} are hidden, declared is ${way}, ${JSON.stringify(habits)}`,
        fault: "what is shown of it is sent back, and replaces it",
        habits: { ...habits, hides },
        play: async ({ service, apply, run, wrong, folder }) => {
          const [slug, seeded] = HIDDEN[hides];
          await service.seed({ slug: "shop", components: { [slug]: seeded } });
          const live = (): unknown => {
            const { endpoint, pixel_id } = (service.store().components[0]?.["settings"] ?? {}) as Row;
            return endpoint ?? pixel_id;
          };
          const before = live();
          if (way === "a version alone")
            await apply([site("shop", { components: { [slug]: { version: "1.0.0", active: false } } })], { code: 0 });
          if (way === "another setting")
            await apply([site("shop", { components: { [slug]: { settings: declaredSecret[slug] } } })], {
              args: ["--rewrite-secrets"],
            });
          if (way === "what was exported, and another setting") {
            await run(["export", "--organization", organization_id, "--out", "all"], []);
            const { components = {} } = parse(readFileSync(join(folder, "all/shop.yaml"), "utf8")) as Declared;
            const settings = { ...components[slug]?.settings, ...declaredSecret[slug] };
            await run(
              ["apply", "--yes", "--rewrite-secrets"],
              [site("shop", { components: { [slug]: { settings } } })],
            );
          }
          if (live() !== before) wrong(`it is ${String(live())} now`);
          return undefined;
        },
      }),
    ),
  ),
);

const more: readonly HarborScene[] = [
  ...([{}, { takes: "any" }, { settings: "merge" }] satisfies HarborHabits[]).map((habits): HarborScene => ({
    name: `one setting of three, settings shown as text, ${JSON.stringify(habits)}`,
    fault: "false becomes the text false, which is true to most programs; or a refusal that no run can end",
    habits: { ...habits, values: "text" },
    play: async ({ service, apply, empty }) => {
      await service.seed({
        slug: "shop",
        components: { "edgee/ga4": { measurement_id: "G-1", debug: false, rate: 0.5 } },
      });
      const declared = [site("shop", { components: { "edgee/ga4": { settings: { measurement_id: "G-2" } } } })];
      await apply(declared, { code: 0 });
      await empty(declared);
      return { declared };
    },
  })),
  ...(
    [
      { ids: "integer" },
      { lists: "summary", more: "guess", page: 1, nulls: "absent" },
      { creates: "location", lag: 300 },
      { values: "text" },
      { deletes: "record" },
    ] satisfies HarborHabits[]
  ).map((habits): HarborScene => ({
    name: `all but the least, ${JSON.stringify(habits)}`,
    fault: "a record that is not understood, and made or written again",
    habits,
    play: async ({ service, apply, empty, run, folder, planExported, wrong }) => {
      const { status } = await service.call("POST", "/v1/projects", {
        organization_id: "org_2",
        slug: "shop",
        type: "mcp",
        description: "not ours",
      });
      if (status !== 201) wrong(`another organization: ${status}`);
      const declared = [FULL, SIDE];
      const meant = [FULL_STORED, SIDE];
      await apply(declared, { meant, code: 0 });
      await apply(declared, { meant, code: 0, writesNothing: true });
      await empty(declared);
      await run(["export", "--organization", organization_id, "--out", "all"], []);
      await planExported(["all/shop.yaml", "all/side.yaml"].filter((file) => existsSync(join(folder, file))));
      const next = [
        site(
          "Shop",
          {
            components: { "edgee/ga4": { settings: { rate: 0.25 } }, "acme/cdp": { absent: true } },
            domains: ["WWW.shop.example.com"],
          },
          { cache: false },
        ),
        site("SIDE", { domains: ["5.example.com", { name: "side.example.com", absent: true }] }),
      ];
      const nextStored = next.map((one) => ({
        ...one,
        project: { ...one.project, slug: one.project.slug.toLowerCase() },
      }));
      await apply(next, { meant: nextStored, code: 0 });
      await empty(next);
      return undefined;
    },
  })),
  {
    name: "one writer at a time, the others are answered 500",
    fault: "two of something, or a wrong word about it",
    habits: { patience: 0, unique: false },
    play: async ({ apply }) => {
      await apply(wide(6), { allowed: lost });
      await apply(wide(6), { allowed: lost });
      return { declared: wide(6), options: { args: ["--parallelism", "1"] } };
    },
  },
  ...([8, 15] as const).map((recycled): HarborScene => ({
    name: `a process ends after ${recycled} requests, and is started again`,
    fault: "a write that met a closed connection, and is sent twice or given up",
    habits: { recycled, unique: false },
    play: async ({ apply }) => {
      await apply(wide(4), { allowed: lost });
      return { declared: wide(4) };
    },
  })),
  {
    name: "a deletion is done 2 s after its answer (202)",
    fault: "failed, and it is gone; an attach that is given up",
    habits: { worker: 2000 },
    play: async ({ service, apply, empty }) => {
      await service.seed({
        slug: "old",
        domains: ["www.example.com", "b.example.com"],
        components: { "edgee/ga4": { measurement_id: "G-1" } },
      });
      await service.seed({ slug: "gone" });
      const declared = [
        site("old", {
          components: { "edgee/ga4": { absent: true } },
          domains: [{ name: "b.example.com", absent: true }],
        }),
        site("new", { domains: ["www.example.com"] }),
        site("gone", {}, { absent: true }),
      ];
      await apply(declared, { code: 0 });
      await empty(declared);
      return { declared };
    },
  },
];

export const harbor: readonly HarborScene[] = [...lives, ...life, ...secret, ...ways2, ...more, ...hidden, ...pulls];
