import { causeOf } from "../../provider/api/cause.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { positionsOf, type ComponentDeclaration, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";
import { assessComponent, type Assessment } from "../../provider/resources/component/assess.ts";
import type { Finding } from "../../provider/resources/component/check-settings.ts";
import { mapAll } from "../../provider/reconcile/view.ts";
import { explainRisk } from "../../provider/resources/failures.ts";
import { asChanges, isSecretByCatalogue, isSecretInFile, redactChanges } from "./changes.ts";
import { componentNotes } from "./component-notes.ts";
import { childKey, missingVariableNotes } from "./project-items.ts";
import { matchComponent, type ComponentMatch } from "./match-component.ts";
import { prunes } from "./options.ts";
import { blocked, newItem, type Action, type ItemDetails, type PlanItem } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { possibleKeys, unmanagedComponents } from "./unmanaged-components.ts";
import type { ComponentWork } from "./work.ts";

interface PlannedComponents {
  readonly work: readonly ComponentWork[];
  /** What the catalogue says against the declarations. */
  readonly problems: readonly Problem[];
}

const NOTHING: PlannedComponents = { work: [], problems: [] };

/**
 * Plans the components of one project. `project` is `undefined` if it will be created. With `only`, plans all of them if it may cover
 * one: only a complete match shows which live components are unmanaged.
 */
export function planComponents(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): PlannedComponents {
  if (file.components === undefined) return NOTHING;
  const all = project === undefined ? [] : scope.view.components(project.id);
  const { components } = file;
  const { covers } = scope.selection;
  const keys = components.map(({ declared }) => childKey(file, declared.component));
  if (![...keys, ...all.flatMap((live) => possibleKeys(file, live))].some(covers)) return NOTHING;
  const matches = mapAll(components, (declaration) => {
    const match = matchComponent(declaration, components, project, all, scope);
    return planComponent(file, declaration, match, scope);
  });
  const planned = blockShared(matches);
  const declared = planned.map(({ work }) => work);
  const unmanaged = unmanagedComponents(file, all, declared, prunes(scope.options, "components"));
  const covered = planned.filter(({ work }) => covers(work.item.key));
  return {
    work: [...declared, ...unmanaged],
    problems: covered.flatMap(({ problems }) => problems),
  };
}

interface PlannedComponent {
  readonly work: ComponentWork;
  readonly problems: readonly Problem[];
}

function planComponent(
  file: LoadedFile,
  declaration: ComponentDeclaration,
  { live, knowledge, doubt, isDoubled = false }: ComponentMatch,
  { options, resends }: Scope,
): PlannedComponent {
  const { remembersSecrets = false } = options;
  const policy = { rewriteSecrets: resends(childKey(file, declaration.declared.component)) };
  const base = { kind: "component", live, knowledge, policy } as const;
  const item = (action: Action, { notes = [], ...details }: ItemDetails = {}): PlanItem => {
    const { path, position: source } = declaration;
    const common = { id: live?.id, source, notes: [...missingVariableNotes(file, path), ...notes] };
    return newItem("component", childKey(file, declaration.declared.component), action, { ...common, ...details });
  };
  if (doubt !== undefined)
    return { work: { ...base, isDoubled, item: item("blocked", { reason: doubt }) }, problems: [] };
  if (declaration.absent) {
    return { work: { ...base, item: item(live === undefined ? "unchanged" : "delete") }, problems: [] };
  }

  const pending = pendingSettings(file, declaration);
  const assessment = assessComponent(declaration.declared, live, knowledge, policy, pending);
  const { declared } = assessment;
  const work = { ...base, declared, written: declaration.declared };
  const isSecret = (path: string): boolean =>
    isSecretInFile(file, declaration.path, path) || isSecretByCatalogue(work, path);
  const changes = redactChanges(assessment.changes ?? asChanges(declared, ["component"]), isSecret);
  const { entry } = knowledge;
  if (live === undefined && entry.status === "unavailable" && entry.error !== undefined) {
    const reason = `${entry.reason} Run this again.`;
    return { work: { ...work, item: item("blocked", { changes, reason, cause: causeOf(entry.error) }) }, problems: [] };
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

/** Two declarations can match one live component: one by its slug, and one by the catalogue's id. Both are blocked. */
function blockShared(planned: readonly PlannedComponent[]): PlannedComponent[] {
  // A pin of another component is wrong, and blocks only its own line: it has no `declared`.
  const certain = planned.filter(({ work: { live, declared, item } }) => {
    return live !== undefined && (declared !== undefined || item.action !== "blocked");
  });
  const byLive = Map.groupBy(certain, ({ work }) => work.live?.id);
  return planned.map((each) => {
    const { work } = each;
    const others = byLive.get(work.live?.id) ?? [];
    const other = others.includes(each) ? others.find((another) => another !== each) : undefined;
    if (other === undefined) return each;
    const reason = `${other.work.item.key} matches the same live component, ${work.live?.id}. Correct one of them.`;
    return { ...each, work: { ...work, item: { ...blocked(work.item, reason), changes: [] } } };
  });
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
