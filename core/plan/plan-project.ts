import { causeOf } from "../api/cause.ts";
import { asError, isForbidden, isNotFound, isServiceError, type RefusedError } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { childrenOf, problemAt, type LoadedFile } from "../file/loaded-file.ts";
import type { Problem } from "../file/problem.ts";
import { AmbiguousError } from "../resources/failures.ts";
import { type View, orIfRefused, unlessRefused } from "../reconcile/snapshot-view.ts";
import { refuseOthers, UncertainOwnerError } from "../resources/owner.ts";
import { nearestFirst } from "../resources/nearest-name.ts";
import { findProject, mayBeSlug } from "../resources/project-identity.ts";
import { asCreated } from "../resources/project-body.ts";
import { notesOnUnknownDefaults, compareProject } from "../resources/compare-project.ts";
import { isPartial } from "../resources/partial-record.ts";
import { asChanges, redactChanges } from "./changes.ts";
import { planChildDeletions, planChildren, wantChildren, warnOfUnmatched, whyHeld } from "./plan-children.ts";
import { wantCatalogue } from "./plan-components.ts";
import { blockedProject, childKey, projectItem, projectKey } from "./project-items.ts";
import type { Scope } from "./select-objects.ts";
import { exchangeOf, explainExchange, findLive, givesUpSlug, isMeantByOthers } from "./find-project.ts";
import { planSweep } from "./swept-domains.ts";
import type { PlannedChild, PlannedProject } from "./planned-object.ts";

export interface FilePlan {
  readonly project: PlannedProject;
  readonly problems: readonly Problem[];
  /** Why not even the project could be read. The plan blocks it. */
  readonly unreadable?: Error;
}

/**
 * Plans the project of one file, with its components and domains. What the service does not answer, or answers oddly, blocks
 * only this project. Rejects if the service refuses the token.
 */
export function planFile(file: LoadedFile, scope: Scope): FilePlan {
  let live: ProjectRecord | undefined;
  let isSearched = false;
  if (!file.project.absent) wantCatalogue(file, scope);
  try {
    live = findLive(file, scope);
    isSearched = true;
    return planFound(file, live, scope);
  } catch (error) {
    const isDoubled = !isSearched && error instanceof AmbiguousError && error.ids.length > 1;
    const project =
      isNotFound(error) && live !== undefined
        ? planUnlisted(file, live, error, scope)
        : blockedProject(file, live, reasonOf(error), causeOf(error), isDoubled);
    // A project that the token may not see, or that cannot be told from others, was answered.
    const isAnswered = isForbidden(error) || error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    const planned = { project, problems: [] };
    return isSearched || isAnswered ? planned : { ...planned, unreadable: asError(error) };
  }
}

/** Why an error blocks one project. Throws what is not an error of the service. */
function reasonOf(error: unknown): string {
  if (!isServiceError(error) && !(error instanceof AmbiguousError)) throw error;
  return error.message;
}

function planFound(file: LoadedFile, found: ProjectRecord | undefined, scope: Scope): FilePlan {
  const blocker = blockerOf(file, found, scope);
  if (blocker !== undefined) return { project: blockedProject(file, found, blocker), problems: [] };
  const { decideSweep } = scope.options;
  const { covers } = scope.selection;
  if (decideSweep !== undefined) return { project: planSweep(file, found, decideSweep, scope), problems: [] };
  if (file.project.absent) {
    const project = planDeletion(file, found, scope);
    return { project, problems: found === undefined ? [] : warnOfUnmatched(file, found, scope) };
  }
  if (found !== undefined) wantChildren(file, found, scope);
  const live = found && (covers(projectKey(file)) ? wholeProject(file, found, scope) : found);
  const children = planChildren(file, live, scope);
  const problems = children.flatMap((child) =>
    child.kind === "component" && covers(child.item.key) ? (child.problems ?? []) : [],
  );
  const unmatched = live === undefined ? warnOfPreviousSlug(file, scope) : warnOfUnmatched(file, live, scope);
  const holder =
    live === undefined || mayBeSlug(live.slug, file.project.declared.slug)
      ? undefined
      : findHolder(file, live, file.project.declared.slug, scope);
  const project = planProject(file, live, children, holder?.id);
  return { project, problems: [...unmatched, ...problems] };
}

/** The project, read by its id if its record in the list lacks a declared field. */
function wholeProject(file: LoadedFile, found: ProjectRecord, { view }: Scope): ProjectRecord {
  const { declared, id } = file.project;
  if (id !== undefined || !isPartial(declared, found, compareProject(declared, found))) return found;
  // The slug by which it was found: if the read by id shows another one, apply finds the project renamed.
  const whole = view.project(found.id) ?? found;
  refuseOthers("project", whole, declared.organization_id);
  return { ...whole, slug: found.slug ?? whole.slug };
}

/** The children were not found: the list of projects may lag, and the project itself be gone. */
function planUnlisted(file: LoadedFile, live: ProjectRecord, error: RefusedError, { view }: Scope): PlannedProject {
  if (!isGone(live.id, view)) return blockedProject(file, live, error.message, causeOf(error));
  if (file.project.absent) return alreadyAbsent(file);
  const reason = `${live.id} is gone, but the service's list still shows it. Run this again in a minute. If the list still shows it then, ask the service's owner to remove it, or declare another slug.`;
  return blockedProject(file, live, reason);
}

/** Only the service's own "not found" says that a project is gone. */
function isGone(id: string, view: View): boolean {
  return orIfRefused(false, () => view.project(id) === undefined);
}

function alreadyAbsent(file: LoadedFile): PlannedProject {
  const item = projectItem(file, undefined, "unchanged", { reason: "It is already absent." });
  return { file, item, declared: file.project.declared, live: undefined, children: [] };
}

