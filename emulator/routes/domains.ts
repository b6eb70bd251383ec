import { attachDomain, detachDomain, findDomain } from "../store/domains.ts";
import { findProject } from "../store/projects.ts";
import { deleted } from "./deleted.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery } from "./route.ts";
import type { Route } from "./route.ts";

const collection = "/v1/projects/:id/domains";
const single = "/v1/projects/:id/domains/:name";

/** A single domain has no POST: it can only be attached and detached (docs/service.md, Endpoints). */
export const domainRoutes: readonly Route[] = [
  route("POST", collection, (call, { store }) => attachDomain(store, call.params.id, call.body)),

  route("GET", single, (call, { store }) => findDomain(store, call.params.id, call.params.name)),

  route("DELETE", single, (call, { store }) => {
    detachDomain(store, call.params.id, call.params.name);
    return deleted("domain", call.params.name);
  }),

  routeWithQuery("GET", collection, listQuery, (call, { store, pageSize }) =>
    listPage(findProject(store, call.params.id).domains, { path: call.path, query: call.query, pageSize }),
  ),
];
