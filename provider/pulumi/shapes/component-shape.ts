import { z } from "zod";
import { InvalidRequestError } from "../../api/errors.ts";
import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import { sameJson } from "../../resources/canonical.ts";
import { type Fields, isObject, own } from "../../resources/json.ts";
import { COMPONENT_SLUG, resolveVersion, settingsOf } from "../../resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../resources/component/check-catalogue.ts";
import { checkComponent } from "../../resources/component/check.ts";
import { declaredComponent, type DeclaredComponent } from "../../resources/component/declared.ts";
import type { Finding } from "../../resources/component/finding.ts";
import { componentKind, type ComponentKind } from "../../resources/component/kind.ts";
import { knowledgeOf, NOT_ASKED, type ComponentKnowledge } from "../../resources/component/knowledge.ts";
import type { InProject } from "../../resources/kind.ts";
import { textsIn } from "../../resources/sensitive-values.ts";
import type { Connection } from "../connection.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { ifExists, profile, requiredText, secretInputs, splitId, type ResolvedInputs, type Shape } from "./shape.ts";

export const componentShape: Shape<InProject, DeclaredComponent, ProjectComponentRecord> = {
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
  declaredNames: Object.keys(declaredComponent.shape),
  fixedNames: ["project_id", "component"],
  subject: (inputs) =>
    `Component ${requiredText(inputs, "component")} in project ${requiredText(inputs, "project_id")}`,
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "component");
    return { id: rest, inputs: { project_id: projectId } };
  },
  bind: async ({ lists }, inputs, written = inputs) => {
    const { component } = inputs;
    // A service may show the component without its organization, which no catalogue entry is found by.
    const isSlug = typeof component === "string" && COMPONENT_SLUG.test(component);
    const knowledge = knowledgeOf(isSlug ? await lists.catalogue(component) : NOT_ASKED);
    const projectId = requiredText(inputs, "project_id");
    const kind = componentKind(knowledge, { rewriteSecrets: declaresOtherSettings(inputs, written) });
    return {
      kind,
      address: { projectId },
      pulumiId: ({ id }) => `${projectId}/${id}`,
      checkWrite: (declared, live) => checkWrite(kind, knowledge, declared, live),
      // A hidden value is no drift.
      drift: (declared, live) => componentKind(knowledge).compare(declared, live),
      observe: (live) => ({
        component: live.component_slug,
        version: live.component_version,
        active: typeof live.active === "boolean" ? live.active : undefined,
        settings: visibleSettings(live, knowledge),
      }),
      secretsIn: ({ settings, component_version: live }) => secretTexts(knowledge, settings, live ?? undefined),
    };
  },
  outputs: ({ component_id: componentId, component_version: componentVersion }) => ({ componentId, componentVersion }),
  resolve,
  pinnedId: ({ adopt_id: id }) => (typeof id === "string" ? id : undefined),
  previousKey: () => undefined,
  secrets: async ({ lists }, { component, version, settings }) => {
    if (typeof component !== "string" || !isObject(settings)) return [];
    const knowledge = knowledgeOf(await lists.catalogue(component));
    return secretTexts(
      knowledge,
      settings,
      resolveVersion(knowledge.entry, typeof version === "string" ? version : undefined),
    );
  },
  wrote: (lists, { projectId }, created) => {
    if (created === undefined) lists.dropComponents(projectId);
    else lists.addComponent(projectId, created.live);
  },
  refuseRemoval: async () => {},
};

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
  kind: ComponentKind,
  knowledge: ComponentKnowledge,
  declared: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
): void {
  const changes = live === undefined ? [] : kind.compare(declared, live).map(({ path }) => path);
  if (live !== undefined && changes.length === 0) return;
  const findings = checkComponent(knowledge, declared, live, new Set());
  const isWhole = live === undefined || changes.includes("version");
  refuse(isWhole ? findings : findings.map((finding) => warnUnlessChanged(finding, changes)));
}

/** An unchanged invalid setting is a warning: other changes may proceed. */
function warnUnlessChanged(finding: Finding, changes: readonly string[]): Finding {
  const { setting } = finding;
  const isChanged = setting === undefined || changes.includes(`settings.${setting}`);
  return isChanged ? finding : { ...finding, level: "warning" };
}

function refuse(findings: readonly Finding[]): void {
  const errors = warnAndKeepErrors(findings);
  if (errors.length === 0) return;
  throw new InvalidRequestError(`${errors.map(({ message }) => message).join(" ")} Nothing was sent.`);
}

function warnAndKeepErrors(findings: readonly Finding[]): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return findings.filter(({ level }) => level === "error");
}

/** Live settings that are no secrets. */
function visibleSettings(live: ProjectComponentRecord, knowledge: ComponentKnowledge): Fields | null {
  const versions = [live.component_version ?? undefined];
  const visible = Object.entries(live.settings ?? {}).filter(([name]) => !knowledge.isSecret(name, versions));
  return visible.length === 0 ? null : Object.fromEntries(visible);
}

/** Resolves `latest`, and checks with the catalogue as far as values are known. */
async function resolve({ lists }: Connection, inputs: Fields, olds: Fields): Promise<ResolvedInputs> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  const entry = await lists.catalogue(component);
  // The service is not asked whether the component exists: one that was declared before is taken to be live.
  const isDeclaredBefore = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  let concrete = typeof version === "string" && !isUnknown(version) ? version : undefined;
  const before = typeof olds["version"] === "string" && isDeclaredBefore ? olds["version"] : undefined;
  if (concrete === "latest") {
    concrete = resolveVersion(entry, "latest") ?? before ?? "latest";
  }
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // A component that may be adopted may be live; only the create knows. A `latest` that is not resolved cannot be sent.
  const mayBeLive = isDeclaredBefore || (mayAdopt(inputs) && Object.keys(olds).length === 0);
  const live = mayBeLive && concrete !== "latest";

  // The version is not known, so the settings that it takes are not either. They are checked again before the write.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const { known, pending } = isObject(settings)
    ? partition(settings)
    : wholeSettings(settings, settingsOf(entry, resolveVersion(entry, concrete)));
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
function mayAdopt({ if_exists: choice, adopt_id: id }: Fields): boolean {
  return choice === "adopt" || isUnknown(choice) || id !== undefined;
}

/** If the settings are unknown as a whole, any of them may be declared. */
function wholeSettings(
  settings: unknown,
  fields: readonly ConfigurationField[] = [],
): { known: Fields | null; pending: Set<string> } {
  if (!isUnknown(settings)) return { known: null, pending: new Set() };
  return { known: {}, pending: new Set(fields.map(({ name }) => name)) };
}

function partition(settings: Fields): { known: Fields; pending: Set<string> } {
  const entries = Object.entries(settings);
  return {
    known: Object.fromEntries(entries.filter(([, value]) => !holdsUnknown(value))),
    pending: new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name)),
  };
}
