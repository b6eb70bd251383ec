import { causeOf } from "../api/cause.ts";
import { projectComponentRecord, type ProjectComponentRecord, type ProjectRecord } from "../api/records.ts";
import { problemAt, type ComponentDeclaration, type LoadedFile } from "../file/loaded-file.ts";
import { isError, type Problem } from "../file/problem.ts";
import { resolveVersion } from "../resources/catalogue.ts";
import { checkComponent } from "../resources/component/check-catalogue.ts";
import { compareComponent } from "../resources/component/compare.ts";
import { hasComponentKey, mayBeComponent } from "../resources/component/identity.ts";
import { lostSettings, secretsAtRisk } from "../resources/component/settings.ts";
import type { Change } from "../resources/kind.ts";
import type { Finding } from "../resources/component/check-settings.ts";
import { componentStep, type StepFrame } from "../reconcile/step.ts";
import type { View } from "../reconcile/snapshot-view.ts";
import { explainRisk } from "../resources/failures.ts";
import { asChanges, isSecretByCatalogue, redactChanges } from "./changes.ts";
import { componentNotes } from "./component-notes.ts";
import { childKey, missingVariableNotes } from "./project-items.ts";
import { planUndeclared, possibleKeys, type LiveComponentChild, type LiveLine } from "./unmanaged-objects.ts";
import { doubtShared, matchComponents, type ComponentMatch } from "./match-component.ts";
import { prunes } from "./plan-options.ts";
import { newItem, type Action, type ItemDetails } from "./plan.ts";
import type { Scope } from "./select-objects.ts";
import type { PlannedChild, PlannedComponent } from "./planned-object.ts";

export function wantCatalogue(file: LoadedFile, { view, selection: { covers } }: Scope): void {
  const components = (file.components ?? []).map(({ declared: { component } }) => component);
  const covered = components.filter((component) => covers(childKey(file, component)));
  view.want(...covered.map((key) => ({ of: "catalogue" as const, key })));
}

/** The components of a project. The catalogue is asked only if slugs alone do not say which line means each of them. */
export function liveComponents(file: LoadedFile, projectId: string, view: View): LiveLine[] {
  const { components: declarations = [] } = file;
  const all = view.components(projectId);
  const lines = all.map((live) => declarations.find(({ declared }) => hasComponentKey(declared.component, live)));
  const isPinned = declarations.some(({ id }) => id !== undefined);
  if (!isPinned && !lines.includes(undefined) && new Set(lines).size === all.length)
    return all.map((live, index) => ({ child: asChild(live), line: lines[index] }));
  const matches = matchComponents(file, projectId, all, view);
  return all.map((live) => {
    const ofLive = matches.filter((match) => match.live?.id === live.id);
    const certain = ofLive.find(({ doubt }) => doubt === undefined);
    const isMeant = ofLive.some(({ declaration }) => declaration.absent && declaration.id === undefined);
    return { child: asChild(live), line: certain?.declaration, isMeant };
  });
}

function asChild(live: ProjectComponentRecord): LiveComponentChild {
  return { kind: "component", name: live.component_slug ?? "", live };
}

/**
 * Plans the components of one project. `project` is `undefined` if it will be created. With `only`, plans all of them if it may cover
 * one: only a complete match shows which live components are unmanaged.
 */
export function planComponents(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): PlannedChild[] {
  if (file.components === undefined) return [];
  const all = project === undefined ? [] : scope.view.components(project.id);
  const children = all.map(asChild);
  const { covers } = scope.selection;
  const keys = file.components.map(({ declared }) => childKey(file, declared.component));
  if (![...keys, ...children.flatMap((child) => possibleKeys(file, child))].some(covers)) return [];
  const matches = doubtShared(file, matchComponents(file, project?.id, all, scope.view));
  const declared = matches.map((match) => planComponent(file, match, scope));
  return [...declared, ...planOthers(file, project?.id ?? "", children, declared, prunes(scope.options, "components"))];
}

