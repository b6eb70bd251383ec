import type { Client } from "../../provider/api/client.ts";
import { isForbidden, isNotFound, isServiceError, type RefusedError } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { placeOf, type LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { rememberedLists } from "../../provider/resources/lists.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { asChanges, redactChanges, secretInFile, secretValues } from "./changes.ts";
import { deletionGuard } from "./guards.ts";
import { blockedProject, projectItem } from "./items.ts";
import { planMoves } from "./moves.ts";
import type { PlanOptions } from "./options.ts";
import { planChildDeletions } from "./child-deletions.ts";
import { planComponents } from "./components.ts";
import { planDomains } from "./domains.ts";
import { assemblePlan, type Plan } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork, ProjectWork } from "./work.ts";

/** A plan, and what it takes to carry it out. */
export interface Planned {
  readonly plan: Plan;
  readonly work: readonly ProjectWork[];
  /** Values that the catalogue calls secret, however the files write them. */
  readonly secrets: readonly string[];
  /** What could not be checked, and is blocked in the plan for it. */
  readonly unchecked: readonly Problem[];
}

/**
 * Compares files with the service and says what a run would do. Only reads: the projects of each organization once, two
 * lists per project found, each catalogue entry once. Rejects with an error of the client when the service cannot be
 * read; a project the token may not see is blocked and does not stop the others.
 */
export async function plan(files: readonly LoadedFile[], client: Client, options: PlanOptions = {}): Promise<Planned> {
  const scope: Scope = { client, lists: rememberedLists(client), everyProject: onceIfAllowed(client), options };
  const shares = await Promise.all(files.map((file) => planFile(file, scope)));
  const work = await planMoves(claimedOnce(shares, files), scope);
  const items = work.flatMap((project) => [project.item, ...project.children.map(({ item }) => item)]);
  const problems = shares.flatMap((share) => share.problems);
  return {
    plan: assemblePlan(items, [deletionGuard(items, options)], problems),
    work,
    secrets: work.flatMap(secretValues),
    unchecked: shares.flatMap((share) => share.unchecked ?? []),
  };
}

/** All that the token sees, read once at most; it serves a hint, so that not being allowed to read it is no error. */
function onceIfAllowed(client: Client): () => Promise<readonly ProjectRecord[]> {
  let reading: Promise<readonly ProjectRecord[]> | undefined;
  return () => {
    reading ??= client.projects.list().catch((error: unknown) => {
      if (isServiceError(error)) return [];
      throw error;
    });
    return reading;
  };
}

/** Two files may come to one live project, where one renames it and the other still has its old slug: neither gets it. */
function claimedOnce(
  shares: readonly { readonly project: ProjectWork }[],
  files: readonly LoadedFile[],
): ProjectWork[] {
  const ids = shares.map(({ project }) => project.live?.id);
  return shares.map(({ project }, index) => {
    const file = files[index];
    const other = ids.findIndex((id, at) => at !== index && id !== undefined && id === project.live?.id);
    if (file === undefined || other === -1) return project;
    const reason = `${files[other]?.file ?? "Another file"} comes to the same live project, ${project.live?.id}. Correct one of them.`;
    return blockedProject(file, project.live, reason);
  });
}

async function planFile(
  file: LoadedFile,
  scope: Scope,
): Promise<{ project: ProjectWork; problems: readonly Problem[]; unchecked?: readonly Problem[] }> {
  let live: ProjectRecord | undefined;
  try {
    live = await findProject(file, scope);
    const problems = live === undefined ? await unknownOrganization(file, scope) : [];
    const conflict = await whyNot(file, live, scope);
    if (conflict !== undefined) return { project: blockedProject(file, live, conflict), problems };
    if (file.project.absent) return { project: await planDeletion(file, live, scope), problems };
    const [components, domains] = await Promise.all([
      planComponents(file, live, scope),
      planDomains(file, live, scope),
    ]);
    const children = [...components.work, ...domains.work];
    const { unchecked } = components;
    return { project: planProject(file, live, children), problems: [...problems, ...components.problems], unchecked };
  } catch (error) {
    // What the token may not see, or cannot be told apart, concerns this file only.
    if (isNotFound(error) && live !== undefined)
      return { project: await planUnlisted(file, live, error, scope), problems: [] };
    if (!isForbidden(error) && !(error instanceof AmbiguousError)) throw error;
    return { project: blockedProject(file, live, error.message), problems: [] };
  }
}

/** What is in the project was not found: a list may be behind, and the project itself gone. */
async function planUnlisted(
  file: LoadedFile,
  live: ProjectRecord,
  error: RefusedError,
  { client }: Scope,
): Promise<ProjectWork> {
  if ((await projectKind.read(client, undefined, live.id)) !== undefined)
    return blockedProject(file, live, error.message);
  if (file.project.absent) return absentAlready(file);
  return blockedProject(
    file,
    live,
    `${live.id} is gone, though the service's list still shows it. Run this again in a while.`,
  );
}

