import { projectKind } from "../../provider/resources/project.ts";
import { isChange } from "../plan/plan.ts";
import type { ProjectWork } from "../plan/work.ts";
import { converge } from "./converge.ts";
import { recheckProject } from "./recheck-project.ts";
import { writeChild } from "./write-child.ts";
import type { Writer } from "./writer.ts";
import { messageOf } from "../../provider/api/errors.ts";

/** Writes a project and then what is in it. */
export async function writeProject(project: ProjectWork, writer: Writer): Promise<void> {
  const pending = project.children.filter(({ item }) => isChange(item) && item.action !== "blocked");
  const isWritten = project.item.action === "create" || project.item.action === "update";
  if (pending.length === 0 && !isWritten) return;
  const parent = await (isWritten ? writeItself(project, writer) : recheckParent(project, writer));
  await Promise.all(
    pending.map(async (child) => {
      if ("missing" in parent) return writer.skip(child.item, parent.missing);
      // A project that this run just created is empty.
      const lists = parent.isNew ? undefined : writer.lists;
      return writeChild(child, parent.id, { client: writer.client, lists }, writer);
    }),
  );
}

/** The project that children are written into, or why none are. */
type Parent = { readonly id: string; readonly isNew: boolean } | { readonly missing: string };

/** Nothing is written into a project that was renamed or deleted since the plan was made. */
async function recheckParent({ live }: ProjectWork, writer: Writer): Promise<Parent> {
  if (live === undefined) return { missing: "Its project does not exist." };
  try {
    const { id } = await writer.read(() => recheckProject(writer.client, live));
    return { id, isNew: false };
  } catch (error) {
    return { missing: messageOf(error) };
  }
}

/** The project is a parent also if its settings could not be applied: its children do not need them. */
async function writeItself({ item, declared, live }: ProjectWork, writer: Writer): Promise<Parent> {
  const address = { organizationId: declared.organization_id };
  const target = { kind: projectKind, address, declared };
  if (live === undefined) {
    const create = () => converge(projectKind, writer, address, declared, undefined);
    const made = await writer.write(item, target, create);
    return made === undefined
      ? { missing: "Its project was not created, or its creation is not confirmed." }
      : { id: made.live.id, isNew: made.adopted !== true };
  }
  let parent: Parent = { missing: "Its project was not updated." };
  await writer.write(item, target, async () => {
    const now = await recheckProject(writer.client, live).catch((error: unknown) => {
      parent = { missing: messageOf(error) };
      throw error;
    });
    parent = { id: now.id, isNew: false };
    return projectKind.ensure(writer.client, address, declared, now);
  });
  return parent;
}
