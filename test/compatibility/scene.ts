import { exportProjects, projectFiles } from "../../sync/export/export.ts";
import type { Mode, Report } from "../../sync/report/report.ts";
import { between, type Between } from "../habit.ts";
import { openWorld } from "../world/open-world.ts";
import { asObject } from "../world/oracle/meaning.ts";
import type { WatchedService } from "../world/oracle/service.ts";
import { CATALOGUE, ENVIRONMENT, NEIGHBOURS, SECRET, type Declared } from "./declared.ts";
import type { Row } from "./row.ts";

/** The settle window. */
const SETTLED = 10_000;

/** Requests at once. */
const CONCURRENCY = 8;

export interface Scene {
  readonly service: WatchedService;
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
export function openScene(row: Row): Scene {
  const replies = new Set<string>();
  const habit: Between = row.between === undefined ? (request, handle) => handle(request) : between(row.between());
  const { service, clock, run, connect } = openWorld({
    seed: { catalogue: CATALOGUE, projects: [...NEIGHBOURS, ...(row.seed ?? [])] },
    ...(row.habits === undefined ? {} : { habits: row.habits }),
    between: (request, handle) => {
      const reply = habit(request, handle);
      replies.add(`${request.method} ${withoutNumbers(request.target)} ${withoutNumbers(JSON.stringify(reply))}`);
      return reply;
    },
  });
  return {
    service,
    replies,
    settle: () => clock.sleep(SETTLED, new AbortController().signal),
    run: (mode, files) => {
      // JSON is YAML.
      const texts = files.map((file) => [
        `${String(file.project["slug"])}.yaml`,
        JSON.stringify({ version: 1, ...file }),
      ]);
      return run({ mode, environment: ENVIRONMENT }, Object.fromEntries(texts), CONCURRENCY);
    },
    planOfExport: async () => {
      const client = connect(CONCURRENCY);
      const exported = await exportProjects(client, { by: "organization", organizationId: "org_1" });
      const files = projectFiles(exported, "./schema.json");
      if (exported.leftOut.length > 0) throw new Error(JSON.stringify(exported.leftOut));
      const environment: Record<string, string> = {};
      for (const { id, secrets } of exported.projects) {
        for (const { name, path: at } of secrets) {
          environment[name] = secretAt(at, await client.projects.get(id), service);
        }
      }
      const texts = files.map(({ name, text }) => [name, text]);
      return run({ mode: "plan", environment }, Object.fromEntries(texts), CONCURRENCY);
    },
    writes: () => {
      const writes = service.takeSeen().filter(({ method }) => method !== "GET");
      return writes.map(({ method, path }) => `${method} ${path}`);
    },
  };
}

/** Ids and times depend on the order in which requests arrive. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\b(?:prj|pc|req)_\d+|\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "#");
}

/** What somebody who knows the secret would put in the environment. Lists are in the order in which the service shows them. */
function secretAt(at: string, project: object, service: WatchedService): string {
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
