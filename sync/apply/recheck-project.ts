import type { Client, ProjectRecord } from "../../provider/api/client.ts";
import type { Lists } from "../../provider/resources/lists.ts";
import type { DeclaredProject } from "../../provider/resources/project-fields.ts";
import { mayBeSameSlug } from "../../provider/resources/project-identity.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { retryLate } from "../../provider/resources/settle.ts";
import { GoneError } from "./converge.ts";

/** The project exists under another slug than the plan saw. */
export class RenamedError extends Error {
  override readonly name = "RenamedError";
  /** The slug that the project has now. */
  readonly slug: string;

  constructor({ id, slug }: ProjectRecord, planned: ProjectRecord) {
    super(
      `${id} was renamed from ${planned.slug} to ${slug} since the plan was made: nothing was sent. Run this again.`,
    );
    this.slug = String(slug);
  }
}

/** A project that the file renames turned up: a second one must not be created. */
export class RenamableError extends Error {
  override readonly name = "RenamableError";

  constructor(id: string, slug: string) {
    super(`${id} has the slug ${slug} since the plan was made: nothing was sent. Run this again to rename it.`);
  }
}

/** Before a create: rejects with RenamableError if there is a project with the previous slug of the file. */
export async function checkPreviousSlug(lists: Lists, previous: DeclaredProject): Promise<void> {
  const live = await projectKind.find(lists, { organizationId: previous.organization_id }, previous);
  if (live !== undefined) throw new RenamableError(live.id, previous.slug);
}

/**
 * Reads a project again by its id, because a list may have lagged. Rejects with GoneError if it was deleted, and with
 * RenamedError if its slug means neither the planned one nor `newSlug`, which this run may give it.
 */
export async function recheckProject(client: Client, planned: ProjectRecord, newSlug?: string): Promise<ProjectRecord> {
  const live = await projectKind.read(client, { organizationId: undefined }, planned.id);
  if (live === undefined) throw new GoneError(planned.id);
  const renamed = renameOf(live, planned, newSlug);
  if (renamed !== undefined) throw renamed;
  return live;
}

/** A RenamedError if the slug that an answer shows means neither the planned one nor `newSlug`. */
export function renameOf(live: ProjectRecord, planned: ProjectRecord, newSlug?: string): RenamedError | undefined {
  const organization = live.organization_id ?? planned.organization_id ?? "";
  const isKnown =
    (live.slug ?? "") === "" ||
    [planned.slug, newSlug].some((slug) =>
      mayBeSameSlug(live.slug, { organization_id: organization, slug: slug ?? "" }),
    );
  return isKnown ? undefined : new RenamedError(live, planned);
}

/** The same for a project that this run created: a service may not show it by its id at once. */
export async function recheckNewProject(
  client: Client,
  created: ProjectRecord,
  newSlug?: string,
): Promise<ProjectRecord> {
  const recheck = () => recheckProject(client, created, newSlug);
  return retryLate(client, created.id, recheck, (error) => error instanceof GoneError);
}
