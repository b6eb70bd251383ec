import type { z } from "zod";
import { NotDeletedError, ProtocolError, type Call } from "./errors.ts";
import { readPages } from "./pages.ts";
import {
  componentRecord,
  type ComponentRecord,
  deletedRecord,
  domainRecord,
  type DomainRecord,
  listRecord,
  projectComponentRecord,
  type ProjectComponentRecord,
  projectKeyRecord,
  projectRecord,
  type ProjectRecord,
  updateAnswer,
} from "./records.ts";
import { parseRecord } from "./parse-record.ts";
import { path } from "./path.ts";
import type { WriteGate } from "./retry.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

export type { ProjectRecord } from "./records.ts";
export type { TraceEvent } from "./trace.ts";
export type { TransportOptions as ClientOptions } from "./transport.ts";

/** The fields of a request, with the service's names. */
export type Body = Readonly<Record<string, unknown>>;

/** A record of a list that cannot be read, and what it still says. */
export interface OddProject {
  readonly organization_id?: string | null | undefined;
  readonly slug?: string | null | undefined;
  readonly error: ProtocolError;
}

/** The projects of an organization, as its list shows them. */
export interface ProjectList {
  readonly records: readonly ProjectRecord[];
  /** Records that cannot be read. */
  readonly odd: readonly OddProject[];
}

export interface ProjectFilter {
  readonly organizationId?: string;
  /** Receives each record that cannot be read. Without it, such a record rejects the list. */
  readonly onOdd?: (project: OddProject) => void;
}

/** The calls that only read. Planning and exporting get no more than these. */
export interface ReadClient {
  /** The address of the service, with its path, without a slash at the end. */
  readonly origin: string;
  /** Milliseconds since the epoch, by the client's clock. */
  now(): number;
  readonly projects: {
    get(id: string): Promise<ProjectRecord>;
    /** All projects, oldest first. */
    list(filter?: ProjectFilter): Promise<ProjectRecord[]>;
  };
  readonly components: {
    get(projectId: string, id: string): Promise<ProjectComponentRecord>;
    list(projectId: string): Promise<ProjectComponentRecord[]>;
  };
  readonly domains: {
    get(projectId: string, name: string): Promise<DomainRecord>;
    list(projectId: string): Promise<DomainRecord[]>;
  };
  readonly catalogue: {
    get(organization: string, component: string): Promise<ComponentRecord>;
  };
}

/** The 15 endpoints as typed calls. Each call rejects with an error of errors.ts. */
export interface Client extends ReadClient {
  readonly projects: ReadClient["projects"] & {
    /** Takes no settings (docs/service.md, Endpoints): send them with `update` afterwards. */
    create(body: Body): Promise<ProjectRecord>;
    /** Changes only the fields in `body`. Sends `id` with them. */
    update(id: string, body: Body): Promise<ProjectRecord>;
    delete(id: string): Promise<void>;
  };
  readonly components: ReadClient["components"] & {
    create(projectId: string, body: Body): Promise<ProjectComponentRecord>;
    update(projectId: string, id: string, body: Body): Promise<ProjectComponentRecord>;
    delete(projectId: string, id: string): Promise<void>;
  };
  /** Domains have no update: detach and attach instead (docs/service.md, Endpoints). */
  readonly domains: ReadClient["domains"] & {
    attach(projectId: string, name: string): Promise<DomainRecord>;
    detach(projectId: string, name: string): Promise<void>;
  };
  /** Asks for one project: one request, which shows whether the service answers and takes the token. */
  checkAccess(): Promise<void>;
  /**
   * Waits by the client's clock. `reason` is for diagnostics: what is waited for. Rejects with StoppedError as soon as the
   * client is stopped (by its signal) or closed.
   */
  pause(milliseconds: number, reason: string): Promise<void>;
  /**
   * The same client, with writes that stop when `gate` aborts: no write is sent or sent again after that. The call rejects
   * with the error of its last attempt, or with GateClosedError, whose message is the gate's reason. Requests under way
   * continue. The gate is aborted here when the service refuses the token of a write (401). `exempt`: these writes do not stop.
   * Default: false.
   */
  withWriteGate(gate: AbortController, options?: { readonly exempt?: boolean }): Client;
  /**
   * The same client, with calls that end at `end` (milliseconds since the epoch) at the latest: then those under way are aborted,
   * and those in the queue are not sent.
   */
  withEnd(end: number): Client;
  /** Ends all connections, calls and waits. */
  close(): Promise<void>;
}

export function createClient(options: TransportOptions): Client {
  return clientOver(createTransport(options));
}

/** Items on a page of projects: the most that the service documents. Its default is smaller, and each page costs a request. */
const PAGE_LIMIT = "100";

