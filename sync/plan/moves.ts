import { isServiceError } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { mapAll, type View } from "../../provider/reconcile/view.ts";
import { compareText } from "../../provider/resources/compare-text.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import { blocked } from "./plan.ts";
import type { Scope } from "./scope.ts";
import { slugsOf, type ChildWork, type DomainWork, type ProjectWork } from "./work.ts";

/** The attachment of a host name to a project of this run. */
interface Attachment {
  /** The host name. */
  readonly name: string;
  readonly project: NonNullable<DomainWork["from"]>;
  /** The key of the project. */
  readonly key: string;
  /** What the project's plan says about the domain, if it does not keep it. */
  readonly release: DomainWork | undefined;
  /** Why the project keeps it, if it does. */
  readonly keeps: string;
}

/**
 * Plans the moves of host names between the projects of a run. A host name moves if the file of its current project lets it go:
 * it says `absent`, or has a `domains` section that does not list it. Otherwise the move is blocked: the old project may still
 * serve the host name. It also stays attached if the domain in its new project is blocked.
 */
export function planMoves(projects: readonly ProjectWork[], scope: Scope): readonly ProjectWork[] {
  const domains = projects.flatMap(({ children }) => children.filter((child) => child.kind === "domain"));
  const arriving = domains.filter((work) => work.declared !== undefined && work.item.action !== "delete");
  if (!arriving.some(({ item }) => item.action === "create" || item.action === "blocked")) {
    return projects.map(keepIfChildBlocked);
  }

  const attachments = readAttachments(projects, scope);
  const blockedNames = new Set(arriving.filter(({ item }) => item.action === "blocked").map(nameOf));
  const released = new Set<ChildWork>();
  const planMove = (work: DomainWork): DomainWork => {
    const name = nameOf(work);
    if (work.item.action === "delete" && blockedNames.has(name)) {
      return blockedWork(work, `${name} stays attached: it is declared in another project, and blocked there.`);
    }
    const attached = work.item.action === "create" ? (attachments.get(name) ?? []) : [];
    const [attachment] = attached;
    if (attachment === undefined) return work;
    const keeper = attached.find(({ release }) => release === undefined);
    if (keeper !== undefined) return blockedWork(work, `${name} is attached to ${keeper.key}${keeper.keeps}`);
    // A service may attach one name to several projects: move it from the first. The others detach it if they would anyway.
    if (attachment.release !== undefined) released.add(attachment.release);
    const item = { ...work.item, action: "move" as const, from: attachment.key, reason: `from ${attachment.key}` };
    return { ...work, item, from: attachment.project };
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

/** Blocks the deletion of a project, and of everything in it, if a child is blocked: a blocked child must stay. */
function keepIfChildBlocked(project: ProjectWork): ProjectWork {
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

/** The host name of a domain. */
export function nameOf({ declared, live }: DomainWork): string {
  return declared?.name ?? (live === undefined ? "" : hostNameOf(live));
}

export function blockedWork<Work extends ChildWork>(work: Work, reason: string): Work {
  return { ...work, item: blocked(work.item, reason) };
}

/** The live domains of a project by host name. If there are several of one name, the first that it detaches, or else the first. */
function domainsByName(children: readonly ChildWork[]): ReadonlyMap<string, DomainWork> {
  const domains = children.filter((child) => child.kind === "domain");
  const detached = domains.filter(({ item }) => item.action === "delete");
  return new Map([...domains.toReversed(), ...detached.toReversed()].map((domain) => [nameOf(domain), domain]));
}

/** Whether a project lets a domain go: it detaches it, or does not declare it, and nothing speaks against a move. */
function isReleased({ item: { action }, declared, stays }: DomainWork): boolean {
  return action === "delete" || (action === "unmanaged" && declared === undefined && stays === undefined);
}

/** Why a project keeps a host name, as the end of a sentence. */
function whyKept({ item, file }: ProjectWork, domain: DomainWork | undefined): string {
  if (domain?.stays !== undefined) return `, where it stays, because ${domain.stays}.`;
  if (item.action === "blocked") return ", which is blocked.";
  if (domain?.item.action === "blocked") return ", where it is blocked.";
  if (file.domains !== undefined) return ", whose file declares it. To move it, remove it there.";
  return ", whose file has no `domains` section. To move it, add one that does not list it, in the same run.";
}

/** The attachments of host names to projects of this run, by host name. */
function readAttachments(
  projects: readonly ProjectWork[],
  { view }: Scope,
): ReadonlyMap<string, readonly Attachment[]> {
  const attached = mapAll(projects, (work) => {
    const { live, item, children } = work;
    if (live === undefined) return [];
    const planned = domainsByName(children);
    return readableDomains(view, live.id).map((domain): Attachment => {
      const name = hostNameOf(domain);
      const project = { projectId: live.id, slugs: slugsOf(work), name: domain.name };
      const found = planned.get(name);
      const release = found !== undefined && isReleased(found) ? found : undefined;
      return { name, project, key: item.key, release, keeps: whyKept(work, found) };
    });
  });
  // In one order, whatever the names of the files are.
  const sorted = attached.flat().toSorted((a, b) => compareText(a.key, b.key));
  return Map.groupBy(sorted, ({ name }) => name);
}

/**
 * The domains of a project. Empty if they cannot be read: then the project is blocked, and the service refuses a second
 * attachment. Empty also if the project is gone, though a list still shows it.
 */
function readableDomains(view: View, projectId: string): readonly DomainRecord[] {
  try {
    return view.domains(projectId);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return [];
  }
}
