import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { python } from "./scenes/pinned.ts";
import { TOKEN, type Arrival, type Fault, type Row, type Store } from "./service.ts";

/*
 * Starts `services/harbor.py`, another team's service, as a program of its own. The store is read from its file, without the
 * service: what it says and what it has are two things.
 */

/** The ways of the service where the interface is silent. */
export interface HarborHabits {
  /** The path before `/v1`. */
  prefix?: string;
  /** Rows on a page without `limit`, and at most. */
  page?: number;
  most?: number;
  /** Milliseconds that lists, or all reads, are behind. */
  lag?: number;
  late?: "all";
  /** A write looks for its project in what reads show. */
  scope?: "replica";
  unique?: false;
  trims?: false;
  cidr?: false;
  nulls?: "absent";
  lists?: "summary";
  /** A deleted object is 404, 410, or read alone only `deleted: true`. */
  deleted?: "gone" | "stub";
  deletes?: "record";
  again?: 204;
  mask?: "stars" | "last4" | "object" | "hash" | "word" | "null" | "omit";
  /** What is hidden though the catalogue does not call it secret. */
  hides?: "passwords" | "identifiers";
  settings?: "merge";
  hosts?: "upper" | "unicode";
  prefixes?: true;
  quota?: number;
  /** How many updates of projects meet another writer. */
  contention?: number;
  maintenance?: { write: number; seconds: number };
  /** Seconds after which an idle connection is closed. */
  keepalive?: number;
  latency?: number;
  ids?: "integer";
  /** Decimal numbers and settings come back as text. */
  values?: "text";
  /** Settings are not checked against the catalogue. */
  takes?: "any";
  /** A full page says that there is more. */
  more?: "guess";
  /** A create is answered with an address alone. */
  creates?: "location";
  /** Seconds that a writer waits for another one. */
  patience?: number;
  /** Milliseconds after which a worker does what a deletion asked for. */
  worker?: number;
  /** A process ends after so many requests, and is started again. */
  recycled?: number;
  faults?: readonly (Omit<Fault, "answer" | "repeat"> & { answer: "die" | "short" | number })[];
}

export interface Harbor {
  url: string;
  token: string;
  store: () => Store;
  /** Each request that was answered. */
  log: () => Arrival[];
  /** How often a row was written. */
  changes: () => number;
  /** A request of somebody else; the answer's status and record. */
  call: (method: string, path: string, body?: Row) => Promise<{ status: number; record: Row }>;
  /** Makes a project with what is in it, as somebody else does. Returns its ID. */
  seed: (site: {
    slug: string;
    fields?: Row;
    components?: Record<string, Row>;
    domains?: readonly string[];
  }) => Promise<string>;
  /** The same service from now on without faults and limits. */
  heal: () => Promise<void>;
  close: () => Promise<void>;
}

const PACKAGES = ["fastapi==0.165.0", "uvicorn==0.54.0", "sqlalchemy==2.1.9", "idna==3.20"];

