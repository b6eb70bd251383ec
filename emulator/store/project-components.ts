import type { JsonObject } from "../json-object.ts";
import { conflict, invalid, notFound } from "../refusal.ts";
import type { ComponentVersion } from "../schemas/component.ts";
import { projectComponentFields } from "../schemas/project-component.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import { readFields } from "../schemas/read-fields.ts";
import { chooseComponent, findReferenceProblems } from "./component-choice.ts";
import { acceptedComponent } from "../temperament/accept.ts";
import { changedBody, changedSettings } from "../temperament/changed-body.ts";
import { findReadyProject } from "./projects.ts";
import type { Store } from "./store.ts";

/**
 * The component as it was some milliseconds ago. Default: now.
 *
 * @throws Refusal 404 if there is no such project or component.
 */
export function findProjectComponent(store: Store, projectId: string, id: string, before = 0): ProjectComponent {
  const found = findReadyProject(store, projectId).components.getBefore(id, before);
  if (found === undefined) throw notFound(`Component ${id} not found in project ${projectId}`);
  return found;
}

/**
 * Integrates a component of the catalogue in a project.
 *
 * @param reservedId An id that a seed reserved. Default: a new id.
 * @throws Refusal 404, 400, 409 if the project already has the component.
 */
export function createProjectComponent(
  store: Store,
  projectId: string,
  body: JsonObject,
  reservedId?: string,
): ProjectComponent {
  const { components } = findReadyProject(store, projectId);
  const { forms, changes } = store.temperament();
  const accepted = changedBody(acceptedComponent(body, forms), "create", changes);
  const { chosen, problems } = chooseComponent(store.catalogue, accepted);
  const { active = true, settings = null } = readFields(projectComponentFields, accepted, problems);
  if (chosen === undefined) throw invalid(problems);
  const { component, version } = chosen;
  const mayRepeat = store.behaviour().duplicateComponents === true;
  if (!mayRepeat && components.items().some(({ item }) => item.component_id === component.id)) {
    throw conflict(`Project ${projectId} already has the component ${component.slug}`);
  }
  const created: ProjectComponent = {
    object: "project_component",
    id: reservedId ?? store.newId("pc"),
    component_id: component.id,
    component_slug: component.slug,
    component_version: version,
    category: component.category,
    subcategory: component.subcategory,
    active,
    settings,
  };
  store.countWrite(created);
  components.insert(created.id, created);
  return created;
}

/** Changes the given fields. The temperament says what happens to the other settings; by default they are replaced. @throws Refusal 404, 400. */
export function updateProjectComponent(
  store: Store,
  projectId: string,
  id: string,
  body: JsonObject,
): ProjectComponent {
  const current = findProjectComponent(store, projectId, id);
  const component = store.catalogue.byId(current.component_id);
  const { forms, changes } = store.temperament();
  const accepted = changedBody(acceptedComponent(body, forms), "update", changes);
  const problems = component === undefined ? [] : findReferenceProblems(component, accepted);
  const { settings: sent = current.settings, ...fields } = readFields(projectComponentFields, accepted, problems);
  const { component_version: version = current.component_version } = fields;
  const merged = changedSettings(current.settings, sent, changes);
  const isDropping = changes?.versionDropsSettings === true && version !== current.component_version;
  const settings = isDropping ? settingsOf(component?.versions?.[version], merged) : merged;
  const updated = Object.assign({}, current, fields, { settings });
  store.countWrite(updated, current);
  findReadyProject(store, projectId).components.replace(id, updated);
  return updated;
}

/** @throws Refusal 404. */
export function deleteProjectComponent(store: Store, projectId: string, id: string): void {
  findProjectComponent(store, projectId, id);
  findReadyProject(store, projectId).components.remove(id);
}

/** The settings that a version has. */
function settingsOf(version: ComponentVersion | undefined, settings: JsonObject | null): JsonObject | null {
  if (settings === null || version?.dynamic_fields === undefined) return settings;
  const names = new Set(version.dynamic_fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)));
}
