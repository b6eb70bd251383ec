import type { Client, ProjectRecord } from "../../provider/api/client.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { GoneError } from "./converge.ts";

/** The project is there, under another name than the plan saw. */
export class RenamedError extends Error {
  override readonly name = "RenamedError";

  constructor({ id, slug }: ProjectRecord, before: ProjectRecord) {
    super(`${id} is ${slug} now, and was ${before.slug} for the plan: nothing was sent. Run this again.`);
  }
}

/**
 * The project as it is now, asked for by its id: a list may have been behind. Rejects with GoneError where it is gone, and
 * with RenamedError where it has another slug than when it was planned for, and than `renamed`, which this run may give it.
 */
export async function sameProject(client: Client, planned: ProjectRecord, renamed?: string): Promise<ProjectRecord> {
  const now = await projectKind.read(client, undefined, planned.id);
  if (now === undefined) throw new GoneError(planned.id);
  if (now.slug !== planned.slug && now.slug !== renamed) throw new RenamedError(now, planned);
  return now;
}
