import { z } from "zod";
import { InvalidRequestError } from "../../api/errors.ts";
import { projectComponentRecord, type ProjectComponentRecord } from "../../api/records.ts";
import { componentStep } from "../../reconcile/object-steps.ts";
import { inProject } from "../../reconcile/snapshot.ts";
import { sameJson } from "../../resources/canonical.ts";
import { type Fields, isObject, own } from "../../resources/json.ts";
import { COMPONENT_SLUG, NOT_ASKED, resolveVersion, type CatalogueEntry } from "../../resources/catalogue.ts";
import { checkComponent } from "../../resources/component/check.ts";
import { compareComponent } from "../../resources/component/compare.ts";
import { declaredComponent, type DeclaredComponent } from "../../resources/component/declared.ts";
import type { Finding } from "../../resources/component/check-settings.ts";
import { findComponent, hasComponentKey } from "../../resources/component/identity.ts";
import { lostSettings } from "../../resources/component/settings.ts";
import type { Change } from "../../resources/kind.ts";
import { flagsOf, isSecretSetting } from "../../resources/secrecy.ts";
import { textsIn } from "../../resources/sensitive-values.ts";
import { resolveComponent, warnAndKeepErrors } from "./resolve-component.ts";
import {
  type Declaration,
  declaredOf,
  ifExists,
  profile,
  requiredText,
  secretInputs,
  type Shape,
  splitId,
} from "./shape.ts";

export const componentShape: Shape<ProjectComponentRecord> = {
  name: "component",
  inputs: z.strictObject({
    project_id: z.string().min(1),
    ...declaredComponent.shape,
    if_exists: ifExists,
    profile,
    secret_inputs: secretInputs,
    adopt_id: z.string().min(1).optional(),
  }),
  declared: declaredComponent,
  fixedNames: ["project_id", "component"],
  subject: (inputs) =>
    `Component ${requiredText(inputs, "component")} in project ${requiredText(inputs, "project_id")}`,
  nameIn: (inputs) => requiredText(inputs, "component"),
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "component");
    return { id: rest, projectId, inputs: { project_id: projectId } };
  },
  bind: async (connection, inputs, written = inputs) => {
    const { catalogue, redaction } = connection;
    const { component, settings, version } = inputs;
    // A service may show the component without its organization, which no catalogue entry is found by.
    const isSlug = typeof component === "string" && COMPONENT_SLUG.test(component);
    const entry = isSlug ? await catalogue(component) : NOT_ASKED;
    if (isObject(settings)) redaction.add(secretTexts(entry, settings, declaredVersion(entry, version)));
    const projectId = requiredText(inputs, "project_id");
    const isOther = declaresOtherSettings(inputs, written);
    return {
      shape: componentShape,
      connection,
      inputs,
      pulumiId: (id) => `${projectId}/${id}`,
      idOf: ({ id }) => id,
      read: (view, id) => view.component(projectId, id),
      foreign: (view, id) => view.component(projectId, id),
      part: (id) => ({ of: "component", key: inProject(projectId, id) }),
      listed: (view, id) => view.components(projectId).find((live) => live.id === id),
      record: (fields, id) => projectComponentRecord.parse({ ...fields, id }),
      isHidden: (path) =>
        path.startsWith("settings.") && flagsOf(entry).get(path.slice("settings.".length)) === "secret",
      withoutSecrets: ({ component_version: live }) => {
        if (!isObject(settings)) return inputs;
        const open = openSettings(settings, entry, [declaredVersion(entry, version), live ?? undefined]);
        return Object.keys(open).length === Object.keys(settings).length ? inputs : { ...inputs, settings: open };
      },
      observe: ({ component_slug: slug, component_version: version, active, settings }) => {
        const open = openSettings(settings ?? {}, entry, [version ?? undefined]);
        return {
          component: slug,
          version,
          active: typeof active === "boolean" ? active : undefined,
          settings: Object.keys(open).length === 0 ? null : open,
        };
      },
      secretsIn: ({ settings, component_version: live }) => secretTexts(entry, settings, live ?? undefined),
      declare: (wanted) => declare(declaredOf(declaredComponent, wanted), projectId, entry, isOther),
    };
  },
  outputs: ({ component_id: componentId, component_version: componentVersion }) => ({ componentId, componentVersion }),
  resolve: resolveComponent,
  awaitReady: async (_connection, _inputs, live) => ({ live }),
};

/** `isOther`: the inputs declare other settings than those that were written, so hidden ones are written again. */
function declare(
  fields: DeclaredComponent,
  projectId: string,
  entry: CatalogueEntry,
  isOther: boolean,
): Declaration<ProjectComponentRecord> {
  const compare = (live: ProjectComponentRecord, resends = isOther): readonly Change[] =>
    compareComponent(fields, live, entry, resends);
  return {
    fields,
    find: (view) =>
      findComponent(
        view.components(projectId),
        fields.component,
        entry,
        `component ${fields.component} in project ${projectId}`,
      ),
    hasKey: (live) => hasComponentKey(fields.component, live, entry),
    step: (live, resends) => {
      const sendsHidden = isOther && resends;
      if (live !== undefined && compare(live, sendsHidden).length === 0) return undefined;
      const action = live === undefined ? "create" : "update";
      const key = `${projectId}/${fields.component}`;
      const frame = { key, action, project: projectId, projectId, slugs: [], organizationId: "" } as const;
      return componentStep(frame, fields, live, entry, sendsHidden);
    },
    lost: (_step, before, after) =>
      lostSettings(fields, projectComponentRecord.parse(before), projectComponentRecord.parse(after), entry),
    checkWrite: (live) => checkWrite(live && compare(live), entry, fields, live),
    compare,
    // A hidden value is no drift.
    drift: (live) => compare(live, false),
  };
}

function declaredVersion(entry: CatalogueEntry, version: unknown): string | undefined {
  return resolveVersion(entry, typeof version === "string" ? version : undefined);
}

/** The texts of secret settings. No numbers: hidden in every text, they would garble it. */
function secretTexts(entry: CatalogueEntry, settings: Fields | null = {}, version: string | undefined): string[] {
  return Object.entries(settings ?? {}).flatMap(([name, value]) =>
    typeof value !== "number" && isSecretSetting(entry, [version], name) ? textsIn(value) : [],
  );
}

/** Whether settings are declared with values that were not written so far. A removed one is left as it is. */
function declaresOtherSettings({ settings }: Fields, { settings: before }: Fields): boolean {
  const written = isObject(before) ? before : {};
  return isObject(settings) && Object.entries(settings).some(([name, value]) => !sameJson(value, own(written, name)));
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

/** The settings that are no secrets in any of the versions. */
function openSettings(settings: Fields, entry: CatalogueEntry, versions: readonly (string | undefined)[]): Fields {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecretSetting(entry, versions, name)));
}
