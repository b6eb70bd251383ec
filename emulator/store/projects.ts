import { childKinds, childNames, newChildren } from "../kinds/children.ts";
import { automaticHostName } from "../kinds/domain.ts";
import type { JsonObject } from "../json-object.ts";
import { conflict, forbidden, notFound } from "../refusal.ts";
import { defaultSettings } from "../schemas/project-settings.ts";
import { newProject, projectChanges, type Project } from "../schemas/project.ts";
import { readFields } from "../schemas/read-fields.ts";
import { withoutIgnored } from "../profile/changed-settings.ts";
import { slugKey, type StoredProject, type Store } from "./store.ts";

/** Fields that a seed can set and a request cannot. */
export interface FixedProjectFields {
  /** An id that is already reserved. */
  readonly id?: string | undefined;
  readonly avatar_url?: string | null | undefined;
}

/**
 * The project as it was some milliseconds ago. Default: now.
 *
 * @throws Refusal 404 if there is no such project.
 */
export function findProject(store: Store, id: string, before = 0): StoredProject {
  const found = store.projects.get(id, before);
  if (found === undefined) throw notFound(`Project ${id} not found`);
  return found;
}

/** As `findProject`, for requests that a project just created does not serve yet. @throws Refusal 404. */
export function findReadyProject(store: Store, id: string): StoredProject {
  const found = findProject(store, id);
  if (found.readyFrom > store.now()) throw notFound(`Project ${id} not found`);
  return found;
}

/** @throws Refusal 400, 403 if the token cannot access the organization, 409 if the slug is used in the organization. */
export function createProject(store: Store, body: JsonObject, fixed: FixedProjectFields = {}): Project {
  const { newProjectMs = 0 } = store.habits().late ?? {};
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
  const children = newChildren(store);
  if (store.habits().automaticHostName !== undefined) {
    const place = { core: store, projectId: project.id, items: children.domains };
    childKinds.domains.seed(place, { name: automaticHostName(project.id) });
  }
  store.projects.insert(project.id, {
    project,
    ...children,
    readyFrom: newProjectMs === 0 ? 0 : store.now() + newProjectMs,
  });
  store.slugs.add(slugKey(organization_id, slug), project.id);
  return project;
}

/** A read-only `id` that equals the one of the path is accepted. @throws Refusal 404, 400, 409 if another project of the organization has the slug. */
export function updateProject(store: Store, id: string, body: JsonObject): Project {
  const stored = findReadyProject(store, id);
  const { project: current } = stored;
  const { id: sent = id, ...fields } = body;
  const problems = sent === id ? [] : [{ param: "id", message: "cannot be changed" }];
  const changed = readFields(projectChanges, withoutIgnored(fields, store.habits()), problems);
  if (changed.slug !== undefined) assertSlugIsFree(store, current.organization_id, changed.slug, id);
  // Absent fields are absent from `changed` too, so they are left unchanged.
  const project = Object.assign({}, current, changed, { updated_at: store.timestamp() });
  store.projects.replace(id, { ...stored, project });
  store.slugs.remove(slugKey(current.organization_id, current.slug), id);
  store.slugs.add(slugKey(project.organization_id, project.slug), id);
  return project;
}

/** Deletes a project with what is in it. @throws Refusal 404, 409 if only an empty project can be deleted. */
export function deleteProject(store: Store, id: string): void {
  const stored = findProject(store, id);
  const { project } = stored;
  const isEmpty = childNames.every((name) =>
    stored[name].items().every(({ key }) => childKinds[name].isOfProject?.(id, key) === true),
  );
  if (!isEmpty && store.habits().onlyEmptyProjects === true) {
    throw conflict(`Project ${id} has components or domains`);
  }
  store.projects.remove(id);
  store.slugs.remove(slugKey(project.organization_id, project.slug), id);
  for (const name of childNames) {
    const place = { core: store, projectId: id, items: stored[name] };
    for (const { key } of place.items.items()) childKinds[name].removed?.(place, key);
  }
}

function assertSlugIsFree(store: Store, organizationId: string, slug: string, except?: string): void {
  if (store.habits().duplicateSlugs === true) return;
  const owners = [...store.slugs.of(slugKey(organizationId, slug))].filter((owner) => owner !== except);
  if (owners.length > 0) throw conflict(`Organization ${organizationId} already has a project with the slug ${slug}`);
}