export async function startHarbor(folder: string, habits: HarborHabits): Promise<Harbor> {
  mkdirSync(folder, { recursive: true });
  const PYTHONPATH = await python(...PACKAGES);
  let child: ChildProcess | undefined;
  let closed = false;
  let output = "";
  const launch = async (port: number, ways: HarborHabits): Promise<number> => {
    const env = { PATH: process.env["PATH"], PYTHONPATH, HARBOR: JSON.stringify(ways), HARBOR_TOKEN: TOKEN };
    const program = join(import.meta.dirname, "services/harbor.py");
    const started = spawn("python3", [program, folder, String(port)], { env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    started.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        started.kill("SIGKILL");
        reject(new Error(`harbor does not start: ${output.slice(-600)}`));
      }, 60_000);
      started.stdout.on("data", (chunk: Buffer) => {
        clearTimeout(late);
        resolve(Number(/PORT (\d+)/.exec(chunk.toString())?.[1]));
      });
      started.once("close", (code) => {
        clearTimeout(late);
        // A supervisor starts it again, in the state that it left.
        if ((code === 137 || (code === 0 && ways.recycled !== undefined)) && !closed)
          launch(listening, { ...ways, faults: [] }).catch(() => undefined);
        else reject(new Error(`harbor ended with ${code}: ${output.slice(-600)}`));
      });
    });
  };
  const stop = async (): Promise<void> => {
    const running = child;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => {
      running.once("close", () => resolve());
    });
    running.kill("SIGKILL");
    await ended;
  };
  let listening = 0;
  listening = await launch(0, habits);

  const database = <T>(use: (file: DatabaseSync) => T): T => {
    const file = new DatabaseSync(join(folder, "primary.db"), { timeout: 5000 });
    try {
      return use(file);
    } finally {
      file.close();
    }
  };
  const url = `http://127.0.0.1:${listening}${habits.prefix ?? ""}`;
  const call: Harbor["call"] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const init = { method, headers, signal: AbortSignal.timeout(10_000) };
    const response = await fetch(`${url}${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    const at = response.headers.get("location");
    const told = await response.text();
    const shown = told === "" && at !== null;
    const answer = shown
      ? await (await fetch(`http://127.0.0.1:${listening}${at}`, { headers, signal: init.signal })).text()
      : told;
    return { status: response.status, record: answer.startsWith("{") ? (JSON.parse(answer) as Row) : {} };
  };
  const made = async (path: string, body: Row): Promise<Row> => {
    const { status, record } = await call("POST", path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(record)}`);
    return record;
  };
  return {
    url,
    token: TOKEN,
    store: () => database(storeIn),
    log: () => arrivalsIn(join(folder, "access.jsonl")),
    changes: () => database((file) => Number(file.prepare("SELECT count(*) AS n FROM audit").get()?.["n"])),
    call,
    seed: async ({ slug, fields, components = {}, domains = [] }) => {
      const id = String((await made("/v1/projects", { organization_id: "org_1", slug, type: "proxy" }))["id"]);
      if (fields !== undefined) await made(`/v1/projects/${id}`, fields);
      for (const [component_slug, settings] of Object.entries(components)) {
        await made(`/v1/projects/${id}/components`, { component_slug, settings });
      }
      for (const name of domains) await made(`/v1/projects/${id}/domains`, { name });
      // The service shows a run all objects that existed before it.
      if (habits.lag !== undefined) await new Promise((resolve) => setTimeout(resolve, 2 * (habits.lag ?? 0) + 300));
      return id;
    },
    heal: async () => {
      const { faults, maintenance, contention, quota, latency, recycled, patience, ...rest } = habits;
      if ([faults, maintenance, contention, quota, latency, recycled, patience].every((one) => one === undefined))
        return;
      closed = true;
      await stop();
      closed = false;
      await launch(listening, rest);
    },
    close: async () => {
      closed = true;
      await stop();
    },
  };
}

function storeIn(file: DatabaseSync): Store {
  const rows = (table: string): Row[] =>
    file
      .prepare(`SELECT * FROM ${table} WHERE deleted_at IS NULL ORDER BY seq`)
      .all()
      .map((row) => ({ ...row }));
  const parsed = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);
  const without = (row: Row, ...names: string[]): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  return {
    projects: rows("projects").map((row) => ({
      ...without(row, "config", "seq", "lock_version", "deleted_at"),
      ...(parsed(row["config"]) as Row),
    })),
    components: rows("components").map((row) => ({
      ...without(row, "seq", "deleted_at"),
      active: row["active"] === 1,
      settings: parsed(row["settings"]),
    })),
    domains: rows("domains").map((row) => without(row, "seq", "deleted_at")),
  };
}

function arrivalsIn(path: string): Arrival[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const note = JSON.parse(line) as { method: string; path: string; query: string; status: number };
    const { method, path: at, query, status } = note;
    const effect = method !== "GET" && status < 300;
    return { method, path: query === "" ? at : `${at}?${query}`, body: "", status, effect };
  });
}
