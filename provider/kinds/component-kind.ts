import { z } from "zod";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { holdsLostNumber } from "../../core/api/parse-json.ts";
import {
  projectComponentRecord,
  type ConfigurationField,
  type ProjectComponentRecord,
} from "../../core/api/records.ts";
import { componentStep } from "../../core/reconcile/step.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import { type Fields, isObject, own } from "../../core/resources/json.ts";
import {
  COMPONENT_SLUG,
  NOT_ASKED,
  resolveVersion,
  settingsOf,
  type CatalogueEntry,
} from "../../core/resources/catalogue.ts";
import { checkAgainstCatalogue, checkComponent } from "../../core/resources/component/check-catalogue.ts";
import { compareComponent } from "../../core/resources/component/compare.ts";
import { noteOnNull } from "../../core/resources/component/judge-setting.ts";
import { declaredComponent, type DeclaredComponent } from "../../core/resources/component/declared.ts";
import type { Finding } from "../../core/resources/component/check-settings.ts";
import { findComponent, hasComponentKey } from "../../core/resources/component/identity.ts";
import { lostSettings } from "../../core/resources/component/settings.ts";
import type { Change } from "../../core/resources/kind.ts";
import { flagsOf, isSecretSetting } from "../../core/resources/secret-settings.ts";
import { wordsIn } from "../../core/resources/sensitive-values.ts";
import type { Account } from "../account.ts";
import { warn } from "../warnings.ts";
import { describe } from "./names.ts";
import {
  ADOPT_ID,
  adopts,
  declaredOf,
  holdsUnknown,
  isUnknown,
  options,
  projectIdInput,
  requiredText,
  type LookupContext,
  type ResolvedInputs,
  type ResourceKind,
} from "./resource-kind.ts";

export const componentKind: ResourceKind<ProjectComponentRecord> = {
  name: "component",
  inputs: z.strictObject({
    project_id: projectIdInput,
    ...declaredComponent.shape,
    ...options,
    adopt_id: z.string().min(1).optional().describe(ADOPT_ID),
  }),
  declared: declaredComponent,
  key: "component",
  fixed: ["project_id", "component"],
  outputs: ["component_id", "component_version"],
  resolve: resolveComponent,
  open: async ({ catalogue, redaction }, inputs, written) => {
    const { component, settings, version } = inputs;
    const projectId = requiredText(inputs, "project_id");
    // A service may show the component without its organization, which no catalogue entry is found by.
    const isSlug = typeof component === "string" && COMPONENT_SLUG.test(component);
    const entry = isSlug ? await catalogue(component) : NOT_ASKED;
    const wanted = resolveVersion(entry, typeof version === "string" ? version : undefined);
    const given = isObject(settings) ? settings : {};
    redaction.add(secretTexts(entry, given, wanted));
    const before = isObject(written["settings"]) ? written["settings"] : {};
    // A setting that is no longer declared is left as it is.
    const isOther = Object.entries(given).some(([name, value]) => !sameJson(value, own(before, name)));
    const declared = declaredOf(declaredComponent, inputs);
    const compare = (live: ProjectComponentRecord, forceSecrets: boolean) =>
      compareComponent(declared(), live, entry, isOther && forceSecrets);
    return {
      find: (view) => {
        const { component: slug } = declared();
        return findComponent(view.components(projectId), slug, entry, `component ${slug} in project ${projectId}`);
      },
      hasKey: (live) => hasComponentKey(declared().component, live, entry),
      compare,
      step: (frame, live, forceSecrets) => componentStep(frame, declared(), live, entry, isOther && forceSecrets),
      lost: (_step, before, after) =>
        lostSettings(declared(), projectComponentRecord.parse(before), projectComponentRecord.parse(after), entry),
      checkWrite: (live) => checkWrite(live && compare(live, true), entry, declared(), live, { redaction }),
      isHidden: (path) =>
        path.startsWith("settings.") && flagsOf(entry).get(path.slice("settings.".length)) === "secret",
      shown: ({ component_slug: slug, component_version: version, active, settings }) => {
        // A program that declares what stands for a number that was not kept would send that.
        const kept = Object.entries(settings ?? {}).filter(([, value]) => !holdsLostNumber(value));
        const open = openSettings(entry, Object.fromEntries(kept), [version ?? undefined]);
        return {
          component: slug,
          version,
          active: typeof active === "boolean" ? active : undefined,
          settings: Object.keys(open).length === 0 ? null : open,
        };
      },
      secretsIn: ({ settings, component_version: live }) => secretTexts(entry, settings ?? {}, live ?? undefined),
      withoutSecrets: ({ component_version: live }) => {
        const open = openSettings(entry, given, [wanted, live ?? undefined]);
        return Object.keys(open).length === Object.keys(given).length ? inputs : { ...inputs, settings: open };
      },
    };
  },
};

function secretTexts(entry: CatalogueEntry, settings: Fields, version: string | undefined): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    isSecretSetting(entry, [version], name) ? wordsIn(value) : [],
  );
}

