import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";

/*
 * A stand-in of the service that takes only what the service's description names: its 15 endpoints, no field more, and a host
 * name in a path only as it says that it takes it. It imports nothing of the product.
 */

export type Row = Record<string, unknown>;

export interface Store {
  projects: Row[];
  components: Row[];
  domains: Row[];
}

export interface Arrival {
  method: string;
  path: string;
  body: unknown;
  status: number | "none";
  /** Whether the store is another one after it. */
  effect: boolean;
}

/** What becomes of one request. Without `effect` the store stays as it is. */
export interface Fault {
  effect: boolean;
  /** `drop` closes the connection; `die` closes the whole server until it is healed. */
  answer: "drop" | "die" | number;
  /** Writes are counted from one; `repeat` counts those that are the very same as one before. */
  write: number;
  repeat?: true;
}

export interface Habits {
  /** Two projects of a slug, and two components of a kind in a project, are taken. */
  doubles?: true;
  shows?: "unicode" | "capitals" | "dot";
  /** The spelling of a host name that a path and an attach must have. */
  takes?: "canonical" | "shown";
  faults?: readonly Fault[];
  /** Milliseconds before each answer. */
  latency?: number;
  /** Milliseconds before a write has effect, on top. */
  slowWrites?: number;
  /** Each ID ends with this. */
  ids?: string;
  /** Each project has an automatic host name of this ending. */
  automatic?: string;
  /** Requests a second; the others are answered 429. */
  limit?: number;
}

export const TOKEN = "lab-token-8f2c+61/0c9d7e5b=";

const TYPES = new Set(["proxy", "ai_analytics", "mcp"]);
const BASE = ["organization_id", "slug", "type", "description", "external_project_url"];
const DEFAULTS: Row = {
  log_severity: "INFO",
  edgee_behind_proxy_cache: false,
  force_https: true,
  cache: false,
  override_cache: [],
  override_cache_enabled: false,
  cookie_name: "edgee",
  cookie_domain: null,
  proxy_only: false,
  proxy_only_path_regex: null,
  inject_sdk: false,
  inject_sdk_position: "append",
  cookieless: false,
  autocapture: { pageview: false, spa_pageview: false, engagement: false, click: false, form: false, scroll: false },
  enforce_no_store_policy: false,
  trusted_ips: [],
  password_protection: false,
  blocked_ips: [],
  cookie_whitelist: [],
  forwarded_headers: [],
  rate_limiting: [],
  rate_limiting_enabled: false,
};
const UPDATE = [...BASE.slice(1), "id", ...Object.keys(DEFAULTS)];
const COMPONENT = ["component_id", "component_slug", "component_version", "active", "settings"];
const SETTINGS = {
  "edgee/ga4": "measurement_id",
  "edgee/segment": "write_key",
  "edgee/amplitude": "api_key",
};
const CATALOGUE = Object.entries(SETTINGS).map(([slug, name], index) => ({
  object: "component",
  id: `cmp_${index + 1}`,
  name: slug,
  slug,
  category: "data_collection",
  subcategory: "analytics",
  latest_version: "1.0.0",
  versions: {
    "1.0.0": {
      object: "component_version",
      version: "1.0.0",
      dynamic_fields: [{ name, title: name, type: "string", required: false }],
    },
  },
  is_public: true,
  is_archived: false,
}));

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const notFound = (what: string): Refusal => new Refusal(404, "not_found_error", `No such ${what}.`);
const invalid = (message: string): Refusal => new Refusal(400, "invalid_request_error", message);
const conflict = (message: string): Refusal => new Refusal(409, "conflict_error", message);

