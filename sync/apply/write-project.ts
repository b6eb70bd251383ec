import { isServiceError, messageOf } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { OtherSlugError } from "../../provider/resources/failures.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { isChange } from "../plan/plan.ts";
import type { ChildWork, ProjectWork } from "../plan/work.ts";
import { converge, GoneError } from "./converge.ts";
import { checkPreviousSlug, recheckNewProject, recheckProject, RenamedError, renameOf } from "./recheck-project.ts";
import type { Parent } from "./write-child.ts";
import { readParent, writeChildren, type ParentOrReason } from "./write-children.ts";
import type { Writer } from "./writer.ts";

/** Looks once more at what was written, when everything is. */
export type LateCheck = () => Promise<void>;

const NO_CHECK: LateCheck = async () => {};

/** Writes a project and then what is in it. */
export async function writeProject(project: ProjectWork, writer: Writer): Promise<LateCheck> {
  const pending = project.children.filter(({ item }) => isChange(item) && item.action !== "blocked");
  const isWritten = project.item.action === "create" || project.item.action === "update";
  if (pending.length === 0 && !isWritten) return NO_CHECK;
  const parent = await parentOf(project, isWritten, pending.length > 0, writer);
  await writeChildren(pending, parent, project.declared.slug, writer);
  return "project" in parent ? () => reportRenamed(project, parent, pending, writer) : NO_CHECK;
}

async function parentOf(
  project: ProjectWork,
  isWritten: boolean,
  hasChildren: boolean,
  writer: Writer,
): Promise<ParentOrReason> {
  const { live } = project;
  if (isWritten)
    return live === undefined ? createProject(project, writer) : updateProject(project, live, hasChildren, writer);
  return live === undefined ? { missing: "Its project does not exist." } : readParent(live, undefined, writer);
}

async function createProject({ item, declared, previousSlug }: ProjectWork, writer: Writer): Promise<ParentOrReason> {
  const address = { organizationId: declared.organization_id };
  const made = await writer.write(item, { kind: projectKind, address, declared }, async () => {
    if (previousSlug !== undefined) await checkPreviousSlug(writer.lists, { ...declared, slug: previousSlug });
    return converge(projectKind, writer, address, declared, undefined);
  });
  if (made === undefined) return { missing: "Its project was not created, or its creation is not confirmed." };
  const { live: project, incomplete } = made;
  // The next run does not find the project, nor what is in it.
  if (incomplete instanceof OtherSlugError) return { missing: "Its project was created with another slug." };
  return { id: project.id, isNew: true, project };
}

/** The project is a parent also if its settings could not be applied: its children do not need them. */
async function updateProject(
  { item, declared }: ProjectWork,
  live: ProjectRecord,
  hasChildren: boolean,
  writer: Writer,
): Promise<ParentOrReason> {
  const address = { organizationId: declared.organization_id };
  const found: { project?: ProjectRecord; why?: string } = {};
  const updated = await writer.write(item, { kind: projectKind, address, declared }, async () => {
    found.project = await recheckProject(writer.client, live).catch((error: unknown) => {
      found.why = messageOf(error);
      throw error;
    });
    return projectKind.ensure(writer.client, address, declared, found.project);
  });
  const { project, why = "Its project was not updated." } = found;
  if (project === undefined) return { missing: why };
  const parent = { id: project.id, isNew: false, project };
  // An update that is sent again takes as long as somebody needs to rename the project.
  if (updated === undefined) return hasChildren ? readParent(project, declared.slug, writer) : parent;
  const renamed = renameOf(updated.live, project, declared.slug);
  if (renamed === undefined) return parent;
  writer.doubt([item], writtenInto(project.id, `was renamed to ${renamed.slug}`));
  return { missing: renamed.message };
}

/**
 * Reads the project once more when the children are written: somebody may have renamed it in the meantime. Then the next
 * run does not find what this one wrote.
 */
async function reportRenamed(
  { declared }: ProjectWork,
  { id, isNew, project }: Parent,
  children: readonly ChildWork[],
  writer: Writer,
): Promise<void> {
  const written = writer.doneOf(children.map(({ item }) => item));
  if (written.length === 0) return;
  try {
    const recheck = isNew ? recheckNewProject : recheckProject;
    await recheck(writer.client, project, declared.slug);
  } catch (error) {
    const why =
      error instanceof RenamedError
        ? `was renamed to ${error.slug} meanwhile`
        : error instanceof GoneError
          ? "was deleted meanwhile"
          : undefined;
    // A project that cannot be read now was there before the writes.
    if (why === undefined && !isServiceError(error)) throw error;
    if (why !== undefined) writer.doubt(written, writtenInto(id, why));
  }
}

function writtenInto(id: string, why: string): string {
  return `It was written into ${id}, which ${why}. Run plan, and check the project.`;
}
