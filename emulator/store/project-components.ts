import type { JsonObject } from "../json-object.ts";
import { conflict, invalid, notFound } from "../refusal.ts";
import { projectComponentFields } from "../schemas/project-component.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import { readFields } from "../schemas/read-fields.ts";
import { chooseComponent, findReferenceProblems } from "./component-choice.ts";
import { changedSettings, withoutIgnored } from "../profile/changed-settings.ts";
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
  const { chosen, problems } = chooseComponent(store.catalogue, body);
  const { active = true, settings = null } = readFields(projectComponentFields, body, problems);
  if (chosen === undefined) throw invalid(problems);
  const { component, version } = chosen;
  const mayRepeat = store.habits().duplicateComponents === true;
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
  components.insert(created.id, created);
  return created;
}

/** Changes the given fields. Other settings are removed, unless the habits of the service keep them. @throws Refusal 404, 400. */
export function updateProjectComponent(
  store: Store,
  projectId: string,
  id: string,
  body: JsonObject,
): ProjectComponent {
  const current = findProjectComponent(store, projectId, id);
  const component = store.catalogue.byId(current.component_id);
  const habits = store.habits();
  const accepted = withoutIgnored(body, habits);
  const problems = component === undefined ? [] : findReferenceProblems(component, accepted);
  const { settings: sent = current.settings, ...fields } = readFields(projectComponentFields, accepted, problems);
  const { component_version: version = current.component_version } = fields;
  const newVersion = version === current.component_version ? undefined : component?.versions?.[version];
  const settings = changedSettings(current.settings, sent, habits, newVersion);
  const updated = Object.assign({}, current, fields, { settings });
  findReadyProject(store, projectId).components.replace(id, updated);
  return updated;
}

/** @throws Refusal 404. */
export function deleteProjectComponent(store: Store, projectId: string, id: string): void {
  findProjectComponent(store, projectId, id);
  findReadyProject(store, projectId).components.remove(id);
}
