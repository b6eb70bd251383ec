import type { Client } from "../provider/api/client.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";

/** A write that was not sent, because none may begin any more. */
export class HeldBackError extends InvalidRequestError {}

/** Says whether a write may begin, and why not. Once closed, it stays closed. */
export interface Gate {
  reason(): string | undefined;
  /** For a token that the service no longer takes. */
  close(reason: string): void;
}

export function openGate(stop: AbortSignal | undefined): Gate {
  let closed: string | undefined;
  return {
    reason: () => closed ?? (stop?.aborted ? "The run was stopped." : undefined),
    close: (reason) => {
      closed ??= reason;
    },
  };
}

/** A client whose writes are held back while the gate is closed: also the second one of two that belong together. */
export function gatedClient(client: Client, gate: Gate): Client {
  const pass = <Answer>(write: () => Promise<Answer>): Promise<Answer> => {
    const reason = gate.reason();
    return reason === undefined ? write() : Promise.reject(new HeldBackError(reason));
  };
  const { projects, components, domains } = client;
  return {
    ...client,
    projects: {
      ...projects,
      create: (body) => pass(() => projects.create(body)),
      update: (id, body) => pass(() => projects.update(id, body)),
      delete: (id) => pass(() => projects.delete(id)),
    },
    components: {
      ...components,
      create: (projectId, body) => pass(() => components.create(projectId, body)),
      update: (projectId, id, body) => pass(() => components.update(projectId, id, body)),
      delete: (projectId, id) => pass(() => components.delete(projectId, id)),
    },
    domains: {
      ...domains,
      attach: (projectId, name) => pass(() => domains.attach(projectId, name)),
      detach: (projectId, name) => pass(() => domains.detach(projectId, name)),
    },
  };
}
