import { z } from "zod";
import { InvalidRequestError } from "../../api/errors.ts";
import { projectComponentRecord, type ConfigurationField, type ProjectComponentRecord } from "../../api/records.ts";
import { componentStep } from "../../reconcile/object-steps.ts";
import { inProject } from "../../reconcile/snapshot.ts";
import { sameJson } from "../../resources/canonical.ts";
import { type Fields, isObject, own } from "../../resources/json.ts";
import { COMPONENT_SLUG, resolveVersion, settingsOf, type CatalogueEntry } from "../../resources/catalogue.ts";
import { checkAgainstCatalogue, checkComponent } from "../../resources/component/check.ts";
import { compareComponent } from "../../resources/component/compare.ts";
import { declaredComponent, type DeclaredComponent } from "../../resources/component/declared.ts";
import type { Finding } from "../../resources/component/check-settings.ts";
import { findComponent, hasComponentKey } from "../../resources/component/identity.ts";
import { knowledgeOf, NOT_ASKED, type ComponentKnowledge } from "../../resources/component/knowledge.ts";
import { lostSettings } from "../../resources/component/settings.ts";
import type { Change } from "../../resources/kind.ts";
import { flagOf } from "../../resources/secrecy.ts";
import { textsIn } from "../../resources/sensitive-values.ts";
import type { Connection } from "../connection.ts";
import {
  ifExists,
  ifExistsOf,
  profile,
  requiredText,
  type ResolvedInputs,
  secretInputs,
  type Shape,
  splitId,
} from "./shape.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";

export const componentShape: Shape<DeclaredComponent, ProjectComponentRecord> = {
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
  bind: async ({ catalogue, redaction }, inputs, written = inputs) => {
    const { component, settings, version } = inputs;
    // A service may show the component without its organization, which no catalogue entry is found by.
    const isSlug = typeof component === "string" && COMPONENT_SLUG.test(component);
    const knowledge = knowledgeOf(isSlug ? await catalogue(component) : NOT_ASKED);
    const { entry } = knowledge;
    if (isObject(settings)) redaction.add(secretTexts(knowledge, settings, declaredVersion(entry, version)));
    const projectId = requiredText(inputs, "project_id");
    const frame = { project: projectId, slugs: [], projectId };
    const isOther = declaresOtherSettings(inputs, written);
    const compare = (declared: DeclaredComponent, live: ProjectComponentRecord, rewriteSecrets = isOther) =>
      compareComponent(declared, live, knowledge, { rewriteSecrets });
    return {
      pulumiId: (id) => `${projectId}/${id}`,
      idOf: ({ id }) => id,
      find: (view, declared) =>
        findComponent(
          view.components(projectId),
          declared.component,
          entry,
          `component ${declared.component} in project ${projectId}`,
        ),
      hasKey: (declared, live) => hasComponentKey(declared.component, live, entry),
      read: (view, id) => view.component(projectId, id),
      foreign: (view, id) => view.component(projectId, id),
      part: (id) => ({ of: "component", key: inProject(projectId, id) }),
      listed: (view, id) => view.components(projectId).find((live) => live.id === id),
      record: (fields, id) => projectComponentRecord.parse({ ...fields, id }),
      step: (declared, live, resends) => {
        const policy = { rewriteSecrets: isOther && resends };
        if (live !== undefined && compare(declared, live, policy.rewriteSecrets).length === 0) return undefined;
        const action = live === undefined ? "create" : "update";
        const key = `${projectId}/${declared.component}`;
        return componentStep({ ...frame, key, action, organizationId: "" }, declared, live, knowledge, policy);
      },
      lost: (declared, _step, before, after) =>
        lostSettings(declared, projectComponentRecord.parse(before), projectComponentRecord.parse(after), knowledge),
      isHidden: (path) => path.startsWith("settings.") && flagOf(entry, path.slice("settings.".length)) === "secret",
      checkWrite: (declared, live) => checkWrite(live && compare(declared, live), knowledge, declared, live),
      compare,
      // A hidden value is no drift.
      drift: (declared, live) => compare(declared, live, false),
      withoutSecrets: (inputs, { component_version: live }) => {
        const { settings, version } = inputs;
        if (!isObject(settings)) return inputs;
        const open = openSettings(settings, knowledge, [declaredVersion(entry, version), live ?? undefined]);
        return Object.keys(open).length === Object.keys(settings).length ? inputs : { ...inputs, settings: open };
      },
      observe: ({ component_slug: slug, component_version: version, active, settings }) => {
        const open = openSettings(settings ?? {}, knowledge, [version ?? undefined]);
        return {
          component: slug,
          version,
          active: typeof active === "boolean" ? active : undefined,
          settings: Object.keys(open).length === 0 ? null : open,
        };
      },
      secretsIn: ({ settings, component_version: live }) => secretTexts(knowledge, settings, live ?? undefined),
    };
  },
  outputs: ({ component_id: componentId, component_version: componentVersion }) => ({ componentId, componentVersion }),
  resolve,
  awaitReady: async (_connection, _inputs, live) => ({ live }),
};

