import type { ProjectRecord } from "../../provider/api/records.ts";
import { positionsOf, type ComponentDeclaration, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";
import { assessComponent, type Assessment } from "../../provider/resources/component/assess.ts";
import type { Finding } from "../../provider/resources/component/finding.ts";
import { mapAll } from "../../provider/reconcile/view.ts";
import { explainRisk } from "../../provider/resources/failures.ts";
import { asChanges, isSecretByCatalogue, isSecretInFile, redactChanges } from "./changes.ts";
import { componentNotes } from "./component-notes.ts";
import { childKey, missingVariableNotes } from "./project-items.ts";
import { matchComponent, type ComponentMatch } from "./match-component.ts";
import { prunes } from "./options.ts";
import type { Action, PlanItem } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { possibleKeys, unmanagedComponents } from "./unmanaged-components.ts";
import type { ComponentWork } from "./work.ts";

interface PlannedComponents {
  readonly work: readonly ComponentWork[];
  /** What the catalogue says against the declarations. */
  readonly problems: readonly Problem[];
  /** Components that the catalogue could not be asked about. A plan blocks them; a validation only has this. */
  readonly unchecked: readonly Problem[];
}

/** Plans the components of one project. `project` is `undefined` if it will be created. */
export function planComponents(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): PlannedComponents {
  if (file.components === undefined) return { work: [], problems: [], unchecked: [] };
  const all = project === undefined ? [] : scope.view.components(project.id);
  const { components } = file;
  const { covers } = scope.selection;
  const planAll = (declarations: readonly ComponentDeclaration[]): PlannedComponent[] =>
    mapAll(declarations, (declaration) => {
      const match = matchComponent(declaration, components, project, all, scope);
      return planComponent(file, declaration, match, scope);
    });
  const isCovered = ({ declared }: ComponentDeclaration): boolean => covers(childKey(file, declared.component));
  const planned = planAll(components.filter(isCovered));
  const matchedHere = new Set(planned.map(({ work }) => work.live?.id));
  const mayBeUnmanaged = all
    .filter(({ id }) => !matchedHere.has(id))
    .some((live) => possibleKeys(file, live).some(covers));
  // Only a complete match shows which live components are unmanaged.
  const others = mayBeUnmanaged ? planAll(components.filter((declaration) => !isCovered(declaration))) : [];
  const declared = [...planned, ...others].map(({ work }) => work);
  const matched = new Set(declared.map(({ live }) => live?.id));
  const entries = declared.map(({ knowledge }) => knowledge.entry);
  // Without the catalogue's id, a declared component that was not matched may be any live one: none is deleted.
  const complete = declared.every(({ live, knowledge }) => live !== undefined || knowledge.entry.status === "found");
  const unmanaged = mayBeUnmanaged
    ? unmanagedComponents(file, all, { matched, entries }, prunes(scope.options, "components") && complete)
    : [];
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

function planComponent(
  file: LoadedFile,
  declaration: ComponentDeclaration,
  { live, knowledge, failure, cause, doubt, isDoubled = false }: ComponentMatch,
  { options, resends }: Scope,
): PlannedComponent {
  const { remembersSecrets = false } = options;
  const policy = { rewriteSecrets: resends(childKey(file, declaration.declared.component)) };
  const base = { kind: "component", live, knowledge, policy } as const;
  const item = (
    action: Action,
    { changes = [], notes = [], reason, cause }: Partial<Pick<PlanItem, "changes" | "notes" | "reason" | "cause">> = {},
  ): PlanItem => ({
    kind: "component",
    key: childKey(file, declaration.declared.component),
    action,
    id: live?.id,
    changes,
    source: declaration.position,
    reason,
    ...(cause === undefined ? {} : { cause }),
    notes: [...missingVariableNotes(file, declaration.path), ...notes],
  });
  if (doubt !== undefined)
    return { work: { ...base, isDoubled, item: item("blocked", { reason: doubt }) }, problems: [] };
  if (declaration.absent) {
    return { work: { ...base, item: item(live === undefined ? "unchanged" : "delete") }, problems: [] };
  }

  const pending = pendingSettings(file, declaration);
  const assessment = assessComponent(declaration.declared, live, knowledge, policy, pending);
  const { declared } = assessment;
  const work = { ...base, declared };
  const isSecret = (path: string): boolean =>
    isSecretInFile(file, declaration.path, path) || isSecretByCatalogue(work, path);
  const changes = redactChanges(assessment.changes ?? asChanges(declared, ["component"]), isSecret);
  if (failure !== undefined) {
    const path = ["components", declaration.declared.component];
    const unchecked = createProblem("error", declaration.position, path, failure);
    return { work: { ...work, item: item("blocked", { changes, reason: failure, cause }) }, problems: [], unchecked };
  }
  const problems = assessment.findings.map((finding) => asProblem(file, declaration, finding));
  const obstacle = obstacleIn(assessment);
  if (obstacle !== undefined) {
    return { work: { ...work, item: item("blocked", { changes, reason: obstacle }) }, problems };
  }
  const action = live === undefined ? "create" : changes.length > 0 ? "update" : "unchanged";
  const notes =
    live === undefined
      ? []
      : componentNotes(declaration.declared, declared, live, knowledge, { ...policy, remembersSecrets });
  return { work: { ...work, item: item(action, { changes, notes }) }, problems };
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
  const risk = explainRisk(atRisk);
  return `${risk.charAt(0).toUpperCase()}${risk.slice(1)}`;
}

function asProblem(
  file: LoadedFile,
  { declared: { component } }: ComponentDeclaration,
  { level, field, setting, inValue, message }: Finding,
): Problem {
  const inside = field === "component" ? [] : [field, ...(setting === undefined ? [] : [setting])];
  const path = ["components", component, ...inside];
  const positions = positionsOf(file, pathText(path));
  return createProblem(level, inValue === true ? positions.value : positions.key, path, message);
}
