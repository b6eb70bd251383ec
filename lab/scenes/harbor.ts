import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { startHarbor, type Harbor, type HarborHabits } from "../harbor.ts";
import type { Verdict } from "../harness.ts";
import { judge, shownSecrets, type Allowed, type Declared } from "../oracle.ts";
import type { Product } from "../product.ts";
import type { Row, Store } from "../service.ts";
import { reportIn } from "./life.ts";
import { ran, type Ran } from "./pinned.ts";

/* Another team's service: what it takes the interface to mean is not what this project takes it to mean. */

export interface HarborScene {
  name: string;
  /** What would go wrong with a product that knows only its own stand-in. */
  fault: string;
  habits: HarborHabits;
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

interface Stage {
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
  const env = { ...SECRETS, NO_COLOR: "1", PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: service.token };

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
    const result = await ran([...product.command, ...command, ...written(declared)], { cwd: folder, env, limit: LIMIT });
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
  };
  const planExported: Stage["planExported"] = async (files) => {
    const variables: Record<string, string> = {};
    for (const file of files) {
      const content = readFileSync(join(folder, file), "utf8");
      faults.push(...shownSecrets(content, [service.token, ...Object.values(SECRETS)]).map((what) => `the export ${what}`));
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

  const stage: Stage = { service, folder, run, apply, empty, watch, killedAfter, planExported, wrong: (what) => void faults.push(what) };
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
  return [String(code), ...counts.filter(([, count]) => count !== 0).map(([word, count]) => `${String(count)} ${word}`)].join(" ");
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
  const project = store.projects.find(({ slug }) => slug === declared.project.slug);
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
      { path: "/static", ttl: 60, swr: 30.5, rank: 1, conditions: { request_methods: ["GET"], response_status: [200, 404] } },
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
  domains: ["www.shop.example.com", "M\u00fcnchen.example.com", "xn--fiqs8s.example.com", "a.b.c.d.example.com", "5.example.com"],
};
const NONE = { request_cookies: null, request_headers: null, request_query_params: null, response_headers: null, request_methods: null, response_status: null };
const FULL_STORED: Declared = {
  ...FULL,
  project: {
    ...FULL.project,
    external_project_url: "https://git.example.com/",
    override_cache: [
      { path: "/static", regex: false, ttl: 60, swr: 30.5, pass: false, rank: 1, conditions: { ...NONE, request_methods: ["GET"], response_status: [200, 404] } },
      {
        path: "^/api/.*$", regex: true, ttl: null, swr: null, pass: true, rank: 2,
        conditions: { ...NONE, request_headers: { present: ["x-a"], absent: [], values: {} } },
      },
    ],
    autocapture: { pageview: true, spa_pageview: false, engagement: false, click: true, form: false, scroll: false },
    blocked_ips: ["203.0.113.7/32", "2001:db8::/32"],
    rate_limiting: [
      {
        rank: 1, limit: 100, window: "10s", block_duration: 60, key: ["ip"],
        conditions: { path: "/api", regex: null, method: ["POST"], continent: null, country: ["DE", "FR"] },
      },
    ],
  },
};
const SIDE: Declared = { version: 1, project: plain("side"), components: { "edgee/ga4": { settings: { measurement_id: "G-2" } } }, domains: ["side.example.com"] };

const ways: Record<string, HarborHabits> = {
  "as it is": {},
  "one row a page, nulls left out, lists without settings": { page: 1, most: 1, nulls: "absent", lists: "summary" },
  "lists 400 ms behind, under a prefix": { lag: 400, prefix: "/edge/api" },
  "all reads 1500 ms behind": { lag: 1500, late: "all" },
  "all reads 700 ms behind, writes look there too": { lag: 700, late: "all", scope: "replica" },
  "host names in capitals": { hosts: "upper", settings: "merge" },
  "host names in Unicode, secrets as stars": { hosts: "unicode", mask: "stars" },
  "secrets as a hash, settings merged": { mask: "hash", settings: "merge" },
  "secrets as an object": { mask: "object" },
  "secrets left out": { mask: "omit" },
  "secrets as null, nulls left out": { mask: "null", nulls: "absent" },
  "soft deletion, idle connections closed after 1 s": { deleted: "gone", keepalive: 1, latency: 40 },
};

const lives = Object.entries(ways).map(
  ([name, habits]): HarborScene => ({
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
        const exported = await run(["export", "--organization", organization_id, "--out", out, ...(minimal ? ["--minimal"] : [])], []);
        if (exported.code !== 0) wrong(`the export ends with ${exported.code}: ${exported.output.slice(-300)}`);
        const files = existsSync(join(folder, out)) ? readdirSync(join(folder, out)).filter((file) => file.endsWith(".yaml")) : [];
        if (files.length !== 2) wrong(`${files.length} files were exported`);
        await planExported(files.map((file) => join(out, basename(file))));
      }
      return { declared, options: { meant } };
    },
  }),
);

export const harbor: readonly HarborScene[] = [...lives];
