import { NotEmptyError } from "../../provider/resources/failures.ts";
import { childrenOf } from "../../provider/resources/project-children.ts";
import { projectKind } from "../../provider/resources/project.ts";
import type { ProjectWork } from "../plan/work.ts";
import { GoneError } from "./converge.ts";
import { recheckProject } from "./recheck-project.ts";
import { writeChild } from "./write-child.ts";
import type { Writer } from "./writer.ts";
import { messageOf } from "../../provider/api/errors.ts";

/**
 * Deletes a project after its children. Lists the children again, because the plan may be outdated. Keeps the project if an
 * unexpected child remains: a host name whose move to another project failed, or a child that was added since the plan was
 * made. `movedNames`: host names that other projects were to get from it.
 */
export async function deleteProject(
  { item, live, children, declared }: ProjectWork,
  movedNames: readonly string[],
  writer: Writer,
): Promise<void> {
  if (live === undefined) return;
  try {
    await writer.read(() => recheckProject(writer.client, live));
  } catch (error) {
    // If the project is gone, so is what was in it: deleting finds that.
    if (!(error instanceof GoneError)) {
      const why = messageOf(error);
      for (const skipped of [...children.map((child) => child.item), item]) writer.skip(skipped, why);
      return;
    }
  }
  const address = { organizationId: declared.organization_id };
  const refuseAllBut = async (expected: ReadonlySet<unknown>): Promise<void> => {
    const left = await childrenOf(writer.client, live.id, movedNames);
    const unexpected = left.filter(({ id }) => !expected.has(id)).map(({ name }) => name);
    if (unexpected.length > 0) throw new NotEmptyError(`project ${live.id}`, unexpected);
  };
  const planned = new Set(
    children.map((child) => (child.live === undefined ? "" : (child.live.id ?? child.live.name))),
  );
  // Before anything in it is deleted: what stays may need the rest.
  try {
    await writer.read(() => refuseAllBut(planned));
  } catch (error) {
    for (const child of children) writer.skip(child.item, "Its project is not deleted.");
    await writer.remove(item, projectKind, address, live.id, () => Promise.reject(error));
    return;
  }
  await Promise.all(children.map((child) => writeChild(child, live.id, writer, writer)));
  await writer.remove(item, projectKind, address, live.id, async () => {
    await refuseAllBut(new Set());
    await projectKind.remove(writer.client, address, live.id);
  });
}