/** The settings that are no secrets in any of the versions. */
function openSettings(entry: CatalogueEntry, settings: Fields, versions: readonly (string | undefined)[]): Fields {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecretSetting(entry, versions, name)));
}

/** Checks with the catalogue what will be written, as far as it changes something. */
function checkWrite(
  differences: readonly Change[] = [],
  entry: CatalogueEntry,
  declared: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
  connection: Pick<Account, "redaction">,
): void {
  const changes = differences.map(({ path }) => path);
  if (live !== undefined && changes.length === 0) return;
  const isWhole = live === undefined || changes.includes("version");
  const findings = checkComponent(entry, declared, live, new Set()).map((finding): Finding => {
    const { setting } = finding;
    const isChanged = isWhole || setting === undefined || changes.includes(`settings.${setting}`);
    // An unchanged invalid setting is a warning: other changes may proceed.
    return isChanged ? finding : { ...finding, level: "warning" };
  });
  const errors = warnAndKeepErrors(findings, connection).map(({ message }) => message);
  if (errors.length > 0) throw new InvalidRequestError(`${errors.join(" ")} Nothing was sent.`);
}

/** Resolves `latest`, and checks with the catalogue as far as values are known. */
async function resolveComponent(connection: LookupContext, inputs: Fields, olds: Fields): Promise<ResolvedInputs> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  const entry = await connection.catalogue(component);
  // The service is not asked whether the component exists: one that was declared before is taken to be live.
  const isDeclaredBefore = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  const known = typeof version === "string" && !isUnknown(version) ? version : undefined;
  const before = typeof olds["version"] === "string" && isDeclaredBefore ? olds["version"] : undefined;
  const concrete = known === "latest" ? (resolveVersion(entry, known) ?? before ?? known) : known;
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // A component that may be adopted may be live; only the create knows. An output that is not known yet may say so too.
  const mayAdopt = adopts(inputs, connection) || isUnknown(inputs["if_exists"]);
  const mayBeLive = isDeclaredBefore || (mayAdopt && Object.keys(olds).length === 0);
  // A `latest` that is not resolved cannot be sent.
  const live = mayBeLive && concrete !== "latest";

  if (isDeclaredBefore) warnOfNulls(entry, resolved, olds["settings"], connection);
  // The version is not known, so the settings that it takes are not either. They are checked again before the write.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const taken = settingsOf(entry, resolveVersion(entry, concrete));
  const findings = checkAgainstCatalogue(entry, { version: concrete, ...partition(settings, taken), live });
  // A version that stays is not refused because the catalogue no longer lists it.
  const isVersionKept = live && (olds["version"] ?? concrete) === concrete;
  const judged = findings.map((finding) =>
    finding.field === "version" && isVersionKept ? { ...finding, level: "warning" as const } : finding,
  );
  const problems = warnAndKeepErrors(judged, connection).map(({ field, setting, message }) => ({
    path: setting === undefined ? [field] : [field, setting],
    message,
  }));
  const hasMoved = version === "latest" && before !== undefined && before !== concrete;
  if (hasMoved && problems.length > 0) {
    const message =
      `latest moved from ${before} to ${concrete}, which does not take what is declared. To keep ${before}, declare ` +
      `version: "${before}".`;
    problems.unshift({ path: ["version"], message });
  }
  return { inputs: resolved, problems };
}

/** What `null` does not do, and what it may. An engine shows neither. */
function warnOfNulls(
  entry: CatalogueEntry,
  inputs: Fields,
  before: unknown,
  connection: Pick<Account, "redaction">,
): void {
  const { settings, version } = inputs;
  if (!isObject(settings)) return;
  const known = typeof version === "string" ? version : undefined;
  for (const name of Object.keys(settings).filter((each) => settings[each] === null)) {
    const mayBeSecret = isSecretSetting(entry, [resolveVersion(entry, known)], name);
    const isNew = isObject(before) && (own(before, name) ?? null) !== null;
    const subject = describe({ kind: componentKind, inputs });
    if (mayBeSecret || isNew) warn(`${subject}: settings.${name}: ${noteOnNull(mayBeSecret)}`, connection);
  }
}

/** The settings whose values are known, and the names of the others. If the settings are unknown as a whole, any may be declared. */
function partition(settings: unknown, fields: readonly ConfigurationField[] = []) {
  if (isUnknown(settings)) return { settings: {}, pending: new Set(fields.map(({ name }) => name)) };
  if (!isObject(settings)) return { settings: settings === undefined ? undefined : null, pending: new Set<string>() };
  const entries = Object.entries(settings);
  const pending = new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name));
  return { settings: Object.fromEntries(entries.filter(([name]) => !pending.has(name))), pending };
}

/** Warns of the findings that do not forbid a write. */
function warnAndKeepErrors(findings: readonly Finding[], connection: Pick<Account, "redaction">): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message, connection);
  return findings.filter(({ level }) => level === "error");
}
