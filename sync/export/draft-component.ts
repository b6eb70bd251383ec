import { pathText } from "../../provider/file/path.ts";
import { COMPONENT_FIELDS } from "../../provider/file/known-fields.ts";
import type { ConfigurationField, ProjectComponentRecord } from "../../provider/api/records.ts";
import { own } from "../../provider/resources/json.ts";
import { settingsOf } from "../../provider/resources/catalogue.ts";
import type { ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import { unknownFields } from "./draft-project.ts";
import { looksLikeReference, REFERENCE, type DraftedFields, type DraftField } from "./draft.ts";
import { componentParts, snake, type NameVariable } from "./variable-name.ts";

/** The variable's value where the service hides a secret and the catalogue lists no options. */
const UNKNOWN = "a value that the service hides";

interface Component {
  /** `organization/component`. */
  readonly name: string;
  readonly live: ProjectComponentRecord;
  readonly knowledge: ComponentKnowledge;
}

/** A component's live version, whether it is active, and its settings. */
export function draftComponent(component: Component, nameVariable: NameVariable): DraftedFields {
  const { name, live } = component;
  const { component_version: version, active } = live;
  const isKnown = typeof version === "string" && version !== "latest";
  const field = (key: string, value: unknown): DraftField => ({ path: ["components", name, key], value, secrets: [] });
  const settings = draftSettings(component, nameVariable);
  return {
    fields: [
      ...(isKnown ? [field("version", version)] : []),
      ...(active === false ? [field("active", false)] : []),
      ...settings.fields,
    ],
    notes: [
      ...(isKnown ? [] : [`components.${name}.version is left out: the service does not say which version is live.`]),
      ...settings.notes,
      ...unknownFields(`components.${name}`, live, COMPONENT_FIELDS),
    ],
  };
}

function draftSettings({ name, live, knowledge }: Component, nameVariable: NameVariable): DraftedFields {
  const shown = live.settings ?? {};
  const hidden = knowledge.hiddenIn(live);
  const { component_version: version } = live;
  const fields: DraftField[] = [];
  const notes: string[] = [];
  for (const setting of [...new Set([...Object.keys(shown), ...hidden])].toSorted()) {
    const path = ["components", name, "settings", setting];
    const leaveOut = (reason: string): void => void notes.push(`${pathText(path)} is left out: ${reason}`);
    const value = own(shown, setting) ?? null;
    const isHidden = hidden.has(setting);
    if (!isHidden && (value === null || value === "" || !knowledge.isSecret(setting, [version ?? undefined]))) {
      if (looksLikeReference(value)) leaveOut(REFERENCE);
      else if (value !== null) fields.push({ path, value, secrets: [] });
      continue;
    }
    const { type, required, options } = descriptionOf(knowledge, version, setting);
    if ((value !== null && typeof value !== "string") || (isHidden && type !== "string")) {
      leaveOut("it is or may be a secret, and not text. A variable holds only text.");
      continue;
    }
    const secret = nameVariable([...componentParts(name), snake(setting)]);
    const known = isHidden ? undefined : (value ?? undefined);
    const trial = known ?? options?.[0] ?? UNKNOWN;
    fields.push({ path, value: { secret }, secrets: [{ name: secret, path, value: known, trial }] });
    // If a required secret is missing, every missing secret counts as hidden.
    if (value === null && required !== true) {
      notes.push(`${pathText(path)} may not be set at all: the service shows no secret. If it is not set, remove it.`);
    }
  }
  return { fields, notes };
}

function descriptionOf(
  { entry }: ComponentKnowledge,
  version: string | null | undefined,
  setting: string,
): Partial<ConfigurationField> {
  const fields = settingsOf(entry, version ?? undefined) ?? [];
  return fields.find(({ name }) => name === setting) ?? { type: "string" };
}
