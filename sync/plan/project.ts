import { causeOf } from "../../provider/api/cause.ts";
import {
  asError,
  isForbidden,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  type RefusedError,
} from "../../provider/api/errors.ts";
import { isSameText } from "../../provider/resources/compare-text.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { positionsOf, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import type { InOrganization } from "../../provider/resources/kind.ts";
import { mayBeSameSlug, UncertainOwnerError } from "../../provider/resources/project-identity.ts";
import { notesOnUnknownDefaults, projectKind } from "../../provider/resources/project.ts";
import { readWhole } from "../../provider/resources/read-whole.ts";
import { asChanges, isSecretInFile, redactProjectChanges } from "./changes.ts";
import { planChildDeletions } from "./child-deletions.ts";
import { planComponents } from "./components.ts";
import { planDomains } from "./domains.ts";
import { blockedProject, childKey, projectItem, projectKey } from "./project-items.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork, ProjectWork } from "./work.ts";

export interface PlannedFile {
  readonly project: ProjectWork;
  readonly problems: readonly Problem[];
  readonly unchecked?: readonly Problem[];
  /** Why not even the project could be read. The plan blocks it. */
  readonly unreadable?: Error;
}

/**
 * Plans the project of one file, with its components and domains. What the service does not answer, or answers oddly, blocks
 * only this project. Rejects if the service refuses the token.
 */
export async function planFile(file: LoadedFile, scope: Scope): Promise<PlannedFile> {
  let live: ProjectRecord | undefined;
  try {
    live = await findProject(file, scope);
  } catch (error) {
    const project = blockedProject(file, undefined, reasonOf(error), causeOf(error));
    // A project that the token may not see, or that cannot be told from others, was answered.
    const isAnswered = isForbidden(error) || error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    const blocked = { project, problems: [], unchecked: uncheckedProject(file, project) };
    return isAnswered ? blocked : { ...blocked, unreadable: asError(error) };
  }
  try {
    return await planFound(file, live, scope);
  } catch (error) {
    const project =
      isNotFound(error) && live !== undefined
        ? await planUnlisted(file, live, error, scope)
        : blockedProject(file, live, reasonOf(error), causeOf(error));
    return { project, problems: [], unchecked: uncheckedProject(file, project) };
  }
}

/** For a validation: nothing of a project that could not be read was checked. */
function uncheckedProject({ project: { position } }: LoadedFile, { item }: ProjectWork): Problem[] {
  return item.action === "blocked" ? [createProblem("error", position, ["project"], item.reason ?? "")] : [];
}

/** Why an error blocks one project. Throws it if it concerns more. */
function reasonOf(error: unknown): string {
  const concernsOnlyThis = isServiceError(error) && !isUnauthenticated(error);
  if (!concernsOnlyThis && !(error instanceof AmbiguousError)) throw error;
  return error.message;
}

async function planFound(file: LoadedFile, found: ProjectRecord | undefined, scope: Scope): Promise<PlannedFile> {
  const [warnings, planned] = await Promise.all([
    found === undefined ? warnOfEmptyOrganization(file, scope) : [],
    planWithChildren(file, found, scope),
  ]);
  return { ...planned, problems: [...warnings, ...planned.problems] };
}

async function planWithChildren(
  file: LoadedFile,
  found: ProjectRecord | undefined,
  scope: Scope,
): Promise<PlannedFile> {
  const obstacle = await obstacleOf(file, found, scope);
  if (obstacle !== undefined) return { project: blockedProject(file, found, obstacle), problems: [] };
  const isCovered = scope.selection.covers(projectKey(file));
  if (file.project.absent) return { project: await planDeletion(file, found, scope), problems: [] };
  const live = found && (isCovered ? await readAll(file, found, scope) : found);
  const [components, domains] = await Promise.all([planComponents(file, live, scope), planDomains(file, live, scope)]);
  const project = planProject(file, live, [...components.work, ...domains.work]);
  return { project, problems: components.problems, unchecked: components.unchecked };
}