function declaredVersion(entry: CatalogueEntry, version: unknown): string | undefined {
  return resolveVersion(entry, typeof version === "string" ? version : undefined);
}

/** The texts of secret settings. No numbers: hidden in every text, they would garble it. */
function secretTexts(
  knowledge: ComponentKnowledge,
  settings: Fields | null = {},
  version: string | undefined,
): string[] {
  return Object.entries(settings ?? {}).flatMap(([name, value]) =>
    typeof value !== "number" && knowledge.isSecret(name, [version]) ? textsIn(value) : [],
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
  knowledge: ComponentKnowledge,
  declared: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
): void {
  const changes = differences.map(({ path }) => path);
  if (live !== undefined && changes.length === 0) return;
  const isWhole = live === undefined || changes.includes("version");
  const findings = checkComponent(knowledge, declared, live, new Set()).map((finding): Finding => {
    const { setting } = finding;
    const isChanged = isWhole || setting === undefined || changes.includes(`settings.${setting}`);
    // An unchanged invalid setting is a warning: other changes may proceed.
    return isChanged ? finding : { ...finding, level: "warning" };
  });
  const errors = warnAndKeepErrors(findings).map(({ message }) => message);
  if (errors.length > 0) throw new InvalidRequestError(`${errors.join(" ")} Nothing was sent.`);
}

function warnAndKeepErrors(findings: readonly Finding[]): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return findings.filter(({ level }) => level === "error");
}

/** The settings that are no secrets in any of the versions. */
function openSettings(
  settings: Fields,
  knowledge: ComponentKnowledge,
  versions: readonly (string | undefined)[],
): Fields {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !knowledge.isSecret(name, versions)));
}

/** Resolves `latest`, and checks with the catalogue as far as values are known. */
async function resolve(
  connection: Pick<Connection, "catalogue" | "ifExists">,
  inputs: Fields,
  olds: Fields,
): Promise<ResolvedInputs> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  const entry = await connection.catalogue(component);
  // The service is not asked whether the component exists: one that was declared before is taken to be live.
  const isDeclaredBefore = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  let concrete = typeof version === "string" && !isUnknown(version) ? version : undefined;
  const before = typeof olds["version"] === "string" && isDeclaredBefore ? olds["version"] : undefined;
  if (concrete === "latest") {
    concrete = resolveVersion(entry, "latest") ?? before ?? "latest";
  }
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // A component that may be adopted may be live; only the create knows. A `latest` that is not resolved cannot be sent.
  const mayBeLive = isDeclaredBefore || (mayAdopt(inputs, connection) && Object.keys(olds).length === 0);
  const live = mayBeLive && concrete !== "latest";

  // The version is not known, so the settings that it takes are not either. They are checked again before the write.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const { known, pending } = partition(settings, settingsOf(entry, resolveVersion(entry, concrete)));
  const findings = checkAgainstCatalogue(entry, {
    version: concrete,
    settings: settings === undefined ? undefined : known,
    pending,
    live,
  });
  // A version that stays is not refused because the catalogue no longer lists it.
  const isVersionKept = live && (olds["version"] ?? concrete) === concrete;
  const judged = findings.map((finding) =>
    finding.field === "version" && isVersionKept ? { ...finding, level: "warning" as const } : finding,
  );
  const problems = warnAndKeepErrors(judged).map(({ field, setting, message }) => ({
    path: setting === undefined ? [field] : [field, setting],
    message,
  }));
  const hasMoved = version === "latest" && before !== undefined && before !== concrete;
  if (!hasMoved || problems.length === 0) return { inputs: resolved, problems };
  const moved =
    `latest moved from ${before} to ${concrete}, which does not take what is declared. To keep ${before}, declare ` +
    `version: "${before}".`;
  return { inputs: resolved, problems: [{ path: ["version"], message: moved }, ...problems] };
}

/** Whether the create may adopt a live component. An output that is not known yet may say so too. */
function mayAdopt(inputs: Fields, connection: Pick<Connection, "ifExists">): boolean {
  const choice = ifExistsOf(inputs, connection);
  return choice === "adopt" || isUnknown(choice) || inputs["adopt_id"] !== undefined;
}

/** The settings whose values are known, and the names of the others. If the settings are unknown as a whole, any may be declared. */
function partition(
  settings: unknown,
  fields: readonly ConfigurationField[] = [],
): { known: Fields | null; pending: Set<string> } {
  if (isUnknown(settings)) return { known: {}, pending: new Set(fields.map(({ name }) => name)) };
  if (!isObject(settings)) return { known: null, pending: new Set() };
  const entries = Object.entries(settings);
  return {
    known: Object.fromEntries(entries.filter(([, value]) => !holdsUnknown(value))),
    pending: new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name)),
  };
}
