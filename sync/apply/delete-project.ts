import { messageOf } from "../../provider/api/errors.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { NotEmptyError } from "../../provider/resources/failures.ts";
import { childrenOf } from "../../provider/resources/project-children.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { READ_DELAYS } from "../../provider/resources/settle.ts";
import type { ChildWork, ProjectWork } from "../plan/work.ts";
import { GoneError } from "./converge.ts";
import { recheckProject } from "./recheck-project.ts";
import { writeChildren } from "./write-children.ts";
import type { Writer } from "./writer.ts";

/**
 * Deletes a project after its children. Reads it twice, before the children and right before the project itself, because
 * others may change it meanwhile. Keeps the project if it was renamed, or if an unexpected child remains: a host name whose
 * move to another project failed, or a child that was added since the plan was made. `movedNames`: host names that other
 * projects were to get from it.
 */
export async function deleteProject(
  { item, live, children, declared }: ProjectWork,
  movedNames: readonly string[],
  writer: Writer,
): Promise<void> {
  if (live === undefined) return;
  const address = { organizationId: declared.organization_id };
  const refuseUnexpected = async (expected: ReadonlySet<string>): Promise<void> => {
    const left = await childrenOf(writer.client, live.id, { expected, unlisted: movedNames });
    if (left.length > 0) {
      throw new NotEmptyError(
        `project ${live.id}`,
        left.map(({ name }) => name),
      );
    }
  };
  try {
    await writer.read(() => recheckIfThere(live, writer));
  } catch (error) {
    for (const skipped of [...children.map((child) => child.item), item]) writer.skip(skipped, messageOf(error));
    return;
  }
  // Before anything in it is deleted: what stays may need the rest.
  try {
    await writer.read(() => refuseUnexpected(new Set(children.map(idOf))));
  } catch (error) {
    for (const child of children) writer.skip(child.item, "Its project is not deleted.");
    await writer.remove(item, projectKind, address, live.id, () => Promise.reject(error));
    return;
  }
  await writeChildren(children, { id: live.id, isNew: false, project: live }, undefined, writer);
  await writer.remove(item, projectKind, address, live.id, async () => {
    await untilGone(idsOfDeleted(children, writer), refuseUnexpected, writer);
    await recheckIfThere(live, writer);
    await projectKind.remove(writer.client, address, live.id);
  });
}

/**
 * Runs the check for what is left in the project. What this run deleted may still show for a moment, so the check is repeated
 * within the settle window while nothing else is left.
 */
async function untilGone(
  deleted: ReadonlySet<string>,
  refuseLeft: (expected: ReadonlySet<string>) => Promise<void>,
  { client }: Writer,
): Promise<void> {
  for (const delay of READ_DELAYS.filter((each) => each > 0)) {
    try {
      return await refuseLeft(NOTHING);
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      await refuseLeft(deleted);
      await client.pause(delay, "for deleted objects to disappear");
    }
  }
  return refuseLeft(NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

function idsOfDeleted(children: readonly ChildWork[], writer: Writer): ReadonlySet<string> {
  const done = new Set(writer.doneOf(children.map((child) => child.item)));
  return new Set(children.filter((child) => done.has(child.item)).map(idOf));
}

/** If the project is gone, so is what was in it: deleting finds that. */
async function recheckIfThere(live: NonNullable<ProjectWork["live"]>, writer: Writer): Promise<void> {
  try {
    await recheckProject(writer.client, live);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
  }
}

function idOf(child: ChildWork): string {
  if (child.live === undefined) return "";
  return child.kind === "domain" ? domainKind.idOf(child.live) : componentKind().idOf(child.live);
}
