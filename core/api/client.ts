import type { z } from "zod";
import { NotDeletedError, OddRecordError, ProtocolError, type Call } from "./errors.ts";
import { readPages } from "./pages.ts";
import {
  domainRecord,
  projectComponentRecord,
  componentRecord,
  deletedAnswer,
  listRecord,
  projectKeyRecord,
  projectRecord,
  type ProjectRecord,
  saysFailure,
  updateAnswer,
} from "./records.ts";
import { path } from "./path.ts";
import type { WriteGate } from "./retry.ts";
import { createReadLimit } from "./answer-size.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

export type { TransportOptions as ClientOptions } from "./transport.ts";

/** The fields of a request, with the service's names. */
export type Body = Readonly<Record<string, unknown>>;

/** A record of a list that cannot be read, and what it still says. */
export interface UnparseableProject {
  readonly organization_id?: string | null | undefined;
  readonly slug?: string | null | undefined;
  readonly error: ProtocolError;
}

/** The projects of an organization, as its list shows them. */
export interface ProjectList {
  readonly records: readonly ProjectRecord[];
  /** Records that cannot be read. */
  readonly unparseable: readonly UnparseableProject[];
}

export interface ProjectFilter {
  readonly organizationId?: string;
  /** Receives each record that cannot be read. Without it, such a record rejects the list. */
  readonly onOdd?: (project: UnparseableProject) => void;
}

type Endpoints = ReturnType<typeof endpointsOver>;
type Reads = {
  readonly [Section in Exclude<keyof Endpoints, "catalogue" | "checkAccess">]: Pick<Endpoints[Section], "get" | "list">;
};

/** The calls that only read. Planning and exporting get no more than these. */
export interface ReadClient
  extends
    Pick<Transport, "origin" | "now">,
    Pick<Endpoints, "catalogue">,
    Reads,
    Pick<TransportOptions, "automaticDomains"> {}

/** The 15 endpoints as typed calls. Each call rejects with an error of errors.ts. */
export interface Client
  extends Omit<Transport, "send" | "redact">, Endpoints, Pick<TransportOptions, "automaticDomains"> {
  /**
   * The same client, with writes that stop when `gate` aborts: no write is sent or sent again after that. The call rejects
   * with the error of its last attempt, or with GateClosedError, whose message is the gate's reason. Requests under way
   * continue. The gate is aborted here when the service refuses the token of a write (401). `exempt`: these writes do not stop.
   * Default: false.
   */
  withWriteGate(gate: AbortController, options?: { readonly exempt?: boolean }): Client;
  /**
   * The same client, with writes that begin before `startsBy` (milliseconds since the epoch), also again: what they rely on is too old then. One
   * that does not get its turn in time rejects with StaleError. Without a gate, nothing changes. `isNext`: they do not wait for the calls in the
   * queue. Default: false.
   */
  withWritesBy(startsBy: number, isNext?: boolean): Client;
  /**
   * The same client, with calls that end at `end` (milliseconds since the epoch) at the latest: then those under way are aborted,
   * and those in the queue are not sent.
   */
  withEnd(end: number): Client;
}

export function createClient(options: TransportOptions): Client {
  const { automaticDomains } = options;
  return clientOver({ ...createTransport(options), limit: createReadLimit(), automaticDomains });
}

type Base = Transport &
  Pick<TransportOptions, "automaticDomains"> & { readonly limit: ReturnType<typeof createReadLimit> };

function clientOver(base: Base, gate?: WriteGate): Client {
  const { send, redact: _redact, limit: _limit, ...shared } = base;
  return {
    ...shared,
    ...endpointsOver(base, gate),
    withWriteGate: (controller, { exempt = false } = {}) => clientOver(base, { controller, exempt }),
    withWritesBy: (startsBy, isNext = false) => clientOver(base, gate && { ...gate, startsBy, isNext }),
    withEnd: (end) => clientOver({ ...base, send: (request) => send({ ...request, end }) }, gate),
  };
}

