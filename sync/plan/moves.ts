import { isServiceError } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { mapAll, type View } from "../../provider/reconcile/view.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork, DomainWork, PreviousProject, ProjectWork } from "./work.ts";

/** The attachment of a host name to a project of this run. */
interface Attachment {
  /** The host name. */
  readonly name: string;
  readonly project: PreviousProject;
  /** The key of the project. */
  readonly key: string;
  /** The domains that the project detaches in this run, by host name. */
  readonly releases: ReadonlyMap<string, ChildWork>;
}

/**
 * Plans the moves of host names between the projects of a run. A host name moves if its current project detaches it
 * (`absent`, or prune covers domains). Otherwise the move is blocked: the old project may still serve the host name. It also
 * stays attached if the domain in its new project is blocked.
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
      return blocked(work, `${name} stays attached: it is declared in another project, and blocked there.`);
    }
    const [attachment, ...others] = work.item.action === "create" ? (attachments.get(name) ?? []) : [];
    if (attachment === undefined) return work;
    const releases = [attachment, ...others].map(({ releases: each }) => each.get(name));
    const keeper = [attachment, ...others].find((_attachment, index) => releases[index] === undefined);
    if (keeper !== undefined) {
      return blocked(
        work,
        `${name} is attached to ${keeper.key}. To move it, declare it there with \`absent: true\`, in the same run.`,
      );
    }
    // A service may attach one name to several projects: move it from the first, detach it from the others.
    const [release] = releases;
    if (release !== undefined) released.add(release);
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
    item: { ...project.item, action: "blocked", reason },
    children: project.children.map((child) =>
      child.item.action === "delete" ? blocked(child, "Its project is blocked.") : child,
    ),
  };
}

/** The host name of a domain. */
export function nameOf({ declared, live }: DomainWork): string {
  return declared?.name ?? (live === undefined ? "" : hostNameOf(live));
}

export function blocked<Work extends ChildWork>(work: Work, reason: string): Work {
  return { ...work, item: { ...work.item, action: "blocked", reason } };
}

/** The domains that a project detaches, by host name. If there are several of one name, the first. */
function releasesOf(children: readonly ChildWork[]): ReadonlyMap<string, ChildWork> {
  const releases = new Map<string, ChildWork>();
  for (const child of children) {
    if (child.kind !== "domain" || child.item.action !== "delete") continue;
    const name = nameOf(child);
    if (!releases.has(name)) releases.set(name, child);
  }
  return releases;
}

/** The attachments of host names to projects of this run, by host name. */
function readAttachments(
  projects: readonly ProjectWork[],
  { view }: Scope,
): ReadonlyMap<string, readonly Attachment[]> {
  const attached = mapAll(projects, ({ live, item, children, declared }) => {
    if (live === undefined) return [];
    const releases = releasesOf(children);
    return readableDomains(view, live.id).map((domain) => {
      const project = { projectId: live.id, project: live, slug: declared.slug, name: domain.name };
      return { name: hostNameOf(domain), project, key: item.key, releases };
    });
  });
  return Map.groupBy(attached.flat(), ({ name }) => name);
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