export interface LabService {
  url: string;
  port: number;
  token: string;
  log: Arrival[];
  store: () => Store;
  /** Puts objects there, as somebody else does. */
  seed: (site: { slug: string; fields?: Row; components?: Record<string, Row>; domains?: readonly string[] }) => void;
  /** No fault and no limit from now on; listens again if it died. */
  heal: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startService(habits: Habits = {}): Promise<LabService> {
  const state: Store = { projects: [], components: [], domains: [] };
  const log: Arrival[] = [];
  const seen = new Set<string>();
  let active: Habits = habits;
  let writes = 0;
  let repeats = 0;
  let ids = 0;
  let second = { at: 0, count: 0 };
  const now = (): string => new Date().toISOString();
  const nextId = (prefix: string): string => `${prefix}_${(ids += 1)}${habits.ids ?? ""}`;

  const shown = (name: string): string => {
    if (habits.shows === "unicode") return domainToUnicode(name);
    if (habits.shows === "capitals") return name.toUpperCase();
    return habits.shows === "dot" ? `${name}.` : name;
  };
  const domainShown = (row: Row): Row => ({ ...row, name: shown(String(row["name"])) });
  const projectOf = (id: string): Row => {
    const project = state.projects.find((row) => row["id"] === id);
    if (project === undefined) throw notFound("project");
    return project;
  };
  const domainOf = (project: string, spelled: string): Row => {
    const spelling = habits.takes === "shown" ? shown : (name: string) => name;
    const row = state.domains.find((one) => one["project_id"] === project && spelling(String(one["name"])) === spelled);
    if (row === undefined) throw notFound("domain");
    return row;
  };

  const createProject = (body: Row): Row => {
    fields(body, BASE);
    const { organization_id: organization, slug, type } = body;
    if (typeof organization !== "string" || typeof slug !== "string")
      throw invalid("organization_id and slug are required.");
    if (!TYPES.has(String(type))) throw invalid("type is required.");
    if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) throw invalid("slug is not URL-friendly.");
    const taken = state.projects.some((row) => row["organization_id"] === organization && row["slug"] === slug);
    if (taken && habits.doubles !== true) throw conflict("This slug is taken.");
    const id = nextId("prj");
    const times = { created_at: now(), updated_at: now() };
    state.projects.push({ object: "project", id, ...structuredClone(DEFAULTS), ...body, ...times });
    if (habits.automatic !== undefined) attach(id, `${id.replace("_", "-")}${habits.automatic}`);
    return { object: "project", id, ...body, ...times };
  };
  const updateProject = (id: string, body: Row): Row => {
    fields(body, UPDATE);
    const project = projectOf(id);
    if (body["id"] !== undefined && body["id"] !== id) throw invalid("id differs from the path.");
    return Object.assign(project, body, { updated_at: now() });
  };
  const integrate = (project: string, body: Row): Row => {
    projectOf(project);
    fields(body, COMPONENT);
    const { component_id: byId, component_slug: bySlug } = body;
    const known = CATALOGUE.find(({ id, slug }) => (bySlug === undefined ? id === byId : slug === bySlug));
    if (known === undefined) throw notFound("component in the catalogue");
    const there = state.components.some((row) => row["project_id"] === project && row["component_id"] === known.id);
    if (there && habits.doubles !== true) throw conflict("This component is there already.");
    const { category, subcategory, latest_version: latest } = known;
    const row = {
      object: "project_component",
      id: nextId("pc"),
      project_id: project,
      component_id: known.id,
      component_slug: known.slug,
      component_version: body["component_version"] ?? latest,
      category,
      subcategory,
      active: body["active"] ?? true,
      settings: body["settings"] ?? null,
    };
    state.components.push(row);
    return row;
  };
  const attach = (project: string, spelled: unknown): Row => {
    projectOf(project);
    if (typeof spelled !== "string") throw invalid("name is required.");
    const name = domainToASCII(spelled).replace(/\.$/, "");
    if (name === "" || (habits.takes !== "shown" && name !== spelled)) throw invalid("name is not a host name.");
    const owner = state.domains.find((row) => row["name"] === name);
    if (owner !== undefined) throw conflict(`This host name belongs to the project ${String(owner["project_id"])}.`);
    const times = { created_at: now(), updated_at: now() };
    const row = { object: "domain", name, project_id: project, dns_status: true, ssl_status: true, ...times };
    state.domains.push(row);
    return row;
  };
  const without = (kind: keyof Store, gone: (row: Row) => boolean): void => {
    state[kind] = state[kind].filter((row) => !gone(row));
  };

