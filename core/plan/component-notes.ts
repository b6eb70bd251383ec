import { NOT_ASKED } from "../resources/catalogue.ts";
import { liveSecrets, showsOtherValue } from "../resources/component/masked-settings.ts";
import { judgeSettings, noteOnNull } from "../resources/component/judge-setting.ts";
import { presentFields } from "../resources/json.ts";
import type { PlanOptions } from "./plan-options.ts";
import type { PlannedComponent } from "./planned-object.ts";

interface Note {
  readonly text: string;
  /** A declared value was not compared, because the service or its catalogue does not show it. */
  readonly isHidden: boolean;
}

interface NoteOptions extends Pick<PlanOptions, "isWrittenByStack"> {
  /** An update sends the settings, also those that the service does not show. Default: false. */
  readonly sendsSettings?: boolean;
}

/** Notes on a live component: values that were not compared, and an outdated version. */
export function componentNotes(
  work: Omit<PlannedComponent, "item">,
  { isWrittenByStack = false, sendsSettings = false }: NoteOptions,
): Note[] {
  const { declared, live, entry = NOT_ASKED, forceSecrets = false } = work;
  if (declared === undefined || live === undefined) return [];
  const later = isWrittenByStack ? "the stack sends it when its declared value changes" : "rewrite-secrets sends it";
  const remedy = sendsSettings ? "this update sends it" : later;
  const { held } = liveSecrets(entry, live);
  const settings = judgeSettings(declared, live, entry).flatMap(({ name, declared: value, live: shown, verdict }) => {
    if (verdict === "default") return [{ text: `settings.${name}: ${noteOnNull(held.has(name))}`, isHidden: false }];
    if (verdict !== "hidden" || forceSecrets) return [];
    const doubt = showsOtherValue(shown, value)
      ? ", and its mask shows other characters than the declared value has"
      : "";
    const text = `settings.${name}: the service does not show it, so it was not compared${doubt}; ${remedy}.`;
    return [{ text, isHidden: true }];
  });
  const isSet = declared.settings === null && Object.keys(presentFields(live.settings)).length > 0;
  const reset = "settings: null asks for the defaults, and none are documented: the live values stay.";
  return [...versionNotes(work), ...settings, ...(isSet ? [{ text: reset, isHidden: false }] : [])];
}

function versionNotes({ declared, written, live: shown }: Omit<PlannedComponent, "item">): Note[] {
  const [version, fromFile, live] = [declared?.version, written?.version, shown?.component_version];
  if (version === undefined) {
    const text = `version: the catalogue does not say which one ${fromFile} is, so it was not compared.`;
    return fromFile === undefined ? [] : [{ text, isHidden: true }];
  }
  if (typeof live !== "string")
    return [{ text: "version: the service does not show it, so it was not compared.", isHidden: true }];
  const isOutdated = fromFile === "latest" && version !== live;
  return isOutdated ? [{ text: `outdated: ${live} is live, the latest is ${version}.`, isHidden: false }] : [];
}
