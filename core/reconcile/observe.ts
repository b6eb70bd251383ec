import { isDeepStrictEqual } from "node:util";
import { readCatalogueEntry } from "./read-catalogue.ts";
import type { UnparseableProject, ProjectList, ReadClient } from "../api/client.ts";
import { asError, InvalidRequestError, isNotFound, isServiceError, isUnauthenticated } from "../api/errors.ts";
import { markAutomatic } from "../resources/automatic-domain.ts";
import { KINDS, SECTIONS, type KindName } from "../resources/kind.ts";
import { bySpelling } from "./try-spellings.ts";
import { copyOf, partName, type Part, type ReadResult, type Snapshot, valueOf } from "./snapshot.ts";

/** A plan, or the parts of the service that it needs first. */
export type Planning<Plan> = { readonly plan: Plan } | { readonly needs: readonly Part[] };

/** The only reader of the service: keeps what was read, and reads again what may have changed. */
export interface Observer {
  /** The parts as they were read last. Its maps change when something is read; a single reading never does. */
  readonly snapshot: Snapshot;
  /** The parts whose last read failed, by `partName`, with the reason. Where an earlier read succeeded, the snapshot still has that. */
  readonly unread: ReadonlyMap<string, Error>;
  /** Reads parts, all together. Rejects if the service refuses the token. */
  read(parts: readonly Part[]): Promise<void>;
  /** Like `read`, and joins reads of the same parts that are under way: many writes may wait for one read of their project. */
  readTogether(parts: readonly Part[]): Promise<void>;
  /** Reads what a plan needs until it needs nothing more. `onRead` is called when something was read. */
  plan<Plan>(planOf: (snapshot: Snapshot) => Planning<Plan>, onRead?: () => void): Promise<Plan>;
  /** Forgets parts, so that a plan that needs them reads them again. */
  forget(parts: readonly Part[]): void;
  /** Forgets what was read before `time` (milliseconds since the epoch), and each read that failed or found nothing. */
  forgetOlder(time: number): void;
  /** Takes what an answer showed, or what a read by id did, into the snapshot. */
  take(part: Part, value: unknown, at?: number): void;
}

export function createObserver(client: ReadClient): Observer {
  const snapshot = copyOf();
  const maps: { readonly [Of in keyof Snapshot]: Map<string, ReadResult<unknown>> } = snapshot;
  const unread = new Map<string, Error>();
  const underWay = new Map<string, Promise<void>>();

  async function readPart(part: Part): Promise<void> {
    const found = await settled(client, () => valueIn(client, part));
    const { [part.of]: map } = maps;
    const before = map.get(part.key);
    if ("value" in found) unread.delete(partName(part));
    else unread.set(partName(part), found.error);
    if ("value" in found || before === undefined || "error" in before) map.set(part.key, sharing(before, found));
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
      for (const { of, key } of parts) maps[of].delete(key);
    },
    forgetOlder: (time) => {
      for (const [of, map] of Object.entries(maps))
        for (const [key, reading] of map)
          if (of !== "catalogue" && (reading.at < time || valueOf(reading) === undefined)) map.delete(key);
    },
    take: (part, value, at = client.now()) => {
      maps[part.of].set(part.key, { at, value });
      // A list may still lack what was not read.
      if (isKind(part.of)) unread.delete(partName(part));
    },
  };
}

async function valueIn(client: ReadClient, { of, key }: Part): Promise<unknown> {
  if (of === "catalogue") return readCatalogueEntry(client, key);
  if (of === "projects") return listProjects(client, key);
  if (of === "project") return withId(of, key, await undefinedIfGone(client.projects.get(key)));
  if (of === "components") return client.components.list(key);
  if (of === "domains") return markAutomatic(key, await client.domains.list(key), client.automaticDomains);
  const [projectId = "", id = ""] = key.split(/\/(.*)/s);
  const reading = bySpelling<object>(of, id, (name) => client[SECTIONS[of]].get(projectId, name));
  return withId(of, id, await inItsProject(client, projectId, reading));
}

/** An answer about another object says nothing about this one. A host name has spellings, so it is compared elsewhere. */
function withId(kind: KindName, id: string, live: object | undefined): object | undefined {
  if (live === undefined || kind === "domain" || !("id" in live) || live.id === id) return live;
  throw new InvalidRequestError(
    `The service answered a read of ${kind} ${id} with ${String(live.id)}: nothing is sent.`,
  );
}

function isKind(of: string): of is KindName {
  return KINDS.some((kind) => kind === of);
}

/** A reading with the value that was read before, if it is the same: what was planned from that is planned already. */
function sharing(before: ReadResult<unknown> | undefined, now: ReadResult<unknown>): ReadResult<unknown> {
  const isSame =
    before !== undefined && "value" in before && "value" in now && isDeepStrictEqual(before.value, now.value);
  return isSame ? { ...now, value: before.value } : now;
}

/** A token that is refused is refused for everything. */
async function settled<Value>({ now }: ReadClient, reading: () => Promise<Value>): Promise<ReadResult<Value>> {
  const at = now();
  try {
    const value = await reading();
    return { at, until: now(), value };
  } catch (error) {
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return { at, error: asError(error) };
  }
}

async function listProjects(client: ReadClient, organizationId: string): Promise<ProjectList> {
  const unparseable: UnparseableProject[] = [];
  const records = await client.projects.list({
    ...(organizationId === "" ? {} : { organizationId }),
    onOdd: (project) => unparseable.push(project),
  });
  return { records, unparseable };
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