/** The live components that no declaration was matched with: deleted if `prune`, and if it is certain that they are not declared. */
function planOthers(
  file: LoadedFile,
  projectId: string,
  all: readonly LiveComponentChild[],
  declared: readonly PlannedComponent[],
  prune: boolean,
): PlannedChild[] {
  const matched = new Set(declared.map(({ live }) => live?.id));
  const entries = declared.flatMap(({ entry }) => entry ?? []);
  // Without the catalogue's id, a declared component that was not matched may be any live one: none is deleted.
  const isComplete = declared.every(({ live, entry }) => live !== undefined || entry?.status === "found");
  const undeclared = all
    .filter(({ live }) => !matched.has(live.id))
    .map((child) => {
      const isSimilar = entries.some(
        (entry) => hasComponentKey(entry.slug, child.live, entry) || mayBeComponent(entry.slug, child.live),
      );
      const isDeleted = prune && isComplete && !isSimilar;
      const notes = prune && isSimilar ? ["It may be one that the file declares, so it is not pruned."] : [];
      return { child, isDeleted, mayBeDeclared: isSimilar, isSimilar, notes };
    });
  return planUndeclared(file, projectId, all, undeclared);
}

function planComponent(
  file: LoadedFile,
  { declaration, live, entry, doubt, isDoubled = false }: ComponentMatch,
  { options, forceSecrets: isResent }: Scope,
): PlannedComponent {
  const { declared: written, path, place, position: source } = declaration;
  const key = childKey(file, written.component);
  const forceSecrets = live !== undefined && isResent(key);
  const base = { kind: "component", name: written.component, live, entry, forceSecrets } as const;
  const planned = (
    work: Omit<PlannedComponent, "item">,
    action: Action,
    { notes = [], ...details }: ItemDetails = {},
  ): PlannedComponent => {
    const common = { id: live?.id, source, notes: [...missingVariableNotes(file, path), ...notes] };
    return { ...work, item: newItem("component", key, action, { ...common, ...details }) };
  };
  if (doubt !== undefined) return planned({ ...base, isDoubled }, "blocked", { reason: doubt });
  if (declaration.absent) return planned(base, live === undefined ? "unchanged" : "delete");

  const version = written.version === undefined ? undefined : resolveVersion(entry, written.version);
  const { version: _written, ...rest } = written;
  const declared = version === undefined ? rest : { ...rest, version };
  const differences = (): readonly Change[] =>
    live === undefined ? [] : compareComponent(declared, live, entry, true);
  const found =
    live === undefined ? asChanges(declared, ["component"]) : compareComponent(declared, live, entry, forceSecrets);
  const isSecret = (field: string): boolean => isSecretByCatalogue({ declared, live, entry }, field);
  const work = {
    ...base,
    declared,
    written,
    differences,
    shown: (changes: readonly Change[]) => redactChanges(changes, { file, kind: "component", place }, isSecret),
    write: (frame: StepFrame, all: boolean) => componentStep(frame, declared, live, entry, all),
    lost: (before: object, after: object) =>
      lostSettings(declared, projectComponentRecord.parse(before), projectComponentRecord.parse(after), entry),
  };
  const sendsSettings = live !== undefined && found.some((change) => change.path.startsWith("settings."));
  // An update of settings sends them all, also those that the service does not show.
  const changes = work.shown(sendsSettings ? differences() : found);
  if (live === undefined && entry.status === "unavailable" && entry.error !== undefined) {
    const reason = `${entry.reason} Run this again.`;
    return planned(work, "blocked", { changes, reason, cause: causeOf(entry.error) });
  }
  const findings = checkComponent(entry, written, live, pendingSettings(file, declaration));
  const problems = findings.map((finding) => asProblem(file, declaration, finding));
  const noted = componentNotes(work, { ...options, sendsSettings });
  const checked = { ...work, problems, hidden: noted.filter(({ isHidden }) => isHidden).length };
  const blocker = blockerIn(findings, sendsSettings ? secretsAtRisk(declared.settings, live, entry) : []);
  if (blocker !== undefined) return planned(checked, "blocked", { changes, reason: blocker });
  const action = live === undefined ? "create" : changes.length > 0 ? "update" : "unchanged";
  return planned(checked, action, { changes, notes: noted.map(({ text }) => text) });
}

/** The names of the settings whose values are not known in this run. */
function pendingSettings(file: LoadedFile, { declared }: ComponentDeclaration): ReadonlySet<string> {
  const names = file.missingVariables.flatMap(({ omitted: [section, component, field, name] }) =>
    section === "components" && component === declared.component && field === "settings" ? [String(name)] : [],
  );
  return new Set(names);
}

/** Why the component may not be written, if it may not. */
function blockerIn(findings: readonly Finding[], atRisk: readonly string[]): string | undefined {
  const errors = findings.filter(isError).map(({ message }) => message);
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
  return problemAt(file, level, ["components", component, ...inside], message, inValue === true ? "value" : "key");
}