  const answer = (method: string, url: URL, body: Row): unknown => {
    const [version, root, id = "", part, name = "", more] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    if (version !== "v1" || more !== undefined) throw notFound("path");
    const list = (rows: Row[]): Row => page(url, rows);
    if (root === "components" && method === "GET" && part !== undefined && name === "") {
      const found = CATALOGUE.find(({ slug }) => slug === `${id}/${part}`);
      if (found === undefined) throw notFound("component");
      return found;
    }
    if (root !== "projects") throw notFound("path");
    if (id === "") {
      if (method === "POST") return createProject(body);
      const organization = url.searchParams.get("organization_id");
      if (method === "GET") {
        return list(state.projects.filter((row) => organization === null || row["organization_id"] === organization));
      }
    } else if (part === undefined) {
      if (method === "POST") return updateProject(id, body);
      const project = projectOf(id);
      if (method === "GET") return project;
      if (method === "DELETE") {
        without("projects", (row) => row === project);
        without("components", (row) => row["project_id"] === id);
        without("domains", (row) => row["project_id"] === id);
        return { object: "project", id, deleted: true };
      }
    } else if (part === "components") {
      if (name === "" && method === "POST") return integrate(id, body);
      projectOf(id);
      if (name === "" && method === "GET") return list(state.components.filter((row) => row["project_id"] === id));
      const component = state.components.find((row) => row["project_id"] === id && row["id"] === name);
      if (component === undefined) throw notFound("component");
      if (method === "GET") return component;
      if (method === "POST") {
        fields(body, COMPONENT);
        return Object.assign(component, body);
      }
      if (method === "DELETE") {
        without("components", (row) => row === component);
        return { object: "project_component", id: name, deleted: true };
      }
    } else if (part === "domains") {
      if (name === "" && method === "POST") {
        fields(body, ["name"]);
        return domainShown(attach(id, body["name"]));
      }
      projectOf(id);
      if (name === "" && method === "GET") {
        return list(state.domains.filter((row) => row["project_id"] === id).map(domainShown));
      }
      const domain = domainOf(id, name);
      if (method === "GET") return domainShown(domain);
      if (method === "DELETE") {
        without("domains", (row) => row === domain);
        return { object: "domain", id: name, deleted: true };
      }
    }
    throw new Refusal(405, "invalid_request_error", "This method is not served here.");
  };

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    const text = JSON.stringify(body);
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // A gateway broke the request off, and waits for no answer.
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const { method = "", url: path = "/" } = request;
    const arrival: Arrival = { method, path, body: text, status: "none", effect: false };
    log.push(arrival);
    const wait = (active.latency ?? 0) + (method === "GET" ? 0 : (active.slowWrites ?? 0));
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const reply = (status: number, body: unknown): void => {
      arrival.status = status;
      send(response, status, body);
    };
    const write = method !== "GET";
    const same = `${method} ${path} ${text}`;
    const repeated = write && seen.has(same);
    if (write) {
      writes += 1;
      if (repeated) repeats += 1;
      seen.add(same);
    }
    const fault = active.faults?.find((one) =>
      one.repeat === true ? repeated && one.write === repeats : write && one.write === writes,
    );
    if (fault?.effect === false) return fail(fault, request, reply);
    const at = Math.floor(Date.now() / 1000);
    second = second.at === at ? { at, count: second.count + 1 } : { at, count: 1 };
    if (second.count > (active.limit ?? Infinity)) {
      return reply(429, { error: { type: "invalid_request_error", message: "Too many requests." } });
    }
    try {
      if (request.headers.authorization !== `Bearer ${TOKEN}`)
        throw new Refusal(401, "authentication_error", "Not this token.");
      const result = answer(
        method,
        new URL(path, "http://service"),
        write && text !== "" ? (JSON.parse(text) as Row) : {},
      );
      arrival.effect = write;
      if (fault !== undefined) return fail(fault, request, reply);
      reply(200, result);
    } catch (error) {
      if (error instanceof Refusal) reply(error.status, { error: { type: error.type, message: error.message } });
      else reply(400, { error: { type: "invalid_request_error", message: String(error) } });
    }
  };
  const fail = (fault: Fault, request: IncomingMessage, reply: (status: number, body: unknown) => void): void => {
    if (fault.answer === "drop") request.socket.destroy();
    else if (fault.answer === "die") {
      server.close();
      server.closeAllConnections();
    } else reply(fault.answer, `<html><h1>${fault.answer}</h1></html>`);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 60_000;
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token: TOKEN,
    log,
    store: () => structuredClone(state),
    seed: ({ slug, fields: given = {}, components = {}, domains = [] }) => {
      const { id } = createProject({ organization_id: "org_1", slug, type: "proxy" });
      Object.assign(projectOf(String(id)), given);
      for (const [component_slug, settings] of Object.entries(components)) {
        integrate(String(id), { component_slug, settings });
      }
      for (const name of domains) attach(String(id), habits.takes === "shown" ? shown(name) : name);
    },
    heal: async () => {
      const { faults: _faults, limit: _limit, latency: _latency, slowWrites: _slow, ...rest } = active;
      active = rest;
      if (!server.listening) await listen(port);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fields(body: Row, known: readonly string[]): void {
  const strange = Object.keys(body).filter((name) => !known.includes(name));
  if (strange.length > 0) throw invalid(`Unknown: ${strange.join(", ")}.`);
}

const PAGE = 10;

/** Only the list of projects has pages. The newest comes first. */
function page(url: URL, rows: Row[]): Row {
  if (url.pathname !== "/v1/projects") return { object: "list", url: url.pathname, data: rows, has_more: false };
  const sorted = url.searchParams.get("order_direction") === "ASC" ? rows : rows.toReversed();
  const start = url.searchParams.get("start_key");
  const from = start === null ? 0 : sorted.findIndex((row) => row["id"] === start) + 1;
  const size = Number(url.searchParams.get("limit") ?? PAGE);
  if (!Number.isInteger(size) || size < 1) throw invalid("limit is not a number.");
  const data = sorted.slice(from, from + size);
  const more = from + size < sorted.length;
  return { object: "list", url: url.pathname, data, has_more: more, ...(more && { last_key: data.at(-1)?.["id"] }) };
}
