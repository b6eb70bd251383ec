import { isTransient, ProtocolError, RefusedError } from "../../provider/api/errors.ts";
import type { ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { positionsOf, type ComponentDeclaration, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { assessComponent, type Assessment } from "../../provider/resources/component/assess.ts";
import type { Finding } from "../../provider/resources/component/finding.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { knowledgeOf, type ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import { asChanges, isSecretByCatalogue, isSecretInFile, redactChanges } from "./changes.ts";
import { componentNotes } from "./component-notes.ts";
import { childKey, missingVariableNotes } from "./items.ts";
import { prunes } from "./options.ts";
import type { PlanItem } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { unmanagedComponents } from "./unmanaged-components.ts";
import type { ComponentWork } from "./work.ts";

interface PlannedComponents {
  readonly work: readonly ComponentWork[];
  /** What the catalogue says against the declarations. */
  readonly problems: readonly Problem[];
  /** Components that the catalogue could not be asked about. A plan blocks them; a validation only has this. */
  readonly unchecked: readonly Problem[];
}

/** Plans the components of one project. `project` is `undefined` if it will be created. */
export async function planComponents(
  file: LoadedFile,
  project: ProjectRecord | undefined,
  scope: Scope,
): Promise<PlannedComponents> {
  if (file.components === undefined) return { work: [], problems: [], unchecked: [] };
  const all = project === undefined ? [] : await scope.lists.components(project.id);
  const planned = await Promise.all(
    file.components.map((declaration) => planComponent(file, declaration, project, all, scope)),
  );
  const matched = new Set(planned.map(({ work }) => work.live?.id));
  const unmanaged = unmanagedComponents(file, all, matched, prunes(scope.options, "components"));
  return {
    work: [...planned.map(({ work }) => work), ...unmanaged],
    problems: planned.flatMap(({ problems }) => problems),
    unchecked: planned.flatMap(({ unchecked }) => unchecked ?? []),
  };
}

interface PlannedComponent {
  readonly work: ComponentWork;
  readonly problems: readonly Problem[];
  readonly unchecked?: Problem;
}

async function planComponent(
  file: LoadedFile,
  declaration: ComponentDeclaration,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  scope: Scope,
): Promise<PlannedComponent> {
  const { knowledge, failure } = await learn(declaration.declared.component, scope);
  const live = await findComponent(declaration, project, all, knowledge, scope);
  // A new component may turn out to exist at apply: then its secrets are sent, because hidden ones cannot be compared.
  const policy = { rewriteSecrets: live === undefined || scope.options.rewriteSecrets === true };
  const base = { kind: "component", live, knowledge, policy } as const;
  const doubt = doubtOf(declaration, live, all, knowledge.entry);
  if (doubt !== undefined) {
    return {
      work: { ...base, item: itemOf(file, declaration, live, { action: "blocked", reason: doubt }) },
      problems: [],
    };
  }
  if (declaration.absent) {
    const action = live === undefined ? "unchanged" : "delete";
    return { work: { ...base, item: itemOf(file, declaration, live, { action }) }, problems: [] };
  }
  const pending = pendingSettings(file, declaration);
  const assessment = assessComponent(declaration.declared, live, knowledge, policy, pending);
  const { declared } = assessment;
  const work = { ...base, declared };
  const found = assessment.changes ?? asChanges(declared, ["component"]);
  const changes = redactChanges(
    found,
    (path) => isSecretInFile(file, declaration.path, path) || isSecretByCatalogue(work, path),
  );
  if (failure !== undefined) {
    const path = ["components", declaration.declared.component];
    const item = itemOf(file, declaration, live, { action: "blocked", changes, reason: failure });
    const unchecked = createProblem("error", declaration.position, path, failure);
    return { work: { ...work, item }, problems: [], unchecked };
  }
  const problems = assessment.findings.map((finding) => asProblem(file, declaration, finding));
  const obstacle = obstacleIn(assessment);
  if (obstacle !== undefined) {
    const item = itemOf(file, declaration, live, { action: "blocked", changes, reason: obstacle });
    return { work: { ...work, item }, problems };
  }
  const action = live === undefined ? "create" : found.length > 0 ? "update" : "unchanged";
  const notes = live === undefined ? [] : componentNotes(declaration.declared, declared, live, knowledge, policy);
  return { work: { ...work, item: itemOf(file, declaration, live, { action, changes, notes }) }, problems };
}

function itemOf(
  file: LoadedFile,
  { declared, path, position }: ComponentDeclaration,
  live: ProjectComponentRecord | undefined,
  details: Pick<PlanItem, "action"> & Partial<Pick<PlanItem, "changes" | "notes" | "reason">>,
): PlanItem {
  const { action, changes = [], notes = [], reason } = details;
  return {
    kind: "component",
    key: childKey(file, declared.component),
    action,
    id: live?.id,
    changes,
    source: position,
    reason,
    notes: [...missingVariableNotes(file, path), ...notes],
  };
}

/** Looks up what is known about a component. If the catalogue fails for this one, the others can still be planned. */
async function learn(
  slug: string,
  { lists }: Scope,
): Promise<{ readonly knowledge: ComponentKnowledge; readonly failure?: string }> {
  try {
    return { knowledge: knowledgeOf(await lists.catalogue(slug)) };
  } catch (error) {
    const concernsOnlyThis = error instanceof ProtocolError || (error instanceof RefusedError && isTransient(error));
    if (!concernsOnlyThis) throw error;
    const { message } = error;
    return {
      knowledge: knowledgeOf({ status: "unavailable", slug, reason: message }),
      failure: `The catalogue could not be asked about ${slug}: ${message} Run this again.`,
    };
  }
}

/** Why the component that was found, or its absence, may not be what the declaration means. `undefined` if it is certain. */
function doubtOf(
  { declared: { component }, id, absent }: ComponentDeclaration,
  live: ProjectComponentRecord | undefined,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
): string | undefined {
  if (live !== undefined) {
    const slug = live.component_slug;
    return typeof slug === "string" && slug !== component
      ? `${live.id} is ${slug}, not ${component}. Correct \`id\`, or the name.`
      : undefined;
  }
  if (id !== undefined) {
    return absent ? undefined : `The project has no component with the id ${id}. Correct it, or remove \`id\`.`;
  }
  // A record without a slug is matched by the id of its component, if both sides have it.
  const isIdKnown = entry.status === "found" && typeof entry.component.id === "string";
  const unnamed = all.find((other) => typeof other.component_slug !== "string" && !(isIdKnown && other.component_id));
  return unnamed === undefined
    ? undefined
    : `The service does not say which component ${unnamed.id} is, so it may be this one. If it is, pin it with \`id: ${unnamed.id}\`.`;
}

async function findComponent(
  { declared, id }: ComponentDeclaration,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  knowledge: ComponentKnowledge,
  { lists }: Scope,
): Promise<ProjectComponentRecord | undefined> {
  if (project === undefined) return undefined;
  if (id !== undefined) return all.find((live) => live.id === id);
  return componentKind(knowledge).find(lists, { projectId: project.id }, declared);
}

/** The names of the settings whose values are not known in this run. */
function pendingSettings(file: LoadedFile, { declared }: ComponentDeclaration): ReadonlySet<string> {
  const names = file.missingVariables.flatMap(({ omitted: [section, component, field, name] }) =>
    section === "components" && component === declared.component && field === "settings" ? [String(name)] : [],
  );
  return new Set(names);
}

/** Why the component may not be written, if it may not. */
function obstacleIn({ findings, atRisk }: Assessment): string | undefined {
  const errors = findings.filter(({ level }) => level === "error").map(({ message }) => message);
  if (errors.length > 0) return errors.join(" ");
  if (atRisk.length === 0) return undefined;
  const names = atRisk.join(", ");
  return `The service hides ${names}, and an update of the settings without it could lose it. Declare ${names} too.`;
}

function asProblem(
  file: LoadedFile,
  { declared: { component } }: ComponentDeclaration,
  { level, field, setting, inValue, message }: Finding,
): Problem {
  const inside = field === "component" ? [] : [field, ...(setting === undefined ? [] : [setting])];
  const path = ["components", component, ...inside];
  const position = positionsOf(file, pathText(path));
  return createProblem(level, inValue === true ? position.value : position.key, path, message);
}