function clientOver(transport: Transport, gate?: WriteGate): Client {
  const { redact } = transport;

  function parse<S extends z.ZodType>(call: Call, schema: S, record: unknown, subject?: string): z.output<S> {
    return parseRecord(call, schema, record, redact, subject);
  }

  async function get<S extends z.ZodType>(pathname: string, schema: S): Promise<z.output<S>> {
    const call = { method: "GET", path: pathname };
    return parse(call, schema, await transport.send({ ...call, idempotent: true }));
  }

  async function create<S extends z.ZodType>(pathname: string, body: Body, schema: S): Promise<z.output<S>> {
    const call = { method: "POST", path: pathname };
    return parse(call, schema, await transport.send({ ...call, body, idempotent: false, gate }));
  }

  /** An answer without a body or without an id gets the id of the path: it says no more than that the update is done. */
  async function update<S extends z.ZodType>(
    pathname: string,
    id: string,
    body: Body,
    schema: S,
  ): Promise<z.output<S>> {
    const call = { method: "POST", path: pathname };
    const answer = updateAnswer.safeParse(await transport.send({ ...call, body, idempotent: true, gate }));
    const { data } = answer;
    return parse(call, schema, answer.success ? { ...data, id: data?.["id"] ?? id } : undefined);
  }

  async function remove(pathname: string): Promise<void> {
    const call = { method: "DELETE", path: pathname };
    const answer = deletedRecord.safeParse(await transport.send({ ...call, idempotent: true, gate }));
    if (answer.data?.deleted === false) throw new NotDeletedError(call);
  }

  function list<S extends z.ZodType>(
    pathname: string,
    query: Readonly<Record<string, string | undefined>>,
    schema: S,
    idOf: (item: z.output<S>) => string,
    onOdd: (item: unknown, error: ProtocolError) => void = (_item, error) => {
      throw error;
    },
  ): Promise<z.output<S>[]> {
    const call = { method: "GET", path: pathname };
    return readPages(
      call,
      (startKey) => transport.send({ ...call, query: { ...query, start_key: startKey }, idempotent: true }),
      (item, position) => {
        try {
          return parse(call, schema, item, `item ${position} of the list`);
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error;
          onOdd(item, error);
          return undefined;
        }
      },
      idOf,
    );
  }

  // All functions are async, so that an invalid path rejects instead of throwing.
  return {
    origin: transport.origin,
    projects: {
      create: async (body) => create(path`/v1/projects`, body, projectRecord),
      // The update of a project lists `id` as required (docs/service.md, Endpoints).
      update: async (id, body) => update(path`/v1/projects/${id}`, id, { ...body, id }, projectRecord),
      get: async (id) => get(path`/v1/projects/${id}`, projectRecord),
      delete: async (id) => remove(path`/v1/projects/${id}`),
      list: async ({ organizationId, onOdd } = {}) =>
        list(
          path`/v1/projects`,
          // Ascending: a project created meanwhile is appended and does not shift the pages. The only list that documents a limit
          // (docs/service.md, Lists).
          { organization_id: organizationId, order_direction: "ASC", limit: PAGE_LIMIT },
          projectRecord,
          ({ id }) => id,
          onOdd && ((item, error) => onOdd({ ...projectKeyRecord.parse(item), error })),
        ),
    },
    components: {
      create: async (projectId, body) =>
        create(path`/v1/projects/${projectId}/components`, body, projectComponentRecord),
      update: async (projectId, id, body) =>
        update(path`/v1/projects/${projectId}/components/${id}`, id, body, projectComponentRecord),
      get: async (projectId, id) => get(path`/v1/projects/${projectId}/components/${id}`, projectComponentRecord),
      delete: async (projectId, id) => remove(path`/v1/projects/${projectId}/components/${id}`),
      list: async (projectId) =>
        list(path`/v1/projects/${projectId}/components`, {}, projectComponentRecord, ({ id }) => id),
    },
    domains: {
      attach: async (projectId, name) => create(path`/v1/projects/${projectId}/domains`, { name }, domainRecord),
      get: async (projectId, name) => get(path`/v1/projects/${projectId}/domains/${name}`, domainRecord),
      detach: async (projectId, name) => remove(path`/v1/projects/${projectId}/domains/${name}`),
      list: async (projectId) => list(path`/v1/projects/${projectId}/domains`, {}, domainRecord, ({ name }) => name),
    },
    catalogue: {
      get: async (organization, component) => get(path`/v1/components/${organization}/${component}`, componentRecord),
    },
    checkAccess: async () => {
      const call = { method: "GET", path: path`/v1/projects` };
      parse(call, listRecord, await transport.send({ ...call, query: { limit: "1" }, idempotent: true }));
    },
    withWriteGate: (controller, { exempt = false } = {}) => clientOver(transport, { controller, exempt }),
    withEnd: (end) => clientOver(endingAt(end, transport), gate),
    now: () => transport.now(),
    pause: (milliseconds, reason) => transport.pause(milliseconds, reason),
    close: () => transport.close(),
  };
}

function endingAt(end: number, transport: Transport): Transport {
  return { ...transport, send: (request) => transport.send({ ...request, end }) };
}