async function readAll(file: LoadedFile, found: ProjectRecord, { client }: Scope): Promise<ProjectRecord> {
  const whole = await readWhole(projectKind, client, addressOf(file), file.project.declared, found);
  // The slug by which it was found: if the read by id shows another one, apply finds the project renamed.
  return { ...whole, slug: found.slug ?? whole.slug };
}

function addressOf({ project: { declared } }: LoadedFile): InOrganization {
  return { organizationId: declared.organization_id };
}

/** The children were not found: the list of projects may lag, and the project itself be gone. */
async function planUnlisted(
  file: LoadedFile,
  live: ProjectRecord,
  error: RefusedError,
  { client }: Scope,
): Promise<ProjectWork> {
  const read = await projectKind.read(client, addressOf(file), live.id).catch((unreadable: unknown) => {
    reasonOf(unreadable);
    return live;
  });
  if (read !== undefined) return blockedProject(file, live, error.message, causeOf(error));
  if (file.project.absent) return alreadyAbsent(file);
  const reason = `${live.id} is gone, but the service's list still shows it. Run this again in a minute. If the list goes on to show it, ask the service's owner to remove it, or declare another slug.`;
  return blockedProject(file, live, reason);
}

function alreadyAbsent(file: LoadedFile): ProjectWork {
  const item = projectItem(file, undefined, "unchanged", { reason: "It is already absent." });
  return { item, declared: file.project.declared, live: undefined, children: [] };
}

/** The live project that a file means. `undefined` if there is none. */
export async function findProject(file: LoadedFile, { client, lists }: Scope): Promise<ProjectRecord | undefined> {
  const { declared, id, previousSlug, absent } = file.project;
  const address = addressOf(file);
  if (id !== undefined) return projectKind.read(client, address, id);
  const isRenaming = previousSlug !== undefined && !absent;
  return (
    (await projectKind.find(lists, address, declared)) ??
    // A removal applies to the project that has the slug now, not to one that was to be renamed to it.
    (isRenaming ? projectKind.find(lists, address, { ...declared, slug: previousSlug }) : undefined)
  );
}

/** Why the project that was found, or its absence, does not fit the file. `undefined` if it does. */
async function obstacleOf(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  scope: Scope,
): Promise<string | undefined> {
  const { declared, id, mustExist, absent } = file.project;
  if (live === undefined) {
    if (absent) return undefined;
    if (needsLeftOutProject(file, scope)) {
      return `The project does not exist, and \`only\` leaves it out. Add ${projectKey(file)} to only.`;
    }
    if (id !== undefined) return `No project has the id ${id}. Correct it, or remove \`id\` to create the project.`;
    return mustExist ? "The project does not exist, and `must_exist` forbids creating it. Create it first." : undefined;
  }
  const owner = live.organization_id;
  if (typeof owner === "string" && owner !== "" && !isSameText(owner, declared.organization_id)) {
    return `Project ${live.id} belongs to ${owner}, not to ${declared.organization_id}. Correct \`organization_id\` or \`id\`.`;
  }
  if (absent) {
    return mayBeSameSlug(live.slug, declared)
      ? undefined
      : `Project ${live.id} has the slug ${live.slug}, not ${declared.slug}: it is not removed. Correct \`slug\` or \`id\`.`;
  }
  return slugConflict(file, live, scope);
}

/** Whether the run is to create something in a project that it does not cover. */
function needsLeftOutProject(file: LoadedFile, { selection: { covers } }: Scope): boolean {
  if (covers(projectKey(file))) return false;
  const { components = [], domains = [] } = file;
  return (
    components.some(({ declared, absent }) => !absent && covers(childKey(file, declared.component))) ||
    domains.some(({ declared, absent }) => !absent && covers(childKey(file, declared.name)))
  );
}

