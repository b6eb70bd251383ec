import { z } from "zod";
import { notFound } from "../refusal.ts";
import type { Project, ProjectBase } from "../schemas/project.ts";
import { createProject, deleteProject, findProject, updateProject } from "../store/projects.ts";
import { deleted } from "./deleted.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery } from "./route.ts";
import type { Route } from "./route.ts";

const organizationQuery = { organization_id: z.string().min(1).optional() };

export const projectRoutes: readonly Route[] = [
  route("POST", "/v1/projects", (call, { store }) => withoutSettings(createProject(store, call.body))),

  route("POST", "/v1/projects/:id", (call, { store }) => updateProject(store, call.params.id, call.body)),

  routeWithQuery("GET", "/v1/projects/:id", z.strictObject(organizationQuery), (call, { store }) => {
    const { project } = findProject(store, call.params.id);
    const organizationId = call.query.organization_id;
    if (organizationId !== undefined && organizationId !== project.organization_id) {
      throw notFound(`Project ${project.id} not found in organization ${organizationId}`);
    }
    return project;
  }),

  route("DELETE", "/v1/projects/:id", (call, { store }) => {
    deleteProject(store, call.params.id);
    return deleted("project", call.params.id);
  }),

  routeWithQuery("GET", "/v1/projects", listQuery.extend(organizationQuery), (call, { store, pageSize }) => {
    const organizationId = call.query.organization_id;
    const page = listPage(store.projects, {
      path: call.path,
      query: call.query,
      pageSize,
      includes: ({ project }) => organizationId === undefined || project.organization_id === organizationId,
    });
    return { ...page, data: page.data.map(({ project }) => project) };
  }),
];

function withoutSettings(project: Project): ProjectBase {
  const { object, id, organization_id, slug, type, description } = project;
  const { external_project_url, avatar_url, created_at, updated_at } = project;
  return {
    object,
    id,
    organization_id,
    slug,
    type,
    description,
    external_project_url,
    avatar_url,
    created_at,
    updated_at,
  };
}
