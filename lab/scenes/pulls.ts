import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { nginx } from "../gates.ts";
import type { Declared } from "../oracle.ts";
import type { Row } from "../service.ts";
import type { HarborScene, Stage } from "./harbor.ts";

/* Somebody changes the service by its own interface; pull writes that into the file, and nothing to the service. */

const FILE = "shop.yaml";
const textOf = ({ folder }: Stage, file = FILE): string => readFileSync(join(folder, file), "utf8");
const SHOP = `# The shop. Ask Jo before you touch it.
version: 1
project:
  organization_id: org_1
  slug: shop # the name in every dashboard
  # Off since May.
  force_https: false
  description: 'L\u00e4den & "S\u00f6hne"' # in single quotes
  cookie_whitelist:
    - a # first
    - b # second
components:
  edgee/ga4:
    version: 1.0.0
    settings: { measurement_id: G-1 } # of the account Web
  edgee/meta-capi: { settings: { pixel_id: "007", access_token: { secret: META_TOKEN } } } # in the vault
domains:
  - www.shop.example.com # the main one
# The end.
`;
/** What is made by hand, and the lines that the file has then. `cookieless` and `debug` are not declared. */
const NEW = "L\u00e4den # 'neu': \u2615";
const PROJECT: Row = { force_https: true, description: NEW, cookie_whitelist: ["b"], cookieless: true };
const GA4: Row = { component_version: "1.2.0", settings: { measurement_id: "007", debug: true } };
const CHANGED = {
  "force_https: false": "force_https: true",
  [`'L\u00e4den & "S\u00f6hne"'`]: "'L\u00e4den # ''neu'': \u2615'",
  "    - a # first\n": "",
  "version: 1.0.0": "version: 1.2.0",
  "measurement_id: G-1": 'measurement_id: "007"',
};
const KEY = "wk-by-hand-1234";
const CDP: Row = { component_slug: "acme/cdp", settings: { endpoint: "https://x.example.com", write_key: KEY } };
const MADE = {
  "domains:": '  acme/cdp:\n    version: "1.2.0"\n    settings:\n      endpoint: https://x.example.com\ndomains:',
  "# The end.": "  - xn--mnchen-3ya.example.com\n# The end.",
};
const replaced = (text: string, pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs).reduce((all, [from, to]) => all.replace(from, () => to), text);

/** The service has what the file says. Returns the path of the project. */
async function live({ folder, watch, run, service }: Stage, file = FILE, text = SHOP): Promise<string> {
  writeFileSync(join(folder, file), text);
  watch([parse(text) as Declared], { code: 0 })(await run(["apply", "--yes", "--json", file], []));
  return `/v1/projects/${String(service.store().projects.at(-1)?.["id"])}`;
}

/** Pulls twice, and compares the file with this text. Then a plan is empty, and an apply writes nothing. */
async function pulled(stage: Stage, ...[text, args = [], first = 0]: [string, string[]?, number?]): Promise<void> {
  const { service, run, watch, wrong } = stage;
  for (const code of [first, 0]) {
    const [changes, arrived] = [service.changes(), service.log().length];
    const told = await run(["pull", "--yes", ...args, FILE], []);
    if (told.code !== code) wrong(`exit code ${told.code}, not ${code}: ${told.output.slice(-300)}`);
    if (told.output.includes(KEY)) wrong("shows a secret that was set by hand");
    if (textOf(stage) !== text) wrong(`the file is ${JSON.stringify(textOf(stage))}`);
    const isRead = service.log().every(({ method }, index) => index < arrived || method === "GET");
    if (service.changes() !== changes || !isRead) wrong("pull writes to the service");
  }
  const { code, output } = await run(["plan", "--detailed-exitcode", FILE], []);
  if (code !== 0) wrong(`the plan is not empty: ${code} ${output.slice(0, 300)}`);
  watch([parse(text) as Declared], { code: 0, writesNothing: true })(await run(["apply", "--yes", "--json", FILE], []));
}

