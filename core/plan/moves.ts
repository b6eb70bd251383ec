import { isServiceError } from "../api/errors.ts";
import { unknownHostNames, type DomainDeclaration, type LoadedFile } from "../file/loaded-file.ts";
import { mapAll, orIfRefused } from "../reconcile/snapshot-view.ts";
import { compareText } from "../resources/compare-text.ts";
import { hostNameOf } from "../resources/domain.ts";
import { AmbiguousError } from "../resources/failures.ts";
import { prunes, type PlanOptions } from "./plan-options.ts";
import { blocked } from "./plan.ts";
import { findLive } from "./find-project.ts";
import { childKey, projectItem, projectKey } from "./project-items.ts";
import type { Scope } from "./select-objects.ts";
import { slugsOf, type PlannedChild, type PlannedDomain, type PlannedProject } from "./planned-object.ts";

/** The attachment of a host name to a project of this run. */
interface Attachment {
  readonly name: string;
  readonly from: NonNullable<PlannedDomain["from"]>;
  readonly project: PlannedProject;
  /** The plan of the domain in its project. Absent if the run leaves it out. */
  readonly domain: PlannedDomain | undefined;
}

/**
 * Plans the moves of host names between the projects of a run. A host name moves if the file of its current project lets it go:
 * it says `absent`, or has a `domains` section that does not list it. Otherwise the move is blocked: the old project may still
 * serve the host name. It also stays attached if the domain in its new project is blocked, or if `only` leaves out one side.
 */
export function planMoves(
  projects: readonly PlannedProject[],
  files: readonly LoadedFile[],
  scope: Scope,
): readonly PlannedProject[] {
  const declared = projects.flatMap(({ children }) =>
    children.filter((child) => child.kind === "domain" && child.declared !== undefined),
  );
  const namesThatAre = (action: "create" | "blocked"): ReadonlySet<string> =>
    new Set(declared.filter(({ item }) => item.action === action).map(({ name }) => name));
  const [arriving, blockedNames] = [namesThatAre("create"), namesThatAre("blocked")];
  // Nothing is read unless a name arrives.
  const attached = arriving.size === 0 ? [] : readAttachments(projects, declared, files, scope);
  const attachments = Map.groupBy(
    attached.filter(({ name }) => arriving.has(name)),
    ({ name }) => name,
  );
  const released = new Set<PlannedChild | undefined>();
  const leftOut = files.filter((file) => !scope.selection.covers(projectKey(file)));
  const planMove = (work: PlannedDomain): PlannedDomain => {
    const { name, item } = work;
    const ofName = attachments.get(name) ?? [];
    const [first] = ofName;
    const keeper = ofName.find((each) => !isReleased(each));
    if (item.action === "delete") {
      const isBlocked = blockedNames.has(name) || keeper !== undefined;
      const reason = isBlocked
        ? `${name} stays attached: it is declared in another project, and blocked there.`
        : whyNotReleased(name, arriving, leftOut, scope);
      return reason === undefined ? work : blockedWork(work, reason);
    }
    if (first === undefined || item.action !== "create") return work;
    if (keeper !== undefined) return blockedWork(work, whyKept(keeper, scope));
    // A service may attach one name to several projects: move it from the first. The others detach it if they would anyway.
    released.add(first.domain);
    const { key } = first.project.item;
    return { ...work, item: { ...item, action: "move", from: key, reason: `from ${key}` }, from: first.from };
  };
  const planned = projects.map((project) => ({
    ...project,
    children: project.children.map((child) => (child.kind === "domain" ? planMove(child) : child)),
  }));
  return planned.map((project) =>
    // The detachment is part of the move, and not a deletion of its own.
    keepIfChildBlocked({ ...project, children: project.children.filter((child) => !released.has(child)) }),
  );
}

/** Why a host name is not detached, if it moves, or may move, to a project that `only` leaves out. */
function whyNotReleased(
  name: string,
  arriving: ReadonlySet<string>,
  leftOut: readonly LoadedFile[],
  { selection: { covers } }: Scope,
): string | undefined {
  if (arriving.has(name)) return undefined;
  const target = leftOut.find((file) => declarationOf(name, file)?.absent === false && !covers(childKey(file, name)));
  if (target !== undefined)
    return `${name} moves to ${projectKey(target)}, and \`only\` leaves that out. Add ${childKey(target, name)} to only.`;
  const unnamed = leftOut.find((file) => unknownHostNames(file).length > 0);
  return unnamed && `${name} may move to ${projectKey(unnamed)}, where a host name is not known: set its variable.`;
}

