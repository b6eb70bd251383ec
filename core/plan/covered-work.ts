import type { LoadedFile } from "../file/loaded-file.ts";
import type { ProjectRecord } from "../api/records.ts";
import { oncePerObject } from "../resources/once-per-object.ts";
import { isForeign, isSameProject, mayBeSlug } from "../resources/project-identity.ts";
import type { FilePlan } from "./plan-project.ts";
import type { PlannedProject } from "./planned-object.ts";
import { blockedProject, projectKey } from "./project-items.ts";
import { leaveOut, type Selection } from "./select-objects.ts";

/**
 * The plans of all files, without what the run does not cover. Two files can match one live project: one renames it, and the other still has
 * its old slug. Both are blocked, and so is one if the run does not read the other. No project is deleted that a blocked file may mean.
 * `all`: also those that the run does not read.
 */
export function coveredWork(
  planned: readonly FilePlan[],
  all: readonly LoadedFile[],
  selection: Selection,
): PlannedProject[] {
  const read = new Set(selection.files);
  const leftOut = all.filter((file) => !read.has(file));
  const projects = planned.map(({ project }) => project);
  const byId = Map.groupBy(projects, ({ live }) => live?.id);
  const untold = projects.filter(({ item, file }) => item.action === "blocked" && !file.project.absent);
  const whyBlocked = ({ live, file, item }: PlannedProject): string | undefined => {
    if (live === undefined) return item.action === "create" ? whyNotCreated(file, all) : undefined;
    const unread = leftOut.find((each) => mayMean(each, live));
    if (unread !== undefined)
      return `${unread.file} may be about the same live project, ${live.id}, and \`only\` leaves it out. Add ${projectKey(unread)} to only.`;
    const other = byId.get(live.id)?.find((each) => each.file !== file);
    if (other !== undefined)
      return `${other.file.file} matches the same live project, ${live.id}. Correct one of them.`;
    const likely = item.action === "delete" ? untold.find((each) => mayMean(each.file, live)) : undefined;
    return (
      likely &&
      `${likely.file.file} may be about the same live project, ${live.id}: it is not removed. Correct that file first.`
    );
  };
  return projects.map((project) => {
    const reason = whyBlocked(project);
    return leaveOut(reason === undefined ? project : blockedProject(project.file, project.live, reason), selection);
  });
}

/** Two files may be about one project that does not exist: created for both, it would be the one that the other is renamed from. */
function whyNotCreated(file: LoadedFile, all: readonly LoadedFile[]): string | undefined {
  // Two that rename nothing are not about one project, and there are many.
  const others = file.project.previousSlug === undefined ? renamesAmong(all) : all;
  const other = others.find(
    (each) =>
      each.file !== file.file && !each.project.absent && (isRenamedFrom(each, file) || isRenamedFrom(file, each)),
  );
  return (
    other &&
    `${other.file} may be about the same project: the \`previous_slug\` of one is the \`slug\` of the other. Correct one of them.`
  );
}

const renamesAmong = oncePerObject((all: readonly LoadedFile[]) =>
  all.filter(({ project: { previousSlug } }) => previousSlug !== undefined),
);

function isRenamedFrom({ project: { declared, previousSlug = "" } }: LoadedFile, { project }: LoadedFile): boolean {
  return isSameProject({ ...declared, slug: previousSlug }, project.declared);
}

/** True if a file that was not planned may be about a live project. */
function mayMean({ project: { id, declared, previousSlug } }: LoadedFile, live: ProjectRecord): boolean {
  if (id !== undefined) return id === live.id;
  if (isForeign(live, declared.organization_id)) return false;
  const slugs = [declared.slug, ...(previousSlug === undefined ? [] : [previousSlug])];
  return slugs.some((slug) => mayBeSlug(live.slug, slug));
}
