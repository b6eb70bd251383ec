import type { ProjectComponentRecord } from "../../api/records.ts";
import { canonical, sameJson } from "../canonical.ts";
import { settingsOf } from "../catalogue.ts";
import { type Fields, own } from "../json.ts";
import { lostAndChanged, type SideEffects } from "../kind.ts";
import { flagOf } from "../secrecy.ts";
import { declaredComponent, type DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge } from "./knowledge.ts";

/**
 * What an update changed besides what it sent. Fields that the service leaves out of a record cannot be judged, and neither can
 * secrets. What the version does not have may go.
 */
export function sideEffects(
  { declared, knowledge }: { readonly declared: DeclaredComponent; readonly knowledge: ComponentKnowledge },
  before: ProjectComponentRecord,
  body: Fields,
  shown: ProjectComponentRecord,
): SideEffects {
  const { entry } = knowledge;
  const version = shown.component_version ?? declared.version ?? before.component_version ?? undefined;
  const taken = settingsOf(entry, version);
  const settings = Object.entries(shown.settings === undefined ? {} : (before.settings ?? {}))
    .filter(([name]) => !Object.hasOwn(declared.settings ?? {}, name) && flagOf(entry, name) !== "secret")
    .filter(([name]) => taken === undefined || taken.some((field) => field.name === name))
    .map(([name, value]) => ({
      path: `settings.${name}`,
      old: knowledge.form(name, version, value),
      now: knowledge.form(name, version, own(shown.settings ?? {}, name)),
    }));
  const { active } = declaredComponent.shape;
  const { component_version: versionBefore } = before;
  const fields = [
    { path: "active", old: canonical(active, before.active), now: canonical(active, shown.active), name: "active" },
    { path: "version", old: versionBefore, now: shown.component_version ?? versionBefore, name: "component_version" },
  ].filter(({ name }) => !Object.hasOwn(body, name) && Object.hasOwn(shown, name));
  const differing = [...fields, ...settings].filter(({ old, now }) => !sameJson(old, now));
  return lostAndChanged(
    differing.map(({ path, now }) => ({ path, isLost: path.startsWith("settings.") && (now ?? "") === "" })),
  );
}
