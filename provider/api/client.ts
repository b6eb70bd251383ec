import type { z } from "zod";
import { ProtocolError, type Call } from "./errors.ts";
import { readPages } from "./pages.ts";
import { path } from "./path.ts";
import {
  componentRecord,
  deletedRecord,
  domainRecord,
  projectComponentRecord,
  projectRecord,
  type ComponentRecord,
  type DomainRecord,
  type ProjectComponentRecord,
  type ProjectRecord,
} from "./records.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";

export { isConflict, isForbidden, isNotFound, isServiceError, isUnauthenticated } from "./errors.ts";
export type { ComponentRecord, DomainRecord, ProjectComponentRecord, ProjectRecord } from "./records.ts";
export type { TransportOptions as ClientOptions } from "./transport.ts";

/** The fields of a request, by the service's own names. */
export type Body = Readonly<Record<string, unknown>>;

/** The 15 endpoints as typed calls. Every call rejects with one of the errors of errors.ts. */
export interface Client {
  /** scheme, host and port of the service. */
  readonly origin: string;
  readonly projects: {
    /** Takes no settings, and answers none (service description): they need an update afterwards. */
    create(body: Body): Promise<ProjectRecord>;
    /** Partial: what is absent stays as it is. */
    update(id: string, body: Body): Promise<ProjectRecord>;
    get(id: string): Promise<ProjectRecord>;
    delete(id: string): Promise<void>;
    /** All of them, oldest first. */
    list(filter?: { organizationId?: string }): Promise<ProjectRecord[]>;
  };
  readonly components: {
    create(projectId: string, body: Body): Promise<ProjectComponentRecord>;
    update(projectId: string, id: string, body: Body): Promise<ProjectComponentRecord>;
    get(projectId: string, id: string): Promise<ProjectComponentRecord>;
    delete(projectId: string, id: string): Promise<void>;
    list(projectId: string, filter?: { category?: string; subcategory?: string }): Promise<ProjectComponentRecord[]>;
  };
  /** A domain has no update: it is detached and attached (interface document, 4.3). */
  readonly domains: {
    attach(projectId: string, name: string): Promise<DomainRecord>;
    get(projectId: string, name: string): Promise<DomainRecord>;
    detach(projectId: string, name: string): Promise<void>;
    list(projectId: string): Promise<DomainRecord[]>;
  };
  readonly catalogue: {
    get(organization: string, component: string): Promise<ComponentRecord>;
  };
  /**
   * Waits this many milliseconds by the client's clock. Rejects with {@link StoppedError} at once when the client is
   * stopped (by its signal) or closed.
   */
  pause(milliseconds: number): Promise<void>;
  /**
   * The same client, but that once `gate` aborts no write is sent any more, nor sent again: the call rejects with
   * {@link HeldBackError}, which says the gate's reason, or with what became of the attempt before. What is on its way
   * goes on. A write whose token the service refuses (401) aborts it.
   */
  holdBack(gate: AbortController): Client;
  /** Ends every connection, call and wait. */
  close(): Promise<void>;
}

export function createClient(options: TransportOptions): Client {
  return clientOver(createTransport(options));
}

function clientOver(transport: Transport, gate?: AbortController): Client {
  const { redact } = transport;

  function parse<S extends z.ZodType>(call: Call, schema: S, answer: unknown): z.output<S> {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    // The places only: an answer may hold a secret.
    const places = parsed.error.issues.map(
      ({ path }) => path.map((key) => placeName(redact(String(key)))).join(".") || "the answer",
    );
    const fields = [...new Set(places)].slice(0, 5).join(", ");
    throw new ProtocolError(call, `the answer has not the shape the interface describes (${fields})`);
  }

  async function get<S extends z.ZodType>(at: string, schema: S): Promise<z.output<S>> {
    const call = { method: "GET", path: at };
    return parse(call, schema, await transport.send({ ...call, repetition: "repeatable" }));
  }

  async function post<S extends z.ZodType>(
    at: string,
    body: Body,
    schema: S,
    repetition: "repeatable" | "once",
  ): Promise<z.output<S>> {
    const call = { method: "POST", path: at };
    return parse(call, schema, await transport.send({ ...call, body, repetition, gate }));
  }

  async function remove(at: string): Promise<void> {
    const call = { method: "DELETE", path: at };
    const answer = deletedRecord.safeParse(await transport.send({ ...call, repetition: "repeatable", gate }));
    if (answer.data?.deleted === false) throw new ProtocolError(call, "the service says that it did not delete it");
  }

  function list<S extends z.ZodType>(
    at: string,
    query: Readonly<Record<string, string | undefined>>,
    schema: S,
    idOf: (item: z.output<S>) => string,
  ): Promise<z.output<S>[]> {
    const call = { method: "GET", path: at };
    return readPages(
      call,
      (startKey) => transport.send({ ...call, query: { ...query, start_key: startKey }, repetition: "repeatable" }),
      (item) => parse(call, schema, item),
      idOf,
    );
  }

  // Async, so that a path that is refused rejects too.
  return {
    origin: transport.origin,
    projects: {
      create: async (body) => post(path`/v1/projects`, body, projectRecord, "once"),
      update: async (id, body) => post(path`/v1/projects/${id}`, body, projectRecord, "repeatable"),
      get: async (id) => get(path`/v1/projects/${id}`, projectRecord),
      delete: async (id) => remove(path`/v1/projects/${id}`),
      list: async ({ organizationId } = {}) =>
        list(
          path`/v1/projects`,
          // Ascending: what is created meanwhile is appended and cannot shift a page.
          { organization_id: organizationId, order_direction: "ASC" },
          projectRecord,
          ({ id }) => id,
        ),
    },
    components: {
      create: async (projectId, body) =>
        post(path`/v1/projects/${projectId}/components`, body, projectComponentRecord, "once"),
      update: async (projectId, id, body) =>
        post(path`/v1/projects/${projectId}/components/${id}`, body, projectComponentRecord, "repeatable"),
      get: async (projectId, id) => get(path`/v1/projects/${projectId}/components/${id}`, projectComponentRecord),
      delete: async (projectId, id) => remove(path`/v1/projects/${projectId}/components/${id}`),
      list: async (projectId, filter = {}) =>
        list(path`/v1/projects/${projectId}/components`, filter, projectComponentRecord, ({ id }) => id),
    },
    domains: {
      attach: async (projectId, name) => post(path`/v1/projects/${projectId}/domains`, { name }, domainRecord, "once"),
      get: async (projectId, name) => get(path`/v1/projects/${projectId}/domains/${name}`, domainRecord),
      detach: async (projectId, name) => remove(path`/v1/projects/${projectId}/domains/${name}`),
      list: async (projectId) => list(path`/v1/projects/${projectId}/domains`, {}, domainRecord, ({ name }) => name),
    },
    catalogue: {
      get: async (organization, component) => get(path`/v1/components/${organization}/${component}`, componentRecord),
    },
    holdBack: (writes) => clientOver(transport, writes),
    pause: (milliseconds) => transport.pause(milliseconds),
    close: () => transport.close(),
  };
}

/** A key of the answer, unless it is no name but free text, which could be anything. */
function placeName(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? name : "…";
}