/** Whether another project has the slug that this one is to get, or still has the previous one. `undefined` if not. */
async function slugConflict(file: LoadedFile, live: ProjectRecord, { lists }: Scope): Promise<string | undefined> {
  const { declared, previousSlug } = file.project;
  const isRenamed = mayBeSameSlug(live.slug, declared);
  const slug = isRenamed ? previousSlug : declared.slug;
  if (slug === undefined) return undefined;
  const other = await projectKind.find(lists, addressOf(file), { ...declared, slug }).catch(unlessUncertain);
  if (other === undefined || other.id === live.id) return undefined;
  return isRenamed
    ? `${other.id} still has the slug ${slug}, and ${live.id} already has ${declared.slug}. If they are two projects, remove \`previous_slug\`.`
    : `${live.id} cannot get the slug ${slug}: ${other.id} already has it. Correct \`slug\` or \`id\`.`;
}

/** A project that cannot be read is no conflict: the service refuses a slug that is taken. */
function unlessUncertain(error: unknown): undefined {
  if (!(error instanceof UncertainOwnerError)) throw error;
}

function planProject(file: LoadedFile, live: ProjectRecord | undefined, children: readonly ChildWork[]): ProjectWork {
  const { declared, previousSlug } = file.project;
  const found =
    live === undefined ? asChanges(declared, ["organization_id", "slug"]) : projectKind.compare(declared, live);
  const action = live === undefined ? "create" : found.length > 0 ? "update" : "unchanged";
  const changes = redactProjectChanges(found, (path) => isSecretInFile(file, "project", path));
  const notes = live === undefined ? [] : [...slugNotes(file, live), ...notesOnUnknownDefaults(declared, live)];
  const work = { item: projectItem(file, live, action, { changes, notes }), declared, live, children };
  return previousSlug === undefined ? work : { ...work, previousSlug };
}

function slugNotes({ project: { declared } }: LoadedFile, live: ProjectRecord): string[] {
  const isOtherForm = live.slug !== declared.slug && mayBeSameSlug(live.slug, declared);
  return isOtherForm ? [`slug: the service has it as ${live.slug}, which counts as the same.`] : [];
}

/** A wrong organization id looks like an empty organization: the warning names the organizations that the token sees. */
async function warnOfEmptyOrganization(file: LoadedFile, { lists }: Scope): Promise<Problem[]> {
  const { declared, id, absent } = file.project;
  const { organization_id: organizationId } = declared;
  if (absent || id !== undefined || (await lists.projects(organizationId)).records.length > 0) return [];
  const visible = await lists.projects(undefined).catch((error: unknown) => {
    // Only a hint depends on it: a token that may not list everything is no error.
    if (isServiceError(error)) return undefined;
    throw error;
  });
  const seen = new Set(visible?.records.flatMap(({ organization_id: owner }) => owner ?? []));
  if (seen.size === 0 || seen.has(organizationId)) return [];
  const path = "project.organization_id";
  const message =
    `this token sees no project of ${organizationId}, but projects of ${[...seen].toSorted().join(", ")}; ` +
    "unless the organization is new, correct its id or use another token";
  return [{ ...positionsOf(file, path).value, level: "warning", path, message }];
}

/** A project is deleted with everything in it, so all of that must be declared absent or covered by prune. */
async function planDeletion(file: LoadedFile, live: ProjectRecord | undefined, scope: Scope): Promise<ProjectWork> {
  const { declared } = file.project;
  if (live === undefined) return alreadyAbsent(file);
  const children = await planChildDeletions(file, live, scope);
  const { covers } = scope.selection;
  const isCovered = covers(projectKey(file));
  const kept = children.filter(({ item }) => isCovered && item.action !== "delete").map(({ item }) => item.key);
  if (kept.length === 0) return { item: projectItem(file, live, "delete"), declared, live, children };
  const reason = `It still holds ${kept.join(", ")}. Declare each with \`absent: true\`, or allow it with prune all.`;
  return blockedProject(file, live, reason);
}
