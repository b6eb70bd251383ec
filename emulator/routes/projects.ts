import { z } from "zod";
import { normalizedProject } from "../profile/show/normalized.ts";
import type { RecordKind } from "../profile/show/record-kind.ts";
import { terseProject } from "../profile/show/terse.ts";
import { notFound } from "../refusal.ts";
import { settingFields } from "../schemas/project-settings.ts";
import { createProject, deleteProject, findProject, findReadyProject, updateProject } from "../store/projects.ts";
import { listPage, listQuery } from "./list.ts";
import { route, routeWithQuery, type Route } from "./route.ts";

const kind: RecordKind = {
  object: "project",
  key: "id",
  settings: new Set(Object.keys(settingFields)),
  normalized: normalizedProject,
  terse: terseProject,
};

const organizationQuery = { organization_id: z.string().min(1).optional() };

export const projectRoutes: readonly Route[] = [
  route("POST", "/v1/projects", ({ body }, { store }) => ({
    kind: "created",
    of: kind,
    record: createProject(store, body),
  })),

  route("POST", "/v1/projects/:id", ({ params, body }, { store }) => {
    const before = findReadyProject(store, params.id).project;
    return { kind: "updated", of: kind, record: updateProject(store, params.id, body), before };
  }),

  routeWithQuery("GET", "/v1/projects/:id", z.strictObject(organizationQuery), ({ params, query }, { store }) => {
    const { project } = findProject(store, params.id, store.habits().late?.readsMs);
    const organizationId = query.organization_id;
    if (organizationId !== undefined && organizationId !== project.organization_id) {
      throw notFound(`Project ${project.id} not found in organization ${organizationId}`);
    }
    return { kind: "read", of: kind, record: project };
  }),

  route("DELETE", "/v1/projects/:id", ({ params: { id } }, { store }) => {
    deleteProject(store, id);
    return { kind: "deleted", of: kind, id };
  }),

  routeWithQuery("GET", "/v1/projects", listQuery.extend(organizationQuery), ({ path, query }, { store, pageSize }) => {
    const isFiltered = store.habits().lists?.allOrganizations !== true;
    const organizationId = isFiltered ? query.organization_id : undefined;
    return {
      kind: "listed",
      of: kind,
      page: listPage(store.projects, {
        path,
        query,
        pageSize,
        core: store,
        includes: ({ project }) => organizationId === undefined || project.organization_id === organizationId,
        recordOf: ({ project }) => project,
      }),
    };
  }),
];