function absentAlready(file: LoadedFile): ProjectWork {
  const item = projectItem(file, undefined, "unchanged", { reason: "It is absent already." });
  return { item, declared: file.project.declared, live: undefined, children: [] };
}

async function findProject(file: LoadedFile, { client, lists }: Scope): Promise<ProjectRecord | undefined> {
  const { declared, id, previousSlug, absent } = file.project;
  if (id !== undefined) return projectKind.read(client, undefined, id);
  const found = await projectKind.find(lists, undefined, declared);
  // What is to be removed is what has the slug now: a rename is no part of it.
  if (previousSlug === undefined || absent || found !== undefined) return found;
  return projectKind.find(lists, undefined, { ...declared, slug: previousSlug });
}

/** Why the project that was found, or that none was, is not what the file means. */
async function whyNot(
  { project }: LoadedFile,
  live: ProjectRecord | undefined,
  scope: Scope,
): Promise<string | undefined> {
  const { declared, id, mustExist, absent, previousSlug } = project;
  if (live === undefined) {
    if (absent) return undefined;
    if (id !== undefined)
      return `No project has the id ${id}. Correct it, or remove \`id\` to have the project created.`;
    return mustExist ? "The project does not exist, and `must_exist` says that it must. Create it first." : undefined;
  }
  const owner = live.organization_id;
  if (typeof owner === "string" && owner !== declared.organization_id) {
    return `Project ${live.id} belongs to ${owner}, not to ${declared.organization_id}. Correct \`organization_id\` or \`id\`.`;
  }
  if (absent) {
    return live.slug === declared.slug
      ? undefined
      : `Project ${live.id} has the slug ${live.slug}, not ${declared.slug}: it is not removed. Correct \`slug\` or \`id\`.`;
  }
  const withSlug = (slug: string) => projectKind.find(scope.lists, undefined, { ...declared, slug });
  const other =
    live.slug === declared.slug ? await (previousSlug && withSlug(previousSlug)) : await withSlug(declared.slug);
  if (other === undefined || other === "" || other.id === live.id) return undefined;
  return live.slug === declared.slug
    ? `${other.id} still has the slug ${previousSlug}, and ${live.id} has ${declared.slug} already. Where they are two projects, remove \`previous_slug\`.`
    : `${live.id} cannot get the slug ${declared.slug}: ${other.id} has it already. Correct \`slug\` or \`id\`.`;
}

function planProject(file: LoadedFile, live: ProjectRecord | undefined, children: readonly ChildWork[]): ProjectWork {
  const { declared } = file.project;
  const isSecret = (path: string): boolean => secretInFile(file, "project", path);
  const found =
    live === undefined
      ? asChanges(declared, ["organization_id", "slug"])
      : projectKind.compare(declared, live, undefined);
  const action = live === undefined ? "create" : found.length > 0 ? "update" : "unchanged";
  const changes = redactChanges(found, isSecret);
  return { item: projectItem(file, live, action, { changes }), declared, live, children };
}

/** A wrong organization id looks like an empty organization: say what the token does see. */
async function unknownOrganization(file: LoadedFile, { lists, everyProject }: Scope): Promise<Problem[]> {
  const { declared, id, absent } = file.project;
  const { organization_id: organizationId } = declared;
  if (absent || id !== undefined || (await lists.projects(organizationId)).length > 0) return [];
  const seen = new Set((await everyProject()).flatMap(({ organization_id: id }) => id ?? []));
  if (seen.size === 0 || seen.has(organizationId)) return [];
  const path = "project.organization_id";
  const message =
    `no project of ${organizationId} is visible with this token, which sees projects of ${[...seen].toSorted().join(", ")}; ` +
    "where the organization is not a new one, correct its id or use another token";
  return [{ ...placeOf(file, path).at, level: "warning", path, message }];
}

/** A project is deleted with all that is in it, so all of that must be meant. */
async function planDeletion(file: LoadedFile, live: ProjectRecord | undefined, scope: Scope): Promise<ProjectWork> {
  const { declared } = file.project;
  if (live === undefined) return absentAlready(file);
  const children = await planChildDeletions(file, live, scope);
  const kept = children.filter(({ item }) => item.action !== "delete").map(({ item }) => item.key);
  if (kept.length === 0) return { item: projectItem(file, live, "delete"), declared, live, children };
  const reason = `It still holds ${kept.join(", ")}. Declare each with \`absent: true\`, or allow it with prune all.`;
  return blockedProject(file, live, reason);
}
