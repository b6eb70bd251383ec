import { pathText } from "../../provider/file/path.ts";
import { COMPONENT_FIELDS } from "../../provider/file/known-fields.ts";
import type { ConfigurationField, ProjectComponentRecord } from "../../provider/api/records.ts";
import { own } from "../../provider/resources/json.ts";
import { type CatalogueEntry, settingsOf } from "../../provider/resources/catalogue.ts";
import { liveSecrets } from "../../provider/resources/component/hidden-settings.ts";
import { isSecretSetting } from "../../provider/resources/secrecy.ts";
import { textsIn } from "../../provider/resources/sensitive-values.ts";
import type { Path } from "../../provider/resources/schema-walk.ts";
import { unknownFields } from "./draft-project.ts";
import type { DraftedFields } from "./draft.ts";
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
  const path = ["components", name];
  const settings = draftSettings(component, nameVariable);
  const isShown = active === false || (active === true && !isMinimal);
  const problem = isKnown ? undefined : "the service does not say which version is live.";
  return {
    fields: [
      { path: [...path, "version"], value: version, problem },
      ...(isShown ? [{ path: [...path, "active"], value: active }] : []),
      ...settings.fields,
    ],
    notes: [...settings.notes, ...unknownFields(pathText(path), live, COMPONENT_FIELDS)],
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
    if (isOpen && !isHidden) return { fields: value === null ? [] : [{ path, value }], notes: [] };
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
  const isText = (value === null || typeof value === "string") && (!isHidden || type === "string");
  const problem = isText ? undefined : "it is or may be a secret, and not text. A variable holds only text.";
  const known = isHidden || typeof value !== "string" ? (options?.[0] ?? UNKNOWN) : value;
  const secret = { name: variable, path: pathText(path), value: known, hidden: isHidden || value === null };
  const secrets = isText || isHidden ? [secret] : textsIn(value).map((text) => ({ ...secret, value: text }));
  // If a required secret is missing, every missing secret counts as hidden.
  const mayBeMissing = isText && value === null && required !== true;
  const note = `${pathText(path)} may not be set at all: the service shows no secret. If it is not set, remove it.`;
  return {
    fields: [{ path, value: { secret: variable }, secrets, problem }],
    notes: mayBeMissing ? [note] : [],
  };
}
