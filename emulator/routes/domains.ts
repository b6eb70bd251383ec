import { attachDomain, detachDomain, findDomain } from "../store/domains.ts";
import { findReadyProject } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { acceptedHostName } from "../temperament/accept.ts";
import { deletion } from "./deletion.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery } from "./route.ts";
import type { Route } from "./route.ts";

const collection = "/v1/projects/:id/domains";
const single = "/v1/projects/:id/domains/:name";

/** A single domain has no POST: it can only be attached and detached (docs/service.md, Endpoints). */
export const domainRoutes: readonly Route[] = [
  route("POST", collection, ({ params, body }, { store }) => ({
    kind: "created",
    of: "domain",
    record: attachDomain(store, params.id, body),
    body,
  })),

  route("GET", single, ({ params: { id, name } }, { store }) => ({
    kind: "read",
    of: "domain",
    record: findDomain(store, id, storedName(store, id, name), store.temperament().late?.readsMs),
  })),

  route("DELETE", single, ({ params }, { store }) => {
    const name = storedName(store, params.id, params.name);
    return deletion(store.temperament(), {
      of: "domain",
      id: name,
      find: () => findDomain(store, params.id, name),
      remove: () => detachDomain(store, params.id, name),
    });
  }),

  routeWithQuery("GET", collection, listQuery, ({ params, path, query }, { store, pageSize }) => ({
    kind: "listed",
    of: "domain",
    page: listPage(findReadyProject(store, params.id).domains, {
      path,
      query,
      pageSize,
      store,
      recordOf: (domain) => domain,
      keyOf: (key) => storedName(store, params.id, key),
    }),
  })),
];

/** The stored form of a name: the name itself, or the canonical form if the service shows another one. */
function storedName(store: Store, projectId: string, name: string): string {
  const { domains } = findReadyProject(store, projectId);
  return domains.sequenceOf(name) === undefined ? acceptedHostName(name, store.temperament().forms) : name;
}
