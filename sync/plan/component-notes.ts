import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import type { ComponentKnowledge, WritePolicy } from "../../provider/resources/component/knowledge.ts";
import { showsOtherValue } from "../../provider/resources/component/mask.ts";
import { withoutNulls } from "../../provider/resources/component/settings.ts";
import { own } from "../../provider/resources/json.ts";
import type { PlanOptions } from "./options.ts";
import type { ComponentWork } from "./work.ts";

/**
 * What a plan notes about a live component: what was not compared, and an outdated version. `fromFile` is the declaration in
 * the file, `declared` the same with `latest` resolved.
 */
export function componentNotes(
  fromFile: DeclaredComponent,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
  policy: NotePolicy,
): string[] {
  return [...versionNotes(fromFile, declared, live), ...settingNotes(declared, live, knowledge, policy)];
}

type NotePolicy = WritePolicy & Pick<PlanOptions, "remembersSecrets">;

const DEFAULT_NOTE =
  "null asks for the default, and none is documented: the live value stays. To change it, declare a value.";

function settingNotes(
  { settings, version }: DeclaredComponent,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
  { rewriteSecrets = false, remembersSecrets = false }: NotePolicy,
): string[] {
  if (settings === null) {
    const isSet = Object.keys(withoutNulls(live.settings)).length > 0;
    return isSet ? ["settings: null asks for the defaults, and none are documented: the live values stay."] : [];
  }
  return Object.entries(settings ?? {}).flatMap(([name, value]) => {
    const verdict = knowledge.judge(live, name, value, version);
    if (verdict === "default") return [`settings.${name}: ${DEFAULT_NOTE}`];
    if (verdict !== "hidden" || rewriteSecrets) return [];
    const isOther = showsOtherValue(own(live.settings ?? {}, name), value);
    const doubt = isOther ? ", and its mask shows other characters than the declared value has" : "";
    const remedy = remembersSecrets ? "the stack sends it when its declared value changes" : "rewrite-secrets sends it";
    return [`settings.${name}: the service does not show it, so it was not compared${doubt}; ${remedy}.`];
  });
}

/** How many declared values of a live component were not compared, because the service or its catalogue does not show them. */
export function countHidden({ declared, written, live, knowledge, policy }: ComponentWork): number {
  if (declared === undefined || live === undefined) return 0;
  const { version, settings } = declared;
  const hidden = Object.entries(policy.rewriteSecrets === true ? {} : (settings ?? {})).filter(
    ([name, value]) => knowledge.judge(live, name, value, version) === "hidden",
  );
  const isVersionCompared = version !== undefined && typeof live.component_version === "string";
  return hidden.length + (written?.version === undefined || isVersionCompared ? 0 : 1);
}

function versionNotes(
  { version: fromFile }: DeclaredComponent,
  { version }: DeclaredComponent,
  { component_version: live }: ProjectComponentRecord,
): string[] {
  if (version === undefined) {
    return fromFile === undefined
      ? []
      : [`version: the catalogue does not say which one ${fromFile} is, so it was not compared.`];
  }
  if (typeof live !== "string") return ["version: the service does not show it, so it was not compared."];
  return fromFile === "latest" && version !== live ? [`outdated: ${live} is live, the latest is ${version}.`] : [];
}
