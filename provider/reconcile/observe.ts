import type { OddProject, ProjectList, ReadClient } from "../api/client.ts";
import { asError, isNotFound, isServiceError, isUnauthenticated } from "../api/errors.ts";
import type { ProjectComponentRecord } from "../api/records.ts";
import { lookUp } from "../resources/catalogue.ts";
import { partName, type Part, type Reading, type Snapshot } from "./snapshot.ts";

/** A plan, or the parts of the service that it needs first. */
export type Planning<Plan> = { readonly plan: Plan } | { readonly needs: readonly Part[] };

/** The only reader of the service: keeps what was read, and reads again what may have changed. */
export interface Observer {
  /** What was read last. Its maps change when something is read; a single reading never does. */
  readonly snapshot: Snapshot;
  /** The parts whose last read failed, by `partName`, with the reason. Where an earlier read succeeded, the snapshot still has that. */
  readonly unread: ReadonlyMap<string, Error>;
  /** Reads parts, all together. Rejects if the service refuses the token, and with StoppedError. */
  read(parts: readonly Part[]): Promise<void>;
  /** Like `read`, and joins reads of the same parts that are under way: many writes may wait for one read of their project. */
  readTogether(parts: readonly Part[]): Promise<void>;
  /** Reads what a plan needs until it needs nothing more. `onRead` is called when something was read. */
  plan<Plan>(planOf: (snapshot: Snapshot) => Planning<Plan>, onRead?: () => void): Promise<Plan>;
  /** Forgets parts, so that a plan that needs them reads them again. */
  forget(parts: readonly Part[]): void;
  /** Forgets what was read before `time` (milliseconds since the epoch), and each failed read. */
  forgetOlder(time: number): void;
  /** Takes what an answer showed, or what a read by id did, into the snapshot. */
  take<Of extends keyof Snapshot>(of: Of, key: KeyOf<Of>, value: ValueOf<Of>, at?: number): void;
}

type KeyOf<Of extends keyof Snapshot> = Snapshot[Of] extends ReadonlyMap<infer Key, unknown> ? Key : never;
type ValueOf<Of extends keyof Snapshot> =
  Snapshot[Of] extends ReadonlyMap<unknown, Reading<infer Value>> ? Value : never;

export function createObserver(client: ReadClient): Observer {
  const snapshot = {
    projects: new Map(),
    project: new Map(),
    components: new Map(),
    component: new Map(),
    domains: new Map(),
    domain: new Map(),
    catalogue: new Map(),
  } satisfies Snapshot;
  const maps: { readonly [Of in keyof Snapshot]: Map<KeyOf<Of>, Reading<ValueOf<Of>>> } = snapshot;
  const unread = new Map<string, Error>();
  const underWay = new Map<string, Promise<void>>();

  async function into<Key, Value>(
    part: Part,
    map: Map<Key, Reading<Value>>,
    key: Key,
    reading: () => Promise<Value>,
  ): Promise<void> {
    const at = client.now();
    const found = await settled(at, reading);
    const name = partName(part);
    if ("value" in found) unread.delete(name);
    else unread.set(name, found.error);
    const before = map.get(key);
    if ("value" in found || before === undefined || "error" in before) map.set(key, found);
  }

  function readPart(part: Part): Promise<void> {
    if (part.of === "projects") return into(part, maps.projects, part.key, () => listProjects(client, part.key));
    const { of, key } = part;
    const [projectId = "", name = ""] = key.split(/\/(.*)/s);
    switch (of) {
      case "project":
        return into(part, maps.project, key, () => undefinedIfGone(client.projects.get(key)));
      case "components":
        return into(part, maps.components, key, () => listComponents(client, key));
      case "component":
        return into(part, maps.component, key, () =>
          inItsProject(client, projectId, client.components.get(projectId, name)),
        );
      case "domains":
        return into(part, maps.domains, key, () => client.domains.list(key));
      case "domain":
        return into(part, maps.domain, key, () => inItsProject(client, projectId, client.domains.get(projectId, name)));
      case "catalogue":
        return into(part, maps.catalogue, key, () => lookUp(client, key));
    }
  }

  async function read(parts: readonly Part[], onRead?: () => void): Promise<void> {
    const different = new Map(parts.map((part) => [partName(part), part]));
    const reads = [...different.values()].map((part) => readPart(part).then(onRead));
    // The first part's failure, whichever came first.
    const failed = (await Promise.allSettled(reads)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  async function joined(part: Part): Promise<void> {
    const name = partName(part);
    const reading = underWay.get(name) ?? read([part]).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  }

  return {
    snapshot,
    unread,
    read: (parts) => read(parts),
    readTogether: async (parts) => {
      await Promise.all(parts.map(joined));
    },
    plan: async (planOf, onRead) => {
      for (;;) {
        const planning = planOf(snapshot);
        if ("plan" in planning) return planning.plan;
        await Promise.all(planning.needs.map((part) => joined(part).then(onRead)));
      }
    },
    forget: (parts) => {
      for (const { of, key } of parts) {
        const map: Map<unknown, unknown> = maps[of];
        map.delete(key);
      }
    },
    forgetOlder: (time) => {
      for (const part of PARTS) {
        const map: Map<unknown, Reading<unknown>> = maps[part];
        for (const [key, reading] of map) if (reading.at < time || "error" in reading) map.delete(key);
      }
    },
    take: (of, key, value, at = client.now()) => {
      const map: Map<unknown, unknown> = maps[of];
      map.set(key, { at, value });
      // A list may still lack what was not read.
      if (of === "project" || of === "component" || of === "domain") unread.delete(`${of} ${String(key)}`);
    },
  };
}

/** All but the catalogue. */
const PARTS = ["projects", "project", "components", "component", "domains", "domain"] as const;

/** A token that is refused is refused for everything. */
async function settled<Value>(at: number, reading: () => Promise<Value>): Promise<Reading<Value>> {
  try {
    return { at, value: await reading() };
  } catch (error) {
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return { at, error: asError(error) };
  }
}

async function listProjects(client: ReadClient, organizationId: string | undefined): Promise<ProjectList> {
  const odd: OddProject[] = [];
  const records = await client.projects.list({
    ...(organizationId === undefined ? {} : { organizationId }),
    onOdd: (project) => odd.push(project),
  });
  return { records, odd };
}

/** The components of a project. One whose record in the list does not say which component it is, is read by its id. */
async function listComponents(client: ReadClient, projectId: string): Promise<readonly ProjectComponentRecord[]> {
  const listed = await client.components.list(projectId);
  return Promise.all(
    listed.map(async (record) => {
      const isNamed = typeof record.component_slug === "string" || typeof record.component_id === "string";
      return isNamed ? record : ((await undefinedIfGone(client.components.get(projectId, record.id))) ?? record);
    }),
  );
}

/** `undefined` only if the service itself says that the object is gone, while its project answers. */
async function inItsProject<Value>(
  client: ReadClient,
  projectId: string,
  reading: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // Otherwise the base URL or the token may be wrong.
    if ((await undefinedIfGone(client.projects.get(projectId))) === undefined) throw error;
    return undefined;
  }
}

async function undefinedIfGone<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
