import { z } from "zod";
import {
  createProjectComponent,
  deleteProjectComponent,
  findProjectComponent,
  updateProjectComponent,
} from "../store/project-components.ts";
import { findProject } from "../store/projects.ts";
import { deleted } from "./deleted.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery } from "./route.ts";
import type { Route } from "./route.ts";

const collection = "/v1/projects/:id/components";
const single = "/v1/projects/:id/components/:project_component_id";

const componentsQuery = listQuery.extend({ category: z.string().optional(), subcategory: z.string().optional() });

export const projectComponentRoutes: readonly Route[] = [
  route("POST", collection, (call, { store }) => createProjectComponent(store, call.params.id, call.body)),

  route("POST", single, (call, { store }) =>
    updateProjectComponent(store, call.params.id, call.params.project_component_id, call.body),
  ),

  route("GET", single, (call, { store }) =>
    findProjectComponent(store, call.params.id, call.params.project_component_id),
  ),

  route("DELETE", single, (call, { store }) => {
    deleteProjectComponent(store, call.params.id, call.params.project_component_id);
    return deleted("project_component", call.params.project_component_id);
  }),

  routeWithQuery("GET", collection, componentsQuery, (call, { store, pageSize }) => {
    const { category, subcategory } = call.query;
    return listPage(findProject(store, call.params.id).components, {
      path: call.path,
      query: call.query,
      pageSize,
      includes: (item) =>
        (category === undefined || item.category === category) &&
        (subcategory === undefined || item.subcategory === subcategory),
    });
  }),
];
