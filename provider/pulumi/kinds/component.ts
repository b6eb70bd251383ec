import { z } from "zod";
import { InvalidRequestError } from "../../api/errors.ts";
import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import {
  checkAgainstCatalogue,
  COMPONENT_SLUG,
  isSecretSetting,
  resolveVersion,
  settingsOf,
} from "../../resources/catalogue.ts";
import { isObject } from "../../resources/canonical.ts";
import { checkComponent } from "../../resources/component/check.ts";
import {
  componentKind,
  declaredComponent,
  type ComponentPlace,
  type DeclaredComponent,
} from "../../resources/component/kind.ts";
import type { Finding } from "../../resources/component/finding.ts";
import type { Kind } from "../../resources/kind.ts";
import type { Connection } from "../connection.ts";
import type { Fields } from "../naming.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { ifExists, splitId, text, type Settled, type Shape } from "./shape.ts";

/**
 * A component that is checked with the catalogue before each write once more, for only then it is known what is live:
 * whether there was one to adopt, at which version, and with which settings.
 */
const checkedKind: Kind<ComponentPlace, DeclaredComponent, ProjectComponentRecord> = {
  ...componentKind,
  ensure: async (client, place, declared, live) => {
    const { entry } = place;
    const changes = live === undefined ? [] : componentKind.compare(declared, live, place).map(({ path }) => path);
    if (entry !== undefined && (live === undefined || changes.length > 0)) {
      const findings = checkComponent(entry, declared, live, new Set());
      refuse(live === undefined || changes.includes("version") ? findings : onlyOf(changes, findings));
    }
    return componentKind.ensure(client, place, declared, live);
  },
};

/** What stays as it is live does not stand in the way of what changes beside it. */
function onlyOf(changes: readonly string[], findings: readonly Finding[]): readonly Finding[] {
  const changed = ({ setting }: Finding): boolean =>
    setting === undefined || changes.includes("settings") || changes.includes(`settings.${setting}`);
  return findings.map((finding) => (changed(finding) ? finding : { ...finding, level: "warning" }));
}

function refuse(findings: readonly Finding[]): void {
  const errors = say(findings);
  if (errors.length === 0) return;
  throw new InvalidRequestError(`${errors.map(({ message }) => message).join(" ")} Nothing was sent.`);
}

/** Says the warnings, and gives the rest. */
function say(findings: readonly Finding[]): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return findings.filter(({ level }) => level === "error");
}

export const componentShape: Shape<ComponentPlace, DeclaredComponent, ProjectComponentRecord> = {
  kind: checkedKind,
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
    active: typeof live.active === "boolean" ? live.active : undefined,
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
  const entry = await lists.catalogue(component);
  // Whether it exists is never asked here: what was declared before is taken to be live.
  const before = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  let concrete = typeof version === "string" && !isUnknown(version) ? version : undefined;
  if (concrete === "latest") {
    const known = typeof olds["version"] === "string" && before ? olds["version"] : undefined;
    concrete = resolveVersion(entry, "latest") ?? known ?? "latest";
  }
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // What may be adopted may be live as well; the create knows. A `latest` that nobody knows could not be sent.
  const mayBeLive = before || (mayAdopt(inputs) && Object.keys(olds).length === 0);
  const live = mayBeLive && concrete !== "latest";

  // Its version is not known here, so what settings it takes is not either: what is written is checked once more.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const { known, pending } = isObject(settings)
    ? partition(settings)
    : whole(settings, settingsOf(entry, resolveVersion(entry, concrete)));
  const declared = { version: concrete, settings: settings === undefined ? undefined : known };
  const stays = live && (olds["version"] ?? concrete) === concrete;
  const findings = checkAgainstCatalogue(entry, declared, pending, live).map((finding) =>
    finding.field === "version" && stays ? { ...finding, level: "warning" as const } : finding,
  );
  return {
    inputs: resolved,
    problems: say(findings).map(({ field, setting, message }) => ({
      path: setting === undefined ? [field] : [field, setting],
      message,
    })),
  };
}

/** Whether creating may come to one that is there. An output may say so too. */
function mayAdopt({ if_exists: choice }: Fields): boolean {
  return choice === "adopt" || isUnknown(choice);
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
