import { InvalidRequestError } from "../../core/api/errors.ts";
import { projectComponentRecord, type ProjectComponentRecord } from "../../core/api/records.ts";
import { componentStep } from "../../core/reconcile/step.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import { type Fields, isObject, own } from "../../core/resources/json.ts";
import { COMPONENT_SLUG, NOT_ASKED, resolveVersion, type CatalogueEntry } from "../../core/resources/catalogue.ts";
import { checkComponent } from "../../core/resources/component/check-catalogue.ts";
import { compareComponent } from "../../core/resources/component/compare.ts";
import { declaredComponent, type DeclaredComponent } from "../../core/resources/component/declared.ts";
import type { Finding } from "../../core/resources/component/check-settings.ts";
import { findComponent, hasComponentKey } from "../../core/resources/component/identity.ts";
import { lostSettings } from "../../core/resources/component/settings.ts";
import type { Change } from "../../core/resources/kind.ts";
import { flagsOf, isSecretSetting } from "../../core/resources/secrecy.ts";
import { textsIn } from "../../core/resources/sensitive-values.ts";
import { resolveComponent, warnAndKeepErrors } from "./resolve-component.ts";
import { childKind } from "./child-kind.ts";
import { declaredOf, type ResourceKind, requiredText } from "./resource-kind.ts";

const plain = childKind("component");

export const componentKind: ResourceKind<ProjectComponentRecord> = {
  ...plain,
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
      declared,
      idOf: ({ id }) => id,
      read: (view, id) => view.component(projectId, id),
      listed: (view) => view.components(projectId),
      find: (view) => {
        const { component: slug } = declared();
        return findComponent(view.components(projectId), slug, entry, `component ${slug} in project ${projectId}`);
      },
      hasKey: (live) => hasComponentKey(declared().component, live, entry),
      compare,
      step: (frame, live, forceSecrets) => componentStep(frame, declared(), live, entry, isOther && forceSecrets),
      lost: (_step, before, after) =>
        lostSettings(declared(), projectComponentRecord.parse(before), projectComponentRecord.parse(after), entry),
      checkWrite: (live) => checkWrite(live && compare(live, true), entry, declared(), live),
      isHidden: (path) =>
        path.startsWith("settings.") && flagsOf(entry).get(path.slice("settings.".length)) === "secret",
      shown: ({ component_slug: slug, component_version: version, active, settings }) => {
        const open = openSettings(entry, settings ?? {}, [version ?? undefined]);
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

/** The texts of secret settings. No numbers: hidden in every text, they would garble it. */
function secretTexts(entry: CatalogueEntry, settings: Fields, version: string | undefined): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    typeof value !== "number" && isSecretSetting(entry, [version], name) ? textsIn(value) : [],
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
  const errors = warnAndKeepErrors(findings).map(({ message }) => message);
  if (errors.length > 0) throw new InvalidRequestError(`${errors.join(" ")} Nothing was sent.`);
}
