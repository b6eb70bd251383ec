import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import { type Fields, own } from "../../provider/resources/json.ts";
import { settingsOf, type CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../provider/resources/component/check-catalogue.ts";
import { COMPONENT_FIELDS } from "../../provider/resources/component/fields.ts";
import { hasMask, hiddenSettings } from "../../provider/resources/component/hidden-settings.ts";
import { isSecretSetting } from "../../provider/resources/secrecy.ts";
import type { DraftSecret } from "./draft.ts";
import { whyNotWritable } from "./fields.ts";
import { unknownNote } from "./project.ts";
import { componentParts, snake, type VariableOf } from "./variable.ts";

export interface ComponentDraft {
  readonly fields: Fields;
  readonly secrets: readonly DraftSecret[];
  readonly notes: readonly string[];
}

interface Component {
  /** `organization/component`. */
  readonly name: string;
  readonly live: ProjectComponentRecord;
  readonly entry: CatalogueEntry;
}

/** What a file says of a component: the version that is live, and each setting that it can take. */
export function draftComponent(component: Component, variable: VariableOf): ComponentDraft {
  const { name, live } = component;
  const at = `components.${name}`;
  const { component_version: version, active } = live;
  const notes: string[] = [];
  const concrete = typeof version === "string" && version !== "latest" ? version : undefined;
  if (concrete === undefined) notes.push(`${at}.version is left out: the service does not say which one is live.`);
  const { settings, secrets } = draftSettings(component, notes, variable);
  const newer = Object.keys(live).filter((field) => !COMPONENT_FIELDS.has(field) && (live[field] ?? null) !== null);
  if (newer.length > 0) notes.push(unknownNote(at, newer, true));
  const fields = {
    ...(concrete === undefined ? {} : { version: concrete }),
    ...(active === false ? { active } : {}),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  return { fields, secrets, notes };
}

function draftSettings(
  { name, live, entry }: Component,
  notes: string[],
  variable: VariableOf,
): { settings: Fields; secrets: readonly DraftSecret[] } {
  const at = `components.${name}.settings`;
  const shown = live.settings ?? {};
  const hidden = hiddenSettings(entry, live);
  const fields = settingsOf(entry, live.component_version ?? undefined);
  const settings = new Map<string, unknown>();
  const secrets: DraftSecret[] = [];
  const takeFrom = (setting: string, value: string | undefined, trial: string): void => {
    const secret = variable([...componentParts(name), snake(setting)]);
    secrets.push({ name: secret, path: ["components", name, "settings", setting], value, trial });
    settings.set(setting, { secret });
  };
  const refused = refusedSettings({ live, entry }, hidden);
  for (const setting of [...new Set([...Object.keys(shown), ...hidden])].toSorted()) {
    const value = own(shown, setting) ?? null;
    const leave = (why: string): void => void notes.push(`${at}.${setting} is left out: ${why}`);
    const why = refused.get(setting) ?? whyNoField(setting) ?? whyNotWritable(value);
    if (typeof value === "object" && hasMask(value)) {
      leave("the service hides a value in it, and it is not text, which is all that a variable can give.");
    } else if (hidden.has(setting)) {
      const { type = "string", options = [] } = fields?.find((field) => field.name === setting) ?? {};
      if (type !== "string") leave(`the service hides it, and it is a ${type}, which a variable cannot give.`);
      else takeFrom(setting, undefined, options?.[0] ?? UNKNOWN);
      // Where one that has to be there is missing, all that are missing count as hidden.
      if (type === "string" && value === null && !isRequired(setting)) {
        notes.push(`${at}.${setting} may not be set at all: the service shows no secret. Remove it where it is not.`);
      }
    } else if (value === null) continue;
    else if (why !== undefined) leave(why.endsWith(".") ? why : `${why}.`);
    else if (!isSecret(setting) || value === "") settings.set(setting, value);
    else if (typeof value === "string") takeFrom(setting, value, value);
    else leave("it is or may be a secret, and not text, which is all that a variable can give.");
  }
  return { settings: Object.fromEntries(settings), secrets };

  function isSecret(setting: string): boolean {
    return isSecretSetting(entry, [live.component_version ?? undefined], setting);
  }

  function isRequired(setting: string): boolean {
    return fields?.find((field) => field.name === setting)?.required === true;
  }
}

/** What stands in for a secret that the service hides. */
const UNKNOWN = "a value that the service hides";

function whyNoField(setting: string): string | undefined {
  return setting === "__proto__" ? "no file takes a field of this name" : undefined;
}

/** What the catalogue says against settings that are live all the same: a file with them would be refused. */
function refusedSettings(
  { live, entry }: Pick<Component, "live" | "entry">,
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const given = Object.entries(live.settings ?? {}).filter(([name, value]) => !hidden.has(name) && value !== null);
  const declared = { version: live.component_version ?? undefined, settings: Object.fromEntries(given) };
  const found = checkAgainstCatalogue(entry, { ...declared, pending: hidden, live: true });
  return new Map(
    found.flatMap(({ level, setting, message }) =>
      level === "error" && setting !== undefined ? [[setting, message] as const] : [],
    ),
  );
}