/** Blocks the deletion of a project, and of everything in it, if a child is blocked: a blocked child must stay. */
function keepIfChildBlocked(project: PlannedProject): PlannedProject {
  const stays = project.children.filter(({ item }) => item.action === "blocked").map(({ item }) => item.key);
  if (project.item.action !== "delete" || stays.length === 0) return project;
  const reason = `It contains ${stays.join(", ")}, which must stay.`;
  return {
    ...project,
    item: blocked(project.item, reason),
    children: project.children.map((child) =>
      child.item.action === "delete" ? blockedWork(child, "Its project is blocked.") : child,
    ),
  };
}

function blockedWork<Work extends PlannedChild>(work: Work, reason: string): Work {
  return { ...work, item: blocked(work.item, reason) };
}

/** True if a project lets a domain go: it detaches it, or its file has a `domains` section without it, and nothing speaks against a move. */
function isReleased({ project: { file }, domain }: Attachment): boolean {
  if (domain === undefined || domain.stays !== undefined) return false;
  return domain.item.action === "delete" || (domain.item.action === "unmanaged" && file.domains !== undefined);
}

/** Why a project keeps a host name. */
function whyKept({ name, project: { item, file }, domain }: Attachment, { selection: { covers } }: Scope): string {
  const where = `${name} is attached to ${item.key}`;
  const key = childKey(file, name);
  if (!covers(key)) return `${where}, and \`only\` leaves that out. To move it, add ${key} to only.`;
  if (domain?.stays !== undefined) return `${where}, where it stays, because ${domain.stays}.`;
  if (item.action === "blocked") return `${where}, which is blocked.`;
  if (domain?.item.action === "blocked") return `${where}, where it is blocked.`;
  if (file.domains !== undefined) return `${where}, whose file declares it. To move it, remove it there.`;
  return `${where}, whose file has no \`domains\` section. To move it, add one that does not list it, in the same run.`;
}

/** The attachments of host names to projects of this run, or of files that it leaves out. */
function readAttachments(
  projects: readonly PlannedProject[],
  declared: readonly PlannedChild[],
  files: readonly LoadedFile[],
  scope: Scope,
): readonly Attachment[] {
  const planned = new Set(projects.map(({ file }) => file));
  // Any declared name, also one that is attached: the next plan knows of the same projects, although some names have arrived by then.
  const leftOut = files.filter(
    (file) => !planned.has(file) && declared.some(({ name }) => wouldRelease(name, file, scope.options)),
  );
  const attached = mapAll([...projects, ...mapAll(leftOut, (file) => leftOutProject(file, scope))], (project) => {
    const { live, children } = project;
    if (live === undefined) return [];
    const domains = children.filter((child) => child.kind === "domain");
    // Without those that cannot be read, the project is blocked, or gone though a list still shows it. The service refuses a second attachment.
    return orIfRefused([], () => scope.view.domains(live.id)).map((attachment): Attachment => {
      const name = hostNameOf(attachment);
      const { organization_id: organizationId } = project.declared;
      const from = { projectId: live.id, organizationId, slugs: slugsOf(project), name: attachment.name };
      // If there are several of one name, the plan of all of them is the same.
      return { name, from, project, domain: domains.find((domain) => domain.name === name) };
    });
  });
  // In one order, whatever the names of the files are.
  return attached.flat().toSorted((a, b) => compareText(a.project.item.key, b.project.item.key));
}

/** The project of a file that the run leaves out. Without a live one if it cannot be told: the service refuses a second attachment. */
function leftOutProject(file: LoadedFile, scope: Scope): PlannedProject {
  const isUnknown = (error: unknown): boolean => isServiceError(error) || error instanceof AmbiguousError;
  const live = orIfRefused(undefined, () => findLive(file, scope), isUnknown);
  return {
    file,
    item: projectItem(file, live, "unchanged"),
    declared: file.project.declared,
    live,
    children: [],
    isLeftOut: true,
  };
}

/**
 * True if the file's project would detach the name in a run of everything: it is declared as absent, or pruned. A file that only does
 * not list it is not asked: all projects would be read for each new host name, and the service refuses one that is taken.
 */
function wouldRelease(name: string, file: LoadedFile, options: PlanOptions): boolean {
  const declaration = declarationOf(name, file);
  if (declaration !== undefined) return declaration.absent;
  if (file.domains !== undefined) return prunes(options, "domains");
  return file.project.absent && options.prune?.includes("all") === true;
}

function declarationOf(name: string, { domains }: LoadedFile): DomainDeclaration | undefined {
  return domains?.find(({ declared }) => declared.name === name);
}