const limits = "limit_req_zone $server_port zone=all:1m rate=10r/s; limit_req_status 429; gzip on; gzip_proxied any;";
const limited = nginx({ http: limits, location: "limit_req zone=all burst=4 nodelay;" });
const ways: Readonly<Record<string, Pick<HarborScene, "gateway" | "habits">>> = {
  "as it is": { habits: {} },
  "lists are short, without settings": { habits: { page: 1, most: 1, nulls: "absent", lists: "summary" } },
  "reads are 700 ms behind, under a prefix": { habits: { lag: 700, late: "all", prefix: "/edge/api" } },
  "settings as text, IDs are integers": { habits: { values: "text", mask: "stars", ids: "integer" } },
  "behind nginx with limit_req, 429": { habits: { page: 1, most: 1 }, gateway: limited },
};
/** Each change by hand returns what `pulled` is told. */
const changes: Readonly<Record<string, (stage: Stage, project: string) => Promise<[string, string[]?, number?]>>> = {
  "fields and settings": async (stage, project) => {
    await stage.service.call("POST", project, PROJECT);
    const row = stage.service.store().components.find((one) => one["component_slug"] === "edgee/ga4");
    await stage.service.call("POST", `${project}/components/${String(row?.["id"])}`, GA4);
    return [replaced(SHOP, CHANGED)];
  },
  "a host name and a component that no file has": async (stage, project) => {
    await stage.service.call("POST", `${project}/domains`, { name: "m\u00fcnchen.example.com" });
    await stage.service.call("POST", `${project}/components`, CDP);
    return [replaced(SHOP, MADE), ["--include-unmanaged"], 4];
  },
  "pinned by its ID, and renamed": async (stage, project) => {
    const pinned = replaced(SHOP, { "  slug:": `  id: "${project.split("/").at(-1)}" # pinned\n  slug:` });
    writeFileSync(join(stage.folder, FILE), pinned);
    await stage.service.call("POST", project, { slug: "boutique" });
    return [replaced(pinned, { "slug: shop": "slug: boutique" })];
  },
};

/** Each file is as it was, or as a whole pull has it; the second one, which was not read, is as it was. */
const stopped = (reads: number, gateway: HarborScene["gateway"]): HarborScene => ({
  name: `pull: the service stops after ${reads} reads${gateway === undefined ? "" : ", behind nginx"}`,
  fault: "a file that is half written, or exit code 0",
  habits: { latency: 60, page: 1, most: 1 },
  ...(gateway !== undefined && { gateway }),
  play: async (stage) => {
    const { service, run, wrong } = stage;
    const after = replaced(SHOP, { "force_https: false": "force_https: true" });
    const side = replaced(SHOP, { "slug: shop": "slug: side", "www.shop": "www.side" });
    await stage.service.call("POST", await live(stage, "side.yaml", side), { force_https: true });
    await stage.service.call("POST", await live(stage), { force_https: true });
    const [until, end] = [service.log().length + reads, Date.now() + 30_000];
    const pull = run(["pull", "--yes", "--parallelism", "1", FILE, "side.yaml"], []);
    while (service.log().length < until && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    await service.close();
    const { code, output } = await pull;
    if (code === 0 || code === null) wrong(`exit code ${code}: ${output.slice(-300)}`);
    // After 8 reads all of the first project may have been read.
    const isWhole = reads >= 8 && code === 4 && textOf(stage) === after;
    if ((textOf(stage) !== SHOP && !isWhole) || textOf(stage, "side.yaml") !== side) wrong("a file is another one");
    if (readdirSync(stage.folder).filter((name) => /shop|side/.test(name)).length > 2) wrong("leaves a file");
    await service.heal();
    return pulled(stage, after).then(() => undefined);
  },
});

export const pulls: readonly HarborScene[] = [
  ...Object.entries(ways).flatMap(([name, way]) =>
    Object.entries(changes).map(([what, change]): HarborScene => ({
      ...way,
      name: `pull: ${what}, ${name}`,
      fault: "a file that says what is not live, or loses a comment; a secret in it; a write to the service",
      play: async (stage) => {
        const expected = await change(stage, await live(stage));
        // What was done by hand is in the reads by then.
        await new Promise((resolve) => setTimeout(resolve, 2 * (way.habits.lag ?? 0) + 300));
        return pulled(stage, ...expected).then(() => undefined);
      },
    })),
  ),
  ...[1, 3, 6, 9].flatMap((reads) => [stopped(reads, undefined), stopped(reads, nginx())]),
];
