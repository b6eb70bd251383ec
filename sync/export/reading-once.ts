import type { Client } from "../../provider/api/client.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";

/**
 * The same client, which reads everything once and writes nothing: what is exported is one look at the service, and so is the
 * plan that shows that the files say what is live.
 */
export function readingOnce(client: Client): Client {
  const refuse = (): Promise<never> => Promise.reject(new InvalidRequestError("An export writes nothing."));
  return {
    ...client,
    projects: {
      create: refuse,
      update: refuse,
      delete: refuse,
      get: once((id) => client.projects.get(id)),
      list: onceFor(
        (organizationId) => client.projects.list(organizationId === "" ? {} : { organizationId }),
        (filter = {}) => filter.organizationId ?? "",
      ),
    },
    components: {
      create: refuse,
      update: refuse,
      delete: refuse,
      get: (projectId, id) => client.components.get(projectId, id),
      list: once((projectId) => client.components.list(projectId)),
    },
    domains: {
      attach: refuse,
      detach: refuse,
      get: (projectId, name) => client.domains.get(projectId, name),
      list: once((projectId) => client.domains.list(projectId)),
    },
    catalogue: {
      get: onceFor(
        (slug) => client.catalogue.get(...parts(slug)),
        (...slug: [organization: string, component: string]) => slug.join("/"),
      ),
    },
  };
}

function parts(slug: string): [organization: string, component: string] {
  const [organization = "", ...component] = slug.split("/");
  return [organization, component.join("/")];
}

function once<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  return onceFor(read, (key: string) => key);
}

function onceFor<Question extends readonly unknown[], T>(
  read: (key: string) => Promise<T>,
  keyOf: (...question: Question) => string,
): (...question: Question) => Promise<T> {
  const reads = new Map<string, Promise<T>>();
  return (...question) => {
    const key = keyOf(...question);
    const reading = reads.get(key) ?? read(key);
    reads.set(key, reading);
    return reading;
  };
}
