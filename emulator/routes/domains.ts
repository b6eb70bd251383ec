import { attachDomain, detachDomain, findDomain } from "../store/domains.ts";
import { findReadyProject } from "../store/projects.ts";
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
  })),

  route("GET", single, ({ params: { id, name } }, { store }) => ({
    kind: "read",
    of: "domain",
    record: findDomain(store, id, name, store.habits().late?.readsMs),
  })),

  route("DELETE", single, ({ params: { id, name } }, { store }) => {
    detachDomain(store, id, name);
    return { kind: "deleted", of: "domain", id: name };
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
    }),
  })),
];
