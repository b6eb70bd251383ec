import type { JsonObject } from "../json-object.ts";
import { conflict, forbidden, notFound } from "../refusal.ts";
import { defaultSettings } from "../schemas/project-settings.ts";
import { newProject, projectChanges } from "../schemas/project.ts";
import type { Project } from "../schemas/project.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { ProjectEntry, Store } from "./store.ts";

/** What a seed may set and a request may not. */
export interface FixedProjectFields {
  /** Reserved already. */
  readonly id?: string | undefined;
  readonly avatar_url?: string | null | undefined;
}

/** @throws Refusal 404. */
export function findProject(store: Store, id: string): ProjectEntry {
  const entry = store.projects.get(id);
  if (entry === undefined) throw notFound(`There is no project ${id}`);
  return entry;
}

/** @throws Refusal 400, 403 for an organization that the token has no access to, 409 for a slug that is taken. */
export function createProject(store: Store, body: JsonObject, fixed: FixedProjectFields = {}): Project {
  const { organization_id, slug, type, description = null, external_project_url = null } = readFields(newProject, body);
  if (store.organizations?.has(organization_id) === false) {
    throw forbidden(`The token has no access to the organization ${organization_id}`);
  }
  assertSlugIsFree(store, organization_id, slug);
  const time = store.timestamp();
  const project: Project = {
    object: "project",
    id: fixed.id ?? store.newId("prj"),
    organization_id,
    slug,
    type,
    description,
    external_project_url,
    avatar_url: fixed.avatar_url ?? null,
    ...defaultSettings(),
    created_at: time,
    updated_at: time,
  };
  store.projects.insert(project.id, { project, components: store.newCollection(), domains: store.newCollection() });
  return project;
}

/** @throws Refusal 404, 400, 409 for a slug that another project of the organization has. */
export function updateProject(store: Store, id: string, body: JsonObject): Project {
  const entry = findProject(store, id);
  const changes = readFields(projectChanges, body);
  if (changes.slug !== undefined) assertSlugIsFree(store, entry.project.organization_id, changes.slug, id);
  // Absent fields are absent from `changes` too, hence left as they are.
  const project = Object.assign({}, entry.project, changes, { updated_at: store.timestamp() });
  store.projects.replace(id, { ...entry, project });
  return project;
}

/** Deletes a project with its components and domains. @throws Refusal 404. */
export function deleteProject(store: Store, id: string): void {
  findProject(store, id);
  store.projects.remove(id);
}

function assertSlugIsFree(store: Store, organizationId: string, slug: string, except?: string): void {
  if (store.behaviour().duplicateSlugs === true) return;
  const taken = store.projects
    .entries()
    .some(
      ({ key, item: { project } }) =>
        key !== except && project.organization_id === organizationId && project.slug === slug,
    );
  if (taken) throw conflict(`The organization ${organizationId} has a project with the slug ${slug} already`);
}
