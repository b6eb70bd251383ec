import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf } from "../catalogue.ts";
import { booleanForm } from "../../api/boolean-form.ts";
import { type Fields, own } from "../json.ts";
import type { SideEffects } from "../kind.ts";
import { flagOf } from "../secrecy.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge } from "./knowledge.ts";

interface Target {
  readonly declared: DeclaredComponent;
  readonly knowledge: ComponentKnowledge;
}

/** What an update changed besides what it sent. Fields that the service leaves out of a record cannot be judged. */
export function sideEffects(
  { declared, knowledge }: Target,
  before: ProjectComponentRecord,
  body: Fields,
  shown: ProjectComponentRecord,
): SideEffects {
  const settings = settingsDiffering({ declared, knowledge }, before, shown);
  const isChanged = (name: string, byDefault: unknown): boolean =>
    !Object.hasOwn(body, name) &&
    Object.hasOwn(shown, name) &&
    (booleanForm(own(before, name)) ?? byDefault) !== (booleanForm(own(shown, name)) ?? byDefault);
  return {
    lost: settings.filter(({ isLost }) => isLost).map(({ path }) => path),
    changed: [
      ...(isChanged("active", true) ? ["active"] : []),
      ...(isChanged("component_version", before.component_version) ? ["version"] : []),
      ...settings.filter(({ isLost }) => !isLost).map(({ path }) => path),
    ],
  };
}

/** Undeclared settings that differ. Secrets cannot be judged, and what the version does not have may go. */
function settingsDiffering(
  { declared, knowledge }: Target,
  before: ProjectComponentRecord,
  { settings: after, component_version: shownVersion }: ProjectComponentRecord,
): { readonly path: string; readonly isLost: boolean }[] {
  if (after === undefined) return [];
  const version = shownVersion ?? declared.version ?? before.component_version ?? undefined;
  const taken = settingsOf(knowledge.entry, version);
  return Object.entries(before.settings ?? {}).flatMap(([name, value]) => {
    const isJudged =
      !Object.hasOwn(declared.settings ?? {}, name) &&
      flagOf(knowledge.entry, name) !== "secret" &&
      (taken === undefined || taken.some((field) => field.name === name));
    const now = own(after ?? {}, name);
    if (!isJudged || knowledge.same(name, version, value, now)) return [];
    return [{ path: `settings.${name}`, isLost: now === undefined || now === null || now === "" }];
  });
}
