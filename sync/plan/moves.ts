import { isForbidden, isNotFound } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import type { PlanItem } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork, DomainSource, DomainWork, ProjectWork } from "./work.ts";

interface Owner {
  /** The host name. */
  readonly name: string;
  readonly source: DomainSource;
  readonly key: string;
  readonly children: readonly ChildWork[];
}

/**
 * A host name that one file attaches and another project of this run still has is moved if that project lets it go
 * (`absent`, or prune covers domains), and blocked if it does not: it may be live there. For the same reason it is not
 * let go where the project that it should move to is blocked.
 */
export async function planMoves(projects: readonly ProjectWork[], scope: Scope): Promise<readonly ProjectWork[]> {
  const domains = projects.flatMap(({ children }) => children.filter((child) => child.kind === "domain"));
  const arriving = domains.filter((work) => work.declared !== undefined && work.item.action !== "delete");
  if (!arriving.some(({ item }) => item.action === "create" || item.action === "blocked")) return projects;

  const owners = await readOwners(projects, scope);
  const released = new Set<ChildWork>();
  const planMove = (work: DomainWork): DomainWork => {
    const name = nameOf(work);
    if (
      work.item.action === "delete" &&
      arriving.some((other) => nameOf(other) === name && other.item.action === "blocked")
    ) {
      return blocked(work, `${name} is to move to another project, and that is blocked.`);
    }
    const [owner, ...others] = work.item.action === "create" ? owners.filter((each) => each.name === name) : [];
    if (owner === undefined) return work;
    const releases = [owner, ...others].map(({ children }) => releaseIn(children, name));
    const keeper = [owner, ...others].find((_owner, index) => releases[index] === undefined);
    if (keeper !== undefined) {
      return blocked(
        work,
        `${name} is attached to ${keeper.key}. Write \`absent: true\` for it there, in a file of the same run.`,
      );
    }
    // Where several have it, which some services allow, one is moved, and the others are detached.
    const [release] = releases;
    if (release !== undefined) released.add(release);
    const item = { ...work.item, action: "move" as const, from: owner.key, reason: `from ${owner.key}` };
    return { ...work, item, from: owner.source };
  };
  const planned = projects.map((project) => ({
    ...project,
    children: project.children.map((child) => (child.kind === "domain" ? planMove(child) : child)),
  }));
  return planned.map((project) =>
    // The detachment is half of the move and no deletion of its own.
    keptByWhatItHolds({ ...project, children: project.children.filter((child) => !released.has(child)) }),
  );
}

/** A project whose deletion would take something with it that has to stay is not deleted, nor anything in it. */
function keptByWhatItHolds(project: ProjectWork): ProjectWork {
  const stays = project.children.filter(({ item }) => item.action === "blocked").map(({ item }) => item.key);
  if (project.item.action !== "delete" || stays.length === 0) return project;
  const reason = `It holds ${stays.join(", ")}, which has to stay.`;
  return {
    ...project,
    item: { ...project.item, action: "blocked", reason },
    children: project.children.map((child) =>
      child.item.action === "delete"
        ? withItem(child, { action: "blocked", reason: "Its project is blocked." })
        : child,
    ),
  };
}

function withItem(child: ChildWork, change: Pick<PlanItem, "action" | "reason">): ChildWork {
  const item = { ...child.item, ...change };
  return child.kind === "component" ? { ...child, item } : { ...child, item };
}

function nameOf({ declared, live }: DomainWork): string {
  return declared?.name ?? (live === undefined ? "" : domainKind.idOf(live));
}

function blocked(work: DomainWork, reason: string): DomainWork {
  return { ...work, item: { ...work.item, action: "blocked", reason } };
}

function releaseIn(children: readonly ChildWork[], name: string): ChildWork | undefined {
  return children.find((child) => child.kind === "domain" && child.item.action === "delete" && nameOf(child) === name);
}

/** The host names that are attached to the projects of this run, and to which. */
async function readOwners(projects: readonly ProjectWork[], { lists }: Scope): Promise<readonly Owner[]> {
  const owned = await Promise.all(
    projects.map(async ({ live, item, children, declared }) => {
      if (live === undefined) return [];
      const names = await visible(lists.domains(live.id));
      return names.map((domain) => {
        const source = { projectId: live.id, project: live, slug: declared.slug, name: domain.name };
        return { name: domainKind.idOf(domain), source, key: item.key, children };
      });
    }),
  );
  return owned.flat();
}

/**
 * A project that the token may not look into keeps what it has: the service will refuse a second attachment. One that is
 * gone, though a list still shows it, has nothing.
 */
async function visible(list: Promise<readonly DomainRecord[]>): Promise<readonly DomainRecord[]> {
  try {
    return await list;
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return [];
    throw error;
  }
}
