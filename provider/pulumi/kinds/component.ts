import { z } from "zod";
import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import {
  checkAgainstCatalogue,
  COMPONENT_SLUG,
  isSecretSetting,
  resolveVersion,
  settingsOf,
} from "../../resources/catalogue.ts";
import { isObject } from "../../resources/canonical.ts";
import {
  componentKind,
  declaredComponent,
  type ComponentPlace,
  type DeclaredComponent,
} from "../../resources/component.ts";
import type { Connection } from "../connection.ts";
import type { Fields } from "../naming.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { ifExists, splitId, text, type Settled, type Shape } from "./shape.ts";

export const componentShape: Shape<ComponentPlace, DeclaredComponent, ProjectComponentRecord> = {
  kind: componentKind,
  inputs: z.strictObject({ project_id: z.string().min(1), ...declaredComponent.shape, if_exists: ifExists }),
  declared: Object.keys(declaredComponent.shape),
  fixed: ["project_id", "component"],
  subject: (inputs) => `Component ${text(inputs, "component")} in project ${text(inputs, "project_id")}`,
  place: async ({ lists }, inputs) => {
    const { component } = inputs;
    const entry = typeof component === "string" ? await lists.catalogue(component) : undefined;
    return { projectId: text(inputs, "project_id"), entry };
  },
  idOf: ({ projectId }, { id }) => `${projectId}/${id}`,
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "component");
    return { id: rest, inputs: { project_id: projectId } };
  },
  inList: async ({ lists }, inputs, id) =>
    (await lists.components(text(inputs, "project_id"))).find((component) => component.id === id),
  drift: (declared, live, place) =>
    componentKind
      .compare(declared, live, place)
      // All live settings at once, where none are declared: no secret among them may reach the state.
      .map((change) => (change.path === "settings" ? { ...change, from: shownSettings(live, place) } : change)),
  observe: (live, place) => ({
    component: live.component_slug,
    version: live.component_version,
    active: live.active,
    settings: shownSettings(live, place),
  }),
  outputs: ({ component_id: componentId, component_version: componentVersion }) => ({ componentId, componentVersion }),
  settle,
  pinned: () => undefined,
  secrets: async ({ lists }, { component, version, settings }) => {
    if (typeof component !== "string" || !isObject(settings)) return [];
    const entry = await lists.catalogue(component);
    const fields = settingsOf(entry, resolveVersion(entry, typeof version === "string" ? version : undefined));
    return Object.entries(settings).flatMap(([name, value]) =>
      typeof value === "string" && isSecretSetting(fields, name) ? [value] : [],
    );
  },
  beforeRemoval: async () => {},
};

/** Live settings that the catalogue says are no secrets. */
function shownSettings(live: ProjectComponentRecord, { entry }: ComponentPlace): Fields | null {
  const fields = entry === undefined ? undefined : settingsOf(entry, live.component_version ?? undefined);
  const shown = Object.entries(live.settings ?? {}).filter(([name]) => !isSecretSetting(fields, name));
  return shown.length === 0 ? null : Object.fromEntries(shown);
}

/** Resolves `latest` and checks against the catalogue, as far as values are known. */
async function settle({ lists }: Connection, inputs: Fields, olds: Fields): Promise<Settled> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  // Whether it exists is never asked here: what was declared before is taken to be live.
  const live = olds["component"] === component && olds["project_id"] === inputs["project_id"];
  const entry = await lists.catalogue(component);

  let concrete = typeof version === "string" && !isUnknown(version) ? version : undefined;
  if (concrete === "latest") {
    const known = typeof olds["version"] === "string" && live ? olds["version"] : undefined;
    concrete = resolveVersion(entry, "latest") ?? known ?? "latest";
  }
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // Its version is not known here, so what settings it takes is not either; the service will say.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const { known, pending } = isObject(settings) ? partition(settings) : whole(settings, settingsOf(entry, concrete));
  const declared = settings === undefined ? undefined : known;
  const findings = checkAgainstCatalogue(entry, { version: concrete, settings: declared }, pending, live);
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return {
    inputs: resolved,
    problems: findings
      .filter(({ level }) => level === "error")
      .map(({ field, setting, message }) => ({ path: setting === undefined ? [field] : [field, setting], message })),
  };
}

/** Settings that are not known as a whole may turn out to be any. */
function whole(
  settings: unknown,
  fields: readonly ConfigurationField[] = [],
): { known: Fields | null; pending: Set<string> } {
  if (!isUnknown(settings)) return { known: null, pending: new Set() };
  return { known: {}, pending: new Set(fields.map(({ name }) => name)) };
}

function partition(settings: Fields): { known: Fields; pending: Set<string> } {
  const entries = Object.entries(settings);
  return {
    known: Object.fromEntries(entries.filter(([, value]) => !holdsUnknown(value))),
    pending: new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name)),
  };
}
