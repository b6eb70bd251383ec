import { pathText } from "../../provider/file/path.ts";
import { COMPONENT_FIELDS } from "../../provider/file/known-fields.ts";
import type { ConfigurationField, ProjectComponentRecord } from "../../provider/api/records.ts";
import { own } from "../../provider/resources/json.ts";
import { type CatalogueEntry, settingsOf } from "../../provider/resources/catalogue.ts";
import { liveSecrets } from "../../provider/resources/component/hidden-settings.ts";
import { isSecretSetting } from "../../provider/resources/secrecy.ts";
import type { Path } from "../../provider/resources/schema-walk.ts";
import { unknownFields } from "./draft-project.ts";
import type { DraftedFields, DraftField } from "./draft.ts";
import { componentParts, snake, type NameVariable } from "./variable-name.ts";

/** The variable's value where the service hides a secret and the catalogue lists no options. */
const UNKNOWN = "a value that the service hides";

interface Component {
  /** `organization/component`. */
  readonly name: string;
  readonly live: ProjectComponentRecord;
  readonly entry: CatalogueEntry;
}

/** A component's live version, whether it is active (with `isMinimal`, only if it is not), and its settings. */
export function draftComponent(component: Component, nameVariable: NameVariable, isMinimal: boolean): DraftedFields {
  const { name, live } = component;
  const { component_version: version, active } = live;
  const isKnown = typeof version === "string" && version !== "latest";
  const field = (key: string, value: unknown): DraftField => ({ path: ["components", name, key], value, secrets: [] });
  const settings = draftSettings(component, nameVariable);
  return {
    fields: [
      ...(isKnown ? [field("version", version)] : []),
      ...(active === false || (active === true && !isMinimal) ? [field("active", active)] : []),
      ...settings.fields,
    ],
    notes: [
      ...(isKnown ? [] : [`components.${name}.version is left out: the service does not say which version is live.`]),
      ...settings.notes,
      ...unknownFields(`components.${name}`, live, COMPONENT_FIELDS),
    ],
  };
}

function draftSettings({ name, live, entry }: Component, nameVariable: NameVariable): DraftedFields {
  const liveSettings = live.settings ?? {};
  const { hidden } = liveSecrets(entry, live);
  const version = live.component_version ?? undefined;
  const described = settingsOf(entry, version) ?? [];
  const drafted = [...new Set([...Object.keys(liveSettings), ...hidden])].toSorted().map((setting) => {
    const path = ["components", name, "settings", setting];
    const value = own(liveSettings, setting) ?? null;
    const isHidden = hidden.has(setting);
    const isOpen = value === null || value === "" || !isSecretSetting(entry, [version], setting);
    if (isOpen && !isHidden) return { fields: value === null ? [] : [{ path, value, secrets: [] }], notes: [] };
    const variable = nameVariable([...componentParts(name), snake(setting)]);
    return draftSecretSetting({ path, value, isHidden }, variable, described);
  });
  return { fields: drafted.flatMap(({ fields }) => fields), notes: drafted.flatMap(({ notes }) => notes) };
}

function draftSecretSetting(
  { path, value, isHidden }: { readonly path: Path; readonly value: unknown; readonly isHidden: boolean },
  variable: string,
  described: readonly ConfigurationField[],
): DraftedFields {
  const { type = "string", required, options } = described.find(({ name }) => name === path.at(-1)) ?? {};
  if ((value !== null && typeof value !== "string") || (isHidden && type !== "string")) {
    const reason = "it is or may be a secret, and not text. A variable holds only text.";
    return { fields: [], notes: [`${pathText(path)} is left out: ${reason}`] };
  }
  const known = isHidden ? undefined : (value ?? undefined);
  const secret = { name: variable, path, value: known, trial: known ?? options?.[0] ?? UNKNOWN };
  // If a required secret is missing, every missing secret counts as hidden.
  const mayBeMissing = value === null && required !== true;
  const note = `${pathText(path)} may not be set at all: the service shows no secret. If it is not set, remove it.`;
  return { fields: [{ path, value: { secret: variable }, secrets: [secret] }], notes: mayBeMissing ? [note] : [] };
}
