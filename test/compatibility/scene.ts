import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, type Client } from "../../provider/api/client.ts";
import { exportProjects, projectFiles } from "../../sync/export/export.ts";
import type { Mode, Report } from "../../sync/report.ts";
import { run } from "../../sync/run.ts";
import { asObject } from "../world/oracle/meaning.ts";
import { startService, type SocketService } from "../world/oracle/socket-service.ts";
import { virtualClock } from "../virtual-clock.ts";
import { CATALOGUE, ENVIRONMENT, NEIGHBOURS, SECRET, type Declared } from "./declared.ts";
import { between, type Between } from "../habit.ts";
import type { Row } from "./row.ts";

/** Milliseconds that slow habits take in virtual time: within the time that the tool gives a service to settle. */
const SLOW = 3000;

/** The settle window. */
const SETTLED = 10_000;

export interface Scene extends AsyncDisposable {
  readonly service: SocketService;
  /** Runs the tool with these files. */
  run(mode: Mode, files: readonly Declared[]): Promise<Report>;
  /** Exports the organization, and plans the files. */
  planOfExport(): Promise<Report>;
  /** Lets so much virtual time pass that every list and read shows every write. */
  settle(): Promise<void>;
  /** What the service answered, without ids and times. */
  readonly replies: ReadonlySet<string>;
  /** The writes since the last call. */
  writes(): readonly string[];
}

/** A service with the habit, in virtual time. */
export async function openScene(row: Row): Promise<Scene> {
  const clock = virtualClock();
  const replies = new Set<string>();
  const habit: Between = row.between === undefined ? (request, handle) => handle(request) : between(row.between());
  const service = await startService({
    clock: clock.service,
    seed: { catalogue: CATALOGUE, projects: [...NEIGHBOURS, ...(row.seed ?? [])] },
    ...(row.habits === undefined ? {} : { habits: row.habits(SLOW) }),
    between: (request, handle) => {
      const reply = habit(request, handle);
      replies.add(`${request.method} ${withoutNumbers(request.target)} ${withoutNumbers(JSON.stringify(reply))}`);
      return reply;
    },
  });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-compatibility-"));
  const connect = (more: Partial<Parameters<typeof createClient>[0]> = {}): Client =>
    createClient({ baseUrl: service.url, token: service.token, userAgent: "test", clock: clock.client, ...more });

  async function runFiles(
    mode: Mode,
    files: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>>,
  ): Promise<Report> {
    const inside = await mkdtemp(path.join(folder, "run-"));
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(inside, name), text)));
    return run({
      mode,
      patterns: ["*.yaml"],
      folder: inside,
      environment,
      secrets: [service.token],
      connect: (redaction, signal) => connect({ redaction, signal }),
    });
  }

  return {
    service,
    replies,
    settle: () => clock.client.sleep(SETTLED, new AbortController().signal),
    run: (mode, files) =>
      runFiles(
        mode,
        // JSON is YAML.
        Object.fromEntries(
          files.map((file) => [`${String(file.project["slug"])}.yaml`, JSON.stringify({ version: 1, ...file })]),
        ),
        ENVIRONMENT,
      ),
    planOfExport: async () => {
      const client = connect();
      try {
        const exported = await exportProjects(client, { by: "organization", organizationId: "org_1" });
        const files = projectFiles(exported, "./schema.json");
        if (exported.leftOut.length > 0) throw new Error(JSON.stringify(exported.leftOut));
        const environment: Record<string, string> = {};
        for (const { id, secrets } of exported.projects) {
          for (const { name, path: at } of secrets) {
            environment[name] = secretAt(at, await client.projects.get(id), service);
          }
        }
        return await runFiles("plan", Object.fromEntries(files.map(({ name, text }) => [name, text])), environment);
      } finally {
        await client.close();
      }
    },
    writes: () =>
      service
        .takeSeen()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path: at }) => `${method} ${at}`),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ids and times depend on the order in which requests arrive. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\b(?:prj|pc|req)_\d+|\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "#");
}

/** What somebody who knows the secret would put in the environment. Lists are in the order in which the service shows them. */
function secretAt(at: string, project: object, service: SocketService): string {
  if (at.startsWith("project.")) {
    const parts = at
      .slice("project.".length)
      .split(/[.[\]]+/)
      .filter((part) => part !== "");
    const held = parts.reduce<unknown>(
      (value, part) => (Array.isArray(value) ? value[Number(part)] : asObject(value)[part]),
      project,
    );
    return typeof held === "string" ? held : JSON.stringify(held);
  }
  const [, component = "", setting = ""] = /^components\.(.+)\.settings\.(\w+)$/.exec(at) ?? [];
  const own = `/${String(asObject(project)["slug"])}/${component}`.toLowerCase();
  const live = [...service.truth().values()].find(
    ({ kind, key }) => kind === "component" && key.toLowerCase().endsWith(own),
  );
  const held = asObject(live?.record["settings"])[setting];
  return typeof held === "string" ? held : SECRET;
}
