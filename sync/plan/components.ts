import { isTransient, ProtocolError, RefusedError } from "../../provider/api/errors.ts";
import type { ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { placeOf, type DeclaredComponentEntry, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";
import { resolveVersion, type CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { checkComponent } from "../../provider/resources/component/check.ts";
import { componentKind, type DeclaredComponent } from "../../provider/resources/component/kind.ts";
import type { Finding } from "../../provider/resources/component/finding.ts";
import type { Change } from "../../provider/resources/kind.ts";
import { asChanges, redactChanges, secretByCatalogue, secretInFile, versionsConcerned } from "./changes.ts";
import { notesOn, secretsLost } from "./component-notes.ts";
import { childKey, unavailableIn } from "./items.ts";
import { prunes } from "./options.ts";
import type { Action, PlanItem } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { undeclaredComponents } from "./unmanaged-components.ts";
import type { ComponentWork } from "./work.ts";

interface Planned {
  readonly work: readonly ComponentWork[];
  readonly problems: readonly Problem[];
  /** Where the catalogue could not be asked: a plan blocks the component, a validation has nothing else to tell of it. */
  readonly unchecked: readonly Problem[];
}

/** Plans the components of one project. `project` is `undefined` where it will be created: it has none then. */
export async function planComponents(
  file: LoadedFile,
  project: ProjectRecord | undefined,
  scope: Scope,
): Promise<Planned> {
  if (file.components === undefined) return { work: [], problems: [], unchecked: [] };
  const all = project === undefined ? [] : await scope.lists.components(project.id);
  const planned = await Promise.all(file.components.map((entry) => planComponent(file, entry, project, all, scope)));
  const found = new Set(planned.map(({ work }) => work.live?.id));
  const undeclared = undeclaredComponents(file, all, found, prunes(scope.options, "components"));
  return {
    work: [...planned.map(({ work }) => work), ...undeclared],
    problems: planned.flatMap(({ problems }) => problems),
    unchecked: planned.flatMap(({ unchecked }) => unchecked ?? []),
  };
}

async function planComponent(
  file: LoadedFile,
  entry: DeclaredComponentEntry,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  scope: Scope,
): Promise<{ work: ComponentWork; problems: readonly Problem[]; unchecked?: Problem }> {
  const { catalogue, failure } = await lookUp(entry.declared.component, scope);
  const live = await findComponent(entry, project, all, catalogue, scope);
  const at = entry.path;
  const item = (action: Action, changes: PlanItem["changes"], notes: readonly string[], reason?: string): PlanItem => ({
    kind: "component",
    key: childKey(file, entry.declared.component),
    action,
    id: live?.id,
    changes,
    source: entry.position,
    reason,
    notes: [...unavailableIn(file, at), ...notes],
  });
  const blocked = (reason: string) => ({
    work: { kind: "component" as const, item: item("blocked", [], [], reason), live },
    problems: [],
  });
  const doubt = whyNot(entry, live, all, catalogue);
  if (doubt !== undefined) return blocked(doubt);
  if (entry.absent) {
    return {
      work: { kind: "component", item: item(live === undefined ? "unchanged" : "delete", [], []), live },
      problems: [],
    };
  }
  const pending = pendingSettings(file, entry);
  const findings = failure === undefined ? checkComponent(catalogue, entry.declared, live, pending) : [];
  const problems = findings.map((finding) => asProblem(file, entry, finding));
  const declared = resolved(entry.declared, catalogue);
  const found = compare(declared, live, catalogue, scope.options.rewriteSecrets);
  const byCatalogue = secretByCatalogue(catalogue, versionsConcerned(catalogue, declared, live));
  const changes = redactChanges(found, (path) => secretInFile(file, at, path) || byCatalogue(path));
  const { rewriteSecrets } = scope.options;
  const work = { kind: "component", declared, live, entry: catalogue, rewriteSecrets } as const;

  if (failure !== undefined) {
    const unchecked = createProblem("error", entry.position, ["components", entry.declared.component], failure);
    return { work: { ...work, item: item("blocked", changes, [], failure) }, problems, unchecked };
  }
  const wrong = findings.filter(({ level }) => level === "error").map(({ message }) => message);
  const lost = live === undefined ? [] : secretsLost(declared, live, catalogue, found);
  if (wrong.length > 0) return { work: { ...work, item: item("blocked", changes, [], wrong.join(" ")) }, problems };
  if (lost.length > 0) {
    const reason = `The service hides ${lost.join(", ")}, and an update of the settings without it might lose it. Declare it as well.`;
    return { work: { ...work, item: item("blocked", changes, [], reason) }, problems };
  }
  const notes =
    live === undefined ? [] : notesOn(entry.declared, declared, live, catalogue, scope.options.rewriteSecrets);
  const action = live === undefined ? "create" : found.length > 0 ? "update" : "unchanged";
  return { work: { ...work, item: item(action, changes, notes) }, problems };
}

/** What the catalogue says; where it fails for this component, the others need not. */
async function lookUp(
  slug: string,
  { lists }: Scope,
): Promise<{ readonly catalogue: CatalogueEntry; readonly failure?: string }> {
  try {
    return { catalogue: await lists.catalogue(slug) };
  } catch (error) {
    const isOfThisOne = error instanceof ProtocolError || (error instanceof RefusedError && isTransient(error));
    if (!isOfThisOne) throw error;
    const { message } = error;
    return {
      catalogue: { status: "unavailable", slug, reason: message },
      failure: `The catalogue could not be asked for ${slug}: ${message} Run this again.`,
    };
  }
}

/** Why the component that was found, or that none was, may not be what the entry means. */
function whyNot(
  { declared: { component }, id, absent }: DeclaredComponentEntry,
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
  // Without a slug a record is told by its component's id, where both sides say one.
  const known = entry.status === "found" && typeof entry.component.id === "string";
  const unnamed = all.find((other) => typeof other.component_slug !== "string" && !(known && other.component_id));
  return unnamed === undefined
    ? undefined
    : `The service does not say which component ${unnamed.id} is, so it may be this one. Where it is, pin it with \`id: ${unnamed.id}\`.`;
}

async function findComponent(
  { declared, id }: DeclaredComponentEntry,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
  { lists }: Scope,
): Promise<ProjectComponentRecord | undefined> {
  if (project === undefined) return undefined;
  if (id !== undefined) return all.find((live) => live.id === id);
  return componentKind.find(lists, { projectId: project.id, entry }, declared);
}

/** `latest` becomes the concrete version, so that the plan shows what will be there. */
function resolved(declared: DeclaredComponent, entry: CatalogueEntry): DeclaredComponent {
  const { version, ...rest } = declared;
  const concrete = version === undefined ? undefined : resolveVersion(entry, version);
  return concrete === undefined ? rest : { ...rest, version: concrete };
}

function compare(
  declared: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
  entry: CatalogueEntry,
  rewriteSecrets: boolean | undefined,
): readonly Change[] {
  if (live === undefined) return asChanges(declared, ["component"]);
  return componentKind.compare(declared, live, { projectId: "", entry, rewriteSecrets });
}

/** The names of the settings whose value is not known in this run. */
function pendingSettings(file: LoadedFile, { declared }: DeclaredComponentEntry): ReadonlySet<string> {
  const names = file.unavailable.flatMap(({ leftOut: [section, component, field, name] }) =>
    section === "components" && component === declared.component && field === "settings" ? [String(name)] : [],
  );
  return new Set(names);
}

function asProblem(
  file: LoadedFile,
  { declared: { component } }: DeclaredComponentEntry,
  { level, field, setting, inValue, message }: Finding,
): Problem {
  const inside = field === "component" ? [] : [field, ...(setting === undefined ? [] : [setting])];
  const path = ["components", component, ...inside];
  const place = placeOf(file, pathText(path));
  return createProblem(level, inValue === true ? place.at : place.from, path, message);
}
