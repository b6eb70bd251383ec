import { pathText } from "../../core/file/position.ts";
import { COMPONENT_FIELDS } from "../../core/file/known-fields.ts";
import type { ProjectComponentRecord } from "../../core/api/records.ts";
import { own } from "../../core/resources/json.ts";
import { type CatalogueEntry, COMPONENT_SLUG, NOT_ASKED, settingsOf } from "../../core/resources/catalogue.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import { liveSecrets } from "../../core/resources/component/masked-settings.ts";
import { isSecretSetting } from "../../core/resources/secret-settings.ts";
import { textsIn } from "../../core/resources/sensitive-values.ts";
import { mapAll, wholeComponent, type View } from "../../core/reconcile/snapshot-view.ts";
import { lacksField } from "../../core/resources/partial-record.ts";
import { noteUnknownFields } from "./draft-project.ts";
import type { ChildDraft, DraftContext } from "./draft.ts";
import { shownOr } from "./selection.ts";
import { componentParts, snake } from "./variable-name.ts";

/** The variable's value where the service hides a secret and the catalogue lists no options. */
const UNKNOWN = "a value that the service hides";

interface Component {
  readonly live: ProjectComponentRecord;
  /** Its name in a file: `organization/component`, and its id if the project has several of that name. */
  readonly drafted: ChildDraft;
}

/** The components of a project. A project file can tell components of one slug apart by their id, a Pulumi program cannot. */
export function draftComponents(view: View, projectId: string, drafting: DraftContext): readonly ChildDraft[] {
  const { format, notes } = drafting;
  const bySlug = Map.groupBy(wholeComponents(view, projectId), ({ component_slug: slug }) => slug ?? "");
  const nameless = bySlug.get("") ?? [];
  // A plan finds what its list shows without its key by its id only.
  const keyless = new Set(
    view.components(projectId).flatMap((listed) => (listed.component_slug || listed.component_id ? [] : [listed.id])),
  );
  bySlug.delete("");
  const components = [...bySlug]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([name, records]): Component[] => {
      const [live, ...others] = records;
      if (live === undefined) return [];
      if (others.length === 0)
        return [{ live, drafted: format !== "pulumi" && keyless.has(live.id) ? { name, id: live.id } : { name } }];
      const known = `components.${name} is`;
      if (format === "pulumi") {
        notes.push(
          `${known} not managed: the project has it several times (${ids(records)}), and a program cannot tell them apart.`,
        );
        return [];
      }
      notes.push(`${known} ${live.id}: the project has it several times. Not managed: ${ids(others)}.`);
      return [{ live, drafted: { name, id: live.id } }];
    });
  if (nameless.length > 0) {
    notes.push(`Not managed: ${ids(nameless)}. The service does not say which component it is.`);
  }
  drafting.componentIds.push(...components.map(({ live }) => live.id));
  mapAll(components, (component) => {
    const { name } = component.drafted;
    // A file refuses other names.
    draftComponent(component, COMPONENT_SLUG.test(name) ? view.catalogue(name) : NOT_ASKED, drafting);
  });
  // A file refuses an id as a name, so the section is left out: a run that prunes would delete them below an empty one.
  return components.length > 0 ? components.map(({ drafted }) => drafted) : nameless.map(({ id }) => ({ name: id }));
}

function ids(records: readonly { readonly id: string }[]): string {
  return records.map(({ id }) => id).join(", ");
}

/**
 * Components with every field that the service shows: a list may leave fields out. Those without settings are read by their ids, and all
 * if the first one, read by its id, shows more than the list.
 */
function wholeComponents(view: View, projectId: string): readonly ProjectComponentRecord[] {
  const listed = view.components(projectId);
  const [first] = listed;
  if (first === undefined) return [];
  const read = (component: ProjectComponentRecord) => shownOr(component, () => view.component(projectId, component.id));
  const isShort = Object.keys(read(first)).some((name) => lacksField(first, name));
  return mapAll(listed, (each) => (isShort ? read(each) : wholeComponent(view, projectId, each)));
}

/** A component's live version, whether it is active (with `isMinimal`, only if it is not), and its settings. */
function draftComponent({ live, drafted: { name } }: Component, entry: CatalogueEntry, drafting: DraftContext): void {
  const { component_version: version, active } = live;
  const isKnown = typeof version === "string" && version !== "latest";
  const path = ["components", name];
  const problem = isKnown ? undefined : "the service does not say which version is live.";
  drafting.fields.push({ path: [...path, "version"], value: version, problem });
  if (active === false || (active === true && !drafting.isMinimal)) {
    drafting.fields.push({ path: [...path, "active"], value: active });
  }
  draftSettings(name, live, entry, drafting);
  noteUnknownFields(pathText(path), live, COMPONENT_FIELDS, drafting);
}

function draftSettings(
  name: string,
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
  { nameVariable, fields, notes }: DraftContext,
): void {
  const liveSettings = live.settings ?? {};
  const { hidden } = liveSecrets(entry, live);
  const version = live.component_version ?? undefined;
  const described = settingsOf(entry, version) ?? [];
  for (const setting of [...new Set([...Object.keys(liveSettings), ...hidden])].toSorted()) {
    const path = ["components", name, "settings", setting];
    const value = own(liveSettings, setting) ?? null;
    const isHidden = hidden.has(setting);
    const isOpen = value === null || value === "" || !isSecretSetting(entry, [version], setting);
    if (isOpen && !isHidden) {
      if (value !== null) fields.push({ path, value });
      continue;
    }
    const { type = "string", required, options } = described.find((each) => each.name === setting) ?? {};
    const isText = (value === null || typeof value === "string") && (!isHidden || type === "string");
    const problem = isText ? undefined : "it is or may be a secret, and not text. A secret is always text.";
    const known = isHidden || typeof value !== "string" ? (options?.[0] ?? UNKNOWN) : value;
    const variable = nameVariable([...componentParts(name), snake(setting)]);
    const secret = { name: variable, path: pathText(path), value: known, hidden: isHidden || value === null };
    const secrets = isText || isHidden ? [secret] : textsIn(value).map((text) => ({ ...secret, value: text }));
    fields.push({ path, value: { secret: variable }, secrets, problem });
    // If a required secret is missing, every missing secret counts as hidden.
    if (isText && value === null && required !== true) {
      notes.push(`${pathText(path)} may not be set at all: the service shows no secret. If it is not set, remove it.`);
    }
  }
}
