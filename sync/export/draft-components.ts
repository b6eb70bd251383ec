import { COMPONENT_FIELDS } from "../../provider/file/known-fields.ts";
import { pathText } from "../../provider/file/path.ts";
import { settingsOf } from "../../provider/resources/catalogue.ts";
import { compareText } from "../../provider/resources/compare-text.ts";
import { own } from "../../provider/resources/json.ts";
import type { DraftedFields, DraftField } from "./draft.ts";
import type { LiveComponent, LiveProject } from "./live-project.ts";
import { unknownFields } from "./unknown-fields.ts";
import { kebab, snake, type NameVariable } from "./variable-name.ts";

interface Component extends LiveComponent {
  /** `organization/component`. The id if the service does not say which component it is: no file takes that. */
  readonly name: string;
}

/** The section `components`. With `isMinimal`, `active` only if it is false. */
export function draftComponents(
  { components }: LiveProject,
  nameVariable: NameVariable,
  isMinimal: boolean,
): DraftedFields {
  const drafted = components
    .map((component) => ({ ...component, name: component.live.component_slug || component.live.id }))
    .toSorted((a, b) => compareText(a.name, b.name))
    .map((component) => draftComponent(component, nameVariable, isMinimal));
  return {
    fields: [{ path: ["components"], value: {} }, ...drafted.flatMap(({ fields }) => fields)],
    notes: drafted.flatMap(({ notes }) => notes),
  };
}

function draftComponent(component: Component, nameVariable: NameVariable, isMinimal: boolean): DraftedFields {
  const { name, live, knowledge } = component;
  const { component_version: version, active, settings = {} } = live;
  const path = ["components", name];
  const isKnown = typeof version === "string" && version !== "latest";
  const problem = isKnown ? undefined : "the service does not say which version is live.";
  const isShown = active === false || (active === true && !isMinimal);
  const names = new Set([...Object.keys(settings ?? {}), ...knowledge.hiddenIn(live)]);
  const drafted = [...names].toSorted().map((setting) => draftSetting(component, setting, nameVariable));
  return {
    fields: [
      { path, value: {} },
      { path: [...path, "version"], value: version, problem },
      ...(isShown ? [{ path: [...path, "active"], value: active }] : []),
      ...drafted.flatMap(({ fields }) => fields),
    ],
    notes: [...drafted.flatMap(({ notes }) => notes), ...unknownFields(pathText(path), live, COMPONENT_FIELDS)],
  };
}

function draftSetting(
  { name, live, knowledge }: Component,
  setting: string,
  nameVariable: NameVariable,
): DraftedFields {
  const version = live.component_version ?? undefined;
  const path = ["components", name, "settings", setting];
  const value = own(live.settings ?? {}, setting) ?? null;
  const isHidden = knowledge.hiddenIn(live).has(setting);
  const isOpen = value === null || value === "" || !knowledge.isSecret(setting, [version]);
  if (isOpen && !isHidden) return { fields: value === null ? [] : [{ path, value }], notes: [] };
  const { type = "string", required } =
    settingsOf(knowledge.entry, version)?.find((field) => field.name === setting) ?? {};
  const isText = (value === null || typeof value === "string") && (!isHidden || type === "string");
  const problem = isText ? undefined : "it is or may be a secret, and not text. A variable holds only text.";
  const variable = nameVariable([...name.split("/").map(kebab), snake(setting)]);
  const known = isHidden || typeof value !== "string" ? undefined : value;
  const field: DraftField = {
    path,
    value: { secret: variable },
    secrets: [{ name: variable, path, value: known }],
    problem,
  };
  // If a required secret is missing, every missing secret counts as hidden.
  const mayBeMissing = isText && value === null && required !== true;
  const note = `${pathText(path)} may not be set at all: the service shows no secret. If it is not set, remove it.`;
  return { fields: [field], notes: mayBeMissing ? [note] : [] };
}
