import { z } from "zod";
import {
  createProjectComponent,
  deleteProjectComponent,
  findProjectComponent,
  updateProjectComponent,
} from "../store/project-components.ts";
import { findReadyProject } from "../store/projects.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery } from "./route.ts";
import type { Route } from "./route.ts";

const collection = "/v1/projects/:id/components";
const single = "/v1/projects/:id/components/:project_component_id";

const componentsQuery = listQuery.extend({ category: z.string().optional(), subcategory: z.string().optional() });

export const projectComponentRoutes: readonly Route[] = [
  route("POST", collection, ({ params, body }, { store }) => ({
    kind: "created",
    of: "component",
    record: createProjectComponent(store, params.id, body),
  })),

  route("POST", single, ({ params: { id, project_component_id: componentId }, body }, { store }) => {
    const before = findProjectComponent(store, id, componentId);
    return {
      kind: "updated",
      of: "component",
      record: updateProjectComponent(store, id, componentId, body),
      before,
    };
  }),

  route("GET", single, ({ params: { id, project_component_id: componentId } }, { store }) => ({
    kind: "read",
    of: "component",
    record: findProjectComponent(store, id, componentId, store.habits().late?.readsMs),
  })),

  route("DELETE", single, ({ params: { id, project_component_id: componentId } }, { store }) => {
    deleteProjectComponent(store, id, componentId);
    return { kind: "deleted", of: "component", id: componentId };
  }),

  routeWithQuery("GET", collection, componentsQuery, ({ params, path, query }, { store, pageSize }) => {
    const { category, subcategory } = query;
    return {
      kind: "listed",
      of: "component",
      page: listPage(findReadyProject(store, params.id).components, {
        path,
        query,
        pageSize,
        store,
        includes: (item) =>
          (category === undefined || item.category === category) &&
          (subcategory === undefined || item.subcategory === subcategory),
        recordOf: (component) => component,
      }),
    };
  }),
];
