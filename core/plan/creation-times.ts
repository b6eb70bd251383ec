import { z } from "zod";
import { withNote } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

const created = z.object({ created_at: z.iso.datetime({ offset: true }) });

/** Notes when an object that is to be deleted was created: another repository, or somebody by hand, may have made it since. */
export function noteCreationTimes(projects: readonly PlannedProject[]): readonly PlannedProject[] {
  return projects.map((project) => ({
    ...withCreation(project),
    children: project.children.map((child) => withCreation(child)),
  }));
}

function withCreation<Work extends Pick<PlannedProject, "item"> & { readonly live?: unknown }>(work: Work): Work {
  if (work.item.action !== "delete") return work;
  const { success, data } = created.safeParse(work.live);
  if (!success) return work;
  const [day = ""] = data.created_at.split("T");
  return { ...work, item: withNote(work.item, `It was created on ${day}.`) };
}