/** The reason why the project that was found, or its absence, does not fit the file. `undefined` if it does. */
function blockerOf(file: LoadedFile, live: ProjectRecord | undefined, scope: Scope): string | undefined {
  const { declared, id, mustExist, absent } = file.project;
  if (live === undefined) {
    if (absent) return undefined;
    if (needsLeftOutProject(file, scope)) {
      return `The project does not exist, and \`only\` leaves it out. Add ${projectKey(file)} to only.`;
    }
    if (id !== undefined) return `No project has the id ${id}. Correct it, or remove \`id\` to create the project.`;
    return mustExist ? "The project does not exist, and `must_exist` forbids creating it. Create it first." : undefined;
  }
  if (absent) {
    return mayBeSlug(live.slug, declared.slug)
      ? undefined
      : `Project ${live.id} has the slug ${live.slug}, not ${declared.slug}: it is not removed. Correct \`slug\` or \`id\`.`;
  }
  return slugConflict(file, live, scope);
}

/** True if the run is to create something in a project that it does not cover. */
function needsLeftOutProject(file: LoadedFile, { selection: { covers } }: Scope): boolean {
  if (covers(projectKey(file))) return false;
  return childrenOf(file).some(({ name, absent }) => !absent && covers(childKey(file, name)));
}

/** Why the project cannot have the declared slug: another one has that, or still has the previous one. `undefined` if it can. */
function slugConflict(file: LoadedFile, live: ProjectRecord, scope: Scope): string | undefined {
  const { declared, id, previousSlug } = file.project;
  const exchanged = exchangeOf(file, scope);
  if (exchanged.length > 0) return explainExchange(exchanged);
  const isRenamed = mayBeSlug(live.slug, declared.slug);
  // With its id, it is not told by the slug that it had.
  const before = id === undefined ? previousSlug : undefined;
  const slug = isRenamed ? before : declared.slug;
  const other = slug === undefined ? undefined : findHolder(file, live, slug, scope);
  if (other === undefined) return undefined;
  if (isRenamed)
    return isMeantByOthers(other, file, scope)
      ? undefined
      : `${other.id} still has the slug ${slug}, and ${live.id} already has ${declared.slug}. If they are two projects, remove \`previous_slug\`.`;
  return givesUpSlug(other, file, scope)
    ? undefined
    : `${live.id} cannot get the slug ${slug}: ${other.id} already has it. Correct \`slug\` or \`id\`.`;
}

/** Another project that has a slug. */
function findHolder(
  { project: { declared } }: LoadedFile,
  live: ProjectRecord,
  slug: string,
  { view }: Scope,
): ProjectRecord | undefined {
  const list = view.projects(declared.organization_id);
  // A project that cannot be read, or that only a list still shows, is no conflict: the service refuses a slug that is taken.
  const isUncertain = (error: unknown): boolean =>
    error instanceof UncertainOwnerError ||
    (error instanceof AmbiguousError && error.ids.every((id) => isGone(id, view)));
  const holderIn = (records: readonly ProjectRecord[]): ProjectRecord | undefined =>
    unlessRefused(
      () => findProject({ ...list, records }, { ...declared, slug }),
      (error) =>
        error instanceof AmbiguousError ? holderIn(records.filter(({ id }) => !error.ids.includes(id))) : undefined,
      isUncertain,
    );
  const other = holderIn(list.records);
  return other?.id === live.id ? undefined : other;
}

function planProject(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  children: readonly PlannedChild[],
  awaits: string | undefined,
): PlannedProject {
  const { declared } = file.project;
  const found =
    live === undefined ? asChanges(asCreated(declared), ["organization_id", "slug"]) : compareProject(declared, live);
  const action = live === undefined ? "create" : found.length > 0 ? "update" : "unchanged";
  const changes = redactChanges(found, { file, kind: "project", place: file.project.place });
  const notes = live === undefined ? [] : [...slugNotes(file, live), ...notesOnUnknownDefaults(declared, live)];
  const item = projectItem(file, live, action, { changes, notes });
  return { file, item, declared, live, children, awaits };
}

function slugNotes({ project: { declared } }: LoadedFile, live: ProjectRecord): string[] {
  const isOtherForm = live.slug !== declared.slug && mayBeSlug(live.slug, declared.slug);
  return isOtherForm ? [`slug: the service has it as ${live.slug}, which counts as the same.`] : [];
}

const MOST_SLUGS = 3;

/** A new project is created where a slug is misspelled that was to be renamed. */
function warnOfPreviousSlug(file: LoadedFile, { view, selection: { covers } }: Scope): Problem[] {
  const { declared, previousSlug } = file.project;
  if (previousSlug === undefined || !covers(projectKey(file))) return [];
  const known = view.projects(declared.organization_id).records.flatMap(({ slug }) => slug ?? []);
  const near = nearestFirst(previousSlug, known).slice(0, MOST_SLUGS).join(", ");
  const hint = `${near === "" ? "" : `the nearest slugs are ${near}; `}remove it if the project is new`;
  const message = `no project of ${declared.organization_id} has this slug, so a new one is created; ${hint}`;
  return [problemAt(file, "warning", ["project", "previous_slug"], message)];
}

/** A project is deleted with everything in it, so all of that must be declared absent or covered by prune. */
function planDeletion(file: LoadedFile, live: ProjectRecord | undefined, scope: Scope): PlannedProject {
  if (live === undefined) return alreadyAbsent(file);
  const children = planChildDeletions(file, live, scope);
  const kept = children.filter(({ item }) => item.action !== "delete");
  if (kept.length > 0 && scope.selection.covers(projectKey(file)))
    return blockedProject(file, live, whyHeld(projectKey(file), kept));
  return { file, item: projectItem(file, live, "delete"), declared: file.project.declared, live, children };
}