/** Items on a page of projects: the most that the service documents. Its default is smaller, and each page costs a request. */
const PAGE_LIMIT = "100";

function endpointsOver({ send, redact, limit }: Base, gate?: WriteGate) {
  async function get<S extends z.ZodType>(pathname: string, schema: S, mayBeOld = false): Promise<z.output<S>> {
    const call = { method: "GET", path: pathname };
    const reading = limit(call, pathname);
    return parseRecord(call, schema, await send({ ...call, mayBeOld, idempotent: true, reading }), redact);
  }

  async function create<S extends z.ZodType>(
    pathname: string,
    body: Body,
    schema: S,
    isSentAfterRead = true,
  ): Promise<z.output<S>> {
    const call = { method: "POST", path: pathname };
    const answer = await send({ ...call, body, idempotent: false, isSentAfterRead, gate });
    refuseFailure(call, schema, answer);
    return parseRecord(call, schema, answer, redact);
  }

  /** An answer without a body or without an id gets the id of the path: it says no more than that the update is done. */
  async function update<S extends z.ZodType>(
    pathname: string,
    id: string,
    body: Body,
    schema: S,
  ): Promise<z.output<S>> {
    const call = { method: "POST", path: pathname };
    const answer = await send({ ...call, body, idempotent: true, gate });
    refuseFailure(call, schema, answer);
    const { success, data } = updateAnswer.safeParse(answer);
    return parseRecord(call, schema, success ? { ...data, id: data?.["id"] ?? id } : undefined, redact);
  }

  async function remove(pathname: string): Promise<void> {
    const call = { method: "DELETE", path: pathname };
    const answer = deletedAnswer.safeParse(await send({ ...call, idempotent: true, gate }));
    if (!answer.success) throw new NotDeletedError(call);
  }

  /**
   * All items of a list. Each counts once, also if it is on two pages. Without `onOdd`, an item that cannot be read rejects, and so does one
   * with the id of another item, but not its key: which of them the object is, the service does not say.
   */
  async function list<S extends z.ZodType<Body>>(
    pathname: string,
    schema: S,
    idOf: (item: z.output<S>) => string,
    query: Readonly<Record<string, string | undefined>> = {},
    onOdd?: (item: unknown, error: ProtocolError) => void,
  ): Promise<z.output<S>[]> {
    const call = { method: "GET", path: pathname };
    const refuse = (record: unknown, error: unknown): void => {
      if (onOdd === undefined || !(error instanceof ProtocolError)) throw error;
      onOdd(record, error);
    };
    const reading = limit(call, `${pathname} ${query["organization_id"] ?? ""}`);
    const page = (start_key: string | undefined): Promise<unknown> =>
      send({ ...call, query: { ...query, start_key }, idempotent: true, reading });
    const raw = await readPages(call, page, (objects) => reading.add({ objects }));
    const items = raw.flatMap((record, index) => {
      const subject = `item ${index + 1} of the list`;
      try {
        return { record, subject, item: parseRecord(call, schema, record, redact, subject) };
      } catch (error) {
        refuse(record, error);
        return [];
      }
    });
    return [...Map.groupBy(items, ({ item }) => idOf(item)).values()].flatMap((alike) => {
      if (new Set(alike.map(({ item }) => keyOf(item))).size === 1) return alike.slice(0, 1).map(({ item }) => item);
      for (const { record, subject } of alike)
        refuse(record, new OddRecordError(call, `${subject} has the id of another item, and another name or owner`));
      return [];
    });
  }

  // All functions are async, so that an invalid path rejects instead of throwing.
  const inProject = <Live extends Body>(kind: string, schema: z.ZodType<Live>, idOf: (live: Live) => string) => {
    const all = (projectId: string): string => `${path`/v1/projects/${projectId}`}/${kind}`;
    const one = (projectId: string, id: string): string => all(projectId) + path`/${id}`;
    return {
      // A host name cannot be attached twice.
      create: async (projectId: string, body: Body) => create(all(projectId), body, schema, kind !== "domains"),
      update: async (projectId: string, id: string, body: Body) => update(one(projectId, id), id, body, schema),
      get: async (projectId: string, id: string) => get(one(projectId, id), schema),
      delete: async (projectId: string, id: string) => remove(one(projectId, id)),
      list: async (projectId: string) => list(all(projectId), schema, idOf),
    };
  };
  return {
    projects: {
      /** Takes no settings (docs/internals/service.md, Endpoints): send them with `update` afterwards. */
      create: async (body: Body) => create(path`/v1/projects`, body, projectRecord),
      /** Changes only the fields in `body`. Sends `id` with them: the service lists it as required (docs/internals/service.md, Endpoints). */
      update: async (id: string, body: Body) => update(path`/v1/projects/${id}`, id, { ...body, id }, projectRecord),
      get: async (id: string) => get(path`/v1/projects/${id}`, projectRecord),
      delete: async (id: string) => remove(path`/v1/projects/${id}`),
      /** All projects, oldest first: a project created meanwhile is appended and does not shift the pages. */
      list: async ({ organizationId, onOdd }: ProjectFilter = {}) =>
        list(
          path`/v1/projects`,
          projectRecord,
          ({ id }) => id,
          // The only list that documents a limit (docs/internals/service.md, Lists).
          { organization_id: organizationId, order_direction: "ASC", limit: PAGE_LIMIT },
          onOdd && ((item, error) => onOdd({ ...projectKeyRecord.parse(item), error })),
        ),
    },
    components: inProject("components", projectComponentRecord, ({ id }) => id),
    /** Domains have no update: detach and attach instead (docs/internals/service.md, Endpoints). */
    domains: inProject("domains", domainRecord, ({ name }) => name),
    catalogue: {
      get: async (organization: string, component: string) =>
        // Versions do not change once they are there.
        get(path`/v1/components/${organization}/${component}`, componentRecord, true),
    },
    /** Asks for one project: one request, which shows whether the service answers and takes the token. */
    checkAccess: async (): Promise<void> => {
      const call = { method: "GET", path: path`/v1/projects` };
      parseRecord(call, listRecord, await send({ ...call, query: { limit: "1" }, idempotent: true }), redact);
    },
  };
}

