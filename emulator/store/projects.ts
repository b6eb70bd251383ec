import type { JsonObject } from "../json-object.ts";
import { conflict, forbidden, notFound } from "../refusal.ts";
import { defaultSettings } from "../schemas/project-settings.ts";
import { newProject, projectChanges } from "../schemas/project.ts";
import type { Project } from "../schemas/project.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { StoredProject, Store } from "./store.ts";

/** Fields that a seed can set and a request cannot. */
export interface FixedProjectFields {
  /** An id that is already reserved. */
  readonly id?: string | undefined;
  readonly avatar_url?: string | null | undefined;
}

/** @throws Refusal 404 if there is no such project. */
export function findProject(store: Store, id: string): StoredProject {
  const found = store.projects.get(id);
  if (found === undefined) throw notFound(`Project ${id} not found`);
  return found;
}

/** @throws Refusal 400, 403 if the token cannot access the organization, 409 if the slug is used in the organization. */
export function createProject(store: Store, body: JsonObject, fixed: FixedProjectFields = {}): Project {
  const { organization_id, slug, type, description, external_project_url } = readFields(newProject, body);
  if (store.organizations?.has(organization_id) === false) {
    throw forbidden(`The token cannot access organization ${organization_id}`);
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
    avatar_url: fixed.avatar_url ?? undefined,
    ...defaultSettings(),
    created_at: time,
    updated_at: time,
  };
  store.projects.insert(project.id, { project, components: store.newCollection(), domains: store.newCollection() });
  return project;
}

/** A read-only `id` that equals the one of the path is accepted. @throws Refusal 404, 400, 409 if another project of the organization has the slug. */
export function updateProject(store: Store, id: string, body: JsonObject): Project {
  const stored = findProject(store, id);
  const { id: sent = id, ...fields } = body;
  const changes = readFields(
    projectChanges,
    fields,
    sent === id ? [] : [{ param: "id", message: "cannot be changed" }],
  );
  if (changes.slug !== undefined) assertSlugIsFree(store, stored.project.organization_id, changes.slug, id);
  // Absent fields are absent from `changes` too, so they are left unchanged.
  const project = Object.assign({}, stored.project, changes, { updated_at: store.timestamp() });
  store.projects.replace(id, { ...stored, project });
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
    .items()
    .some(
      ({ key, item: { project } }) =>
        key !== except && project.organization_id === organizationId && project.slug === slug,
    );
  if (taken) throw conflict(`Organization ${organizationId} already has a project with the slug ${slug}`);
}
