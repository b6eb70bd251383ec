import { NOT_ASKED } from "../../provider/resources/catalogue.ts";
import { judgeSettings } from "../../provider/resources/component/judge-setting.ts";
import { showsOtherValue } from "../../provider/resources/component/mask.ts";
import { presentFields } from "../../provider/resources/json.ts";
import type { PlanOptions } from "./options.ts";
import type { ComponentWork } from "./work.ts";

type Noted = Pick<ComponentWork, "declared" | "written" | "live" | "entry" | "resends"> &
  Pick<PlanOptions, "remembersSecrets">;

const DEFAULT_NOTE =
  "null asks for the default, and none is documented: the live value stays. To change it, declare a value.";

/** What a plan notes about a live component: what was not compared, and an outdated version. */
export function componentNotes(work: Noted): string[] {
  const { declared, live, entry = NOT_ASKED, resends = false, remembersSecrets = false } = work;
  if (declared === undefined || live === undefined) return [];
  const remedy = remembersSecrets ? "the stack sends it when its declared value changes" : "rewrite-secrets sends it";
  const settings = judgeSettings(declared, live, entry).flatMap(({ name, declared: value, live: shown, verdict }) => {
    if (verdict === "default") return [`settings.${name}: ${DEFAULT_NOTE}`];
    if (verdict !== "hidden" || resends) return [];
    const doubt = showsOtherValue(shown, value)
      ? ", and its mask shows other characters than the declared value has"
      : "";
    return [`settings.${name}: the service does not show it, so it was not compared${doubt}; ${remedy}.`];
  });
  const isSet = declared.settings === null && Object.keys(presentFields(live.settings)).length > 0;
  const reset = isSet ? ["settings: null asks for the defaults, and none are documented: the live values stay."] : [];
  return [...versionNotes(work), ...settings, ...reset];
}

/** How many declared values of a live component were not compared, because the service or its catalogue does not show them. */
export function countHidden({ declared, written, live, entry = NOT_ASKED, resends = false }: ComponentWork): number {
  if (declared === undefined || live === undefined) return 0;
  const hidden = judgeSettings(declared, live, entry).filter(({ verdict }) => verdict === "hidden" && !resends);
  const isVersionCompared = declared.version !== undefined && typeof live.component_version === "string";
  return hidden.length + (written?.version === undefined || isVersionCompared ? 0 : 1);
}

function versionNotes({ declared, written, live: shown }: Noted): string[] {
  const [version, fromFile, live] = [declared?.version, written?.version, shown?.component_version];
  if (version === undefined) {
    return fromFile === undefined
      ? []
      : [`version: the catalogue does not say which one ${fromFile} is, so it was not compared.`];
  }
  if (typeof live !== "string") return ["version: the service does not show it, so it was not compared."];
  return fromFile === "latest" && version !== live ? [`outdated: ${live} is live, the latest is ${version}.`] : [];
}