/** Throws if an answer to a write has the status 200, and says that it failed. Only a read shows what became of the request. */
function refuseFailure(call: Call, schema: z.ZodType, answer: unknown): void {
  if (saysFailure(answer) && !schema.safeParse(answer).success)
    throw new ProtocolError(call, "the service answered with an error and the status of a success");
}

/** What names an object beside its id: its owner, and its name there. Slugs and organizations are compared without case. */
function keyOf(record: Body): string {
  const { organization_id, slug, project_id, component_id, component_slug } = record;
  const names = [organization_id, slug, component_slug].map((name) =>
    typeof name === "string" ? name.toLowerCase() || null : name,
  );
  return JSON.stringify([...names, project_id, component_id]);
}

/** A record of an answer by its schema, or an OddRecordError. `subject`: what the error calls the record. */
function parseRecord<S extends z.ZodType>(
  call: Call,
  schema: S,
  record: unknown,
  redact: (text: string) => string,
  subject = "the answer",
): z.output<S> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  // Names only: a value may be a secret, and so may a key that is free text.
  const named = (key: string): string => (/^[\w.-]{1,40}$/.test(key) ? key : "…");
  const names = parsed.error.issues.map(({ path: keys }) => keys.map((key) => named(redact(String(key)))).join("."));
  const fields = [...new Set(names)]
    .map((name) => name || "all of it")
    .slice(0, 5)
    .join(", ");
  throw new OddRecordError(call, `${subject} has missing or invalid fields (${fields})`);
}
