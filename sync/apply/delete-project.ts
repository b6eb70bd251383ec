import { messageOf } from "../../provider/api/errors.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { NotEmptyError } from "../../provider/resources/failures.ts";
import { childrenOf } from "../../provider/resources/project-children.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { READ_DELAYS } from "../../provider/resources/settle.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { ChildWork, ProjectWork } from "../plan/work.ts";
import { GoneError } from "./converge.ts";
import { recheckProject } from "./recheck-project.ts";
import { writeChildren } from "./write-children.ts";
import type { Writer } from "./writer.ts";

/** A host name that leaves the project. `name`: as the service writes it. `item`: its move. */
export interface MovedName {
  readonly name: string;
  readonly item: PlanItem;
}

/**
 * Deletes a project after its children. Reads it twice, before the children and right before the project itself, because
 * others may change it meanwhile. Keeps the project if it was renamed, or if an unexpected child remains: a host name whose
 * move to another project failed, or a child that was added since the plan was made. `moves`: host names that other projects
 * were to get from it.
 */
export async function deleteProject(
  { item, live, children, declared }: ProjectWork,
  moves: readonly MovedName[],
  writer: Writer,
): Promise<void> {
  if (live === undefined) return;
  const address = { organizationId: declared.organization_id };
  const refuseUnexpected = async (expected: ReadonlySet<string>): Promise<void> => {
    const unlisted = moves.map(({ name }) => name).filter((name) => !expected.has(domainKind.idOf({ name })));
    const left = await childrenOf(writer.client, live.id, { expected, unlisted, moved: idsOfMoved(moves, writer) });
    if (left.length > 0) {
      throw new NotEmptyError(
        `project ${live.id}`,
        left.map(({ name }) => name),
      );
    }
  };
  // Before anything in it is deleted: what stays may need the rest.
  const moved = idsOfMoved(moves, writer);
  const reread = (): Promise<void> => writer.read(() => recheckIfThere(live, writer));
  const listing = writer.read(() => untilGone(moved, new Set(children.map(idOf)), refuseUnexpected, writer));
  // A host name that moved away may show for seconds. Somebody may rename the project in that time, so it is read afterwards.
  const rereading = moved.size === 0 ? reread() : listing.then(reread, reread);
  const [recheck, emptiness] = await Promise.allSettled([rereading, listing]);
  if (recheck.status === "rejected") {
    for (const skipped of [...children.map((child) => child.item), item])
      writer.skip(skipped, messageOf(recheck.reason));
    return;
  }
  if (emptiness.status === "rejected") {
    for (const child of children) writer.skip(child.item, "Its project is not deleted.");
    await writer.remove(item, projectKind, address, live.id, () => Promise.reject(emptiness.reason));
    return;
  }
  await writeChildren(children, { id: live.id, isNew: false, project: live }, undefined, writer);
  await writer.remove(item, projectKind, address, live.id, async () => {
    const gone = new Set([...idsOfDeleted(children, writer), ...idsOfMoved(moves, writer)]);
    await untilGone(gone, NOTHING, refuseUnexpected, writer);
    await recheckIfThere(live, writer);
    await projectKind.remove(writer.client, address, live.id);
  });
}

/**
 * Runs the check for what is left in the project. What this run deleted or moved away may still show for a moment, so the
 * check is repeated within the settle window while nothing else is left but what is `expected`.
 */
async function untilGone(
  gone: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  refuseLeft: (expected: ReadonlySet<string>) => Promise<void>,
  { client }: Writer,
): Promise<void> {
  for (const delay of READ_DELAYS.filter((each) => each > 0)) {
    try {
      return await refuseLeft(expected);
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error;
      await refuseLeft(new Set([...expected, ...gone]));
      await client.pause(delay, "for deleted objects to disappear");
    }
  }
  return refuseLeft(expected);
}

const NOTHING: ReadonlySet<string> = new Set();

function idsOfDeleted(children: readonly ChildWork[], writer: Writer): ReadonlySet<string> {
  const done = new Set(writer.doneOf(children.map((child) => child.item)));
  return new Set(children.filter((child) => done.has(child.item)).map(idOf));
}

function idsOfMoved(moves: readonly MovedName[], writer: Writer): ReadonlySet<string> {
  const done = new Set(writer.doneOf(moves.map(({ item }) => item)));
  return new Set(moves.filter(({ item }) => done.has(item)).map(({ name }) => domainKind.idOf({ name })));
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
