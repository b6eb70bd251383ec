import { z } from "zod";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { changedSettings, withoutIgnored } from "../profile/changed-settings.ts";
import { normalizedComponent } from "../profile/show/normalized.ts";
import { showSecrets } from "../profile/show/secret.ts";
import { terseComponent } from "../profile/show/terse.ts";
import { conflict, invalid } from "../refusal.ts";
import { listQuery } from "../routes/list.ts";
import { readFields } from "../schemas/read-fields.ts";
import { segmentText } from "../schemas/segment-text.ts";
import { category, subcategory } from "./catalogue.ts";
import type { ChildKind, Place } from "./child-kind.ts";
import { chooseComponent, findReferenceProblems } from "./component-choice.ts";

/** A component integrated in a project. The service documents no timestamps for it (docs/internals/service.md, Records). */
export interface ProjectComponent {
  readonly object: "project_component";
  readonly id: string;
  readonly component_id: string;
  /** "organization/component" in the catalogue. */
  readonly component_slug: string;
  readonly component_version: string;
  /** Read-only, from the catalogue. */
  readonly category: string | undefined;
  /** Read-only, from the catalogue. */
  readonly subcategory: string | undefined;
  readonly active: boolean;
  readonly settings: JsonObject | null;
}

/** The request body of a create and an update. A create also requires `component_id` or `component_slug`. */
const fields = z.strictObject({
  component_id: z.string().optional(),
  component_slug: z.string().optional(),
  component_version: z.string().optional(),
  active: z.boolean().optional(),
  /** Any object, stored unchanged. It is not checked against the catalogue. */
  settings: z.custom<JsonObject>(isJsonObject, "must be an object or null").nullable().optional(),
});

export const seededComponent = fields.extend({ id: segmentText.optional() });

const query = listQuery.extend({ category: category.optional(), subcategory: subcategory.optional() });

export const projectComponents: ChildKind<
  ProjectComponent,
  z.output<typeof seededComponent>,
  z.output<typeof query>
> = {
  title: "Component",
  object: "project_component",
  key: "id",

  create: integrate,
  seed: (place, { id, ...body }) => integrate(place, body, id),

  /** Changes the given fields. Other settings are removed, unless the habits of the service keep them. */
  update({ core }, current, body) {
    const component = core.catalogue.byId(current.component_id);
    const habits = core.habits();
    const accepted = withoutIgnored(body, habits);
    const problems = component === undefined ? [] : findReferenceProblems(component, accepted);
    const { settings: sent = current.settings, ...changed } = readFields(fields, accepted, problems);
    const { component_version: version = current.component_version } = changed;
    const newVersion = version === current.component_version ? undefined : component?.versions?.[version];
    const settings = changedSettings(current.settings, sent, habits, newVersion);
    return Object.assign({}, current, changed, { settings });
  },

  query,
  isListed: (item, { category, subcategory }) =>
    (category === undefined || item.category === category) &&
    (subcategory === undefined || item.subcategory === subcategory),

  current: showSecrets,
  normalized: normalizedComponent,
  terse: terseComponent,
};

/** Integrates a component of the catalogue in a project. @param reservedId An id that a seed reserved. Default: a new id. */
function integrate(
  { core, projectId, items }: Place<ProjectComponent>,
  body: JsonObject,
  reservedId?: string,
): ProjectComponent {
  const { chosen, problems } = chooseComponent(core.catalogue, body);
  const { active = true, settings = null } = readFields(fields, body, problems);
  if (chosen === undefined) throw invalid(problems);
  const { component, version } = chosen;
  const mayRepeat = core.habits().duplicateComponents === true;
  if (!mayRepeat && items.records().some((item) => item.component_id === component.id)) {
    throw conflict(`Project ${projectId} already has the component ${component.slug}`);
  }
  const created: ProjectComponent = {
    object: "project_component",
    id: reservedId ?? core.newId("pc"),
    component_id: component.id,
    component_slug: component.slug,
    component_version: version,
    category: component.category,
    subcategory: component.subcategory,
    active,
    settings,
  };
  items.insert(created.id, created);
  return created;
}
