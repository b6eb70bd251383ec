import { messageOf } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import type { ChildWork } from "../plan/work.ts";
import { recheckNewProject, recheckProject } from "./recheck-project.ts";
import { writeChild, type Parent } from "./write-child.ts";
import type { Writer } from "./writer.ts";

/** The project that children are written into, or why none are. */
export type ParentOrReason = Parent | { readonly missing: string };

/** Children that are written after their project was read once. It is read again before the next ones. */
const GROUP = 20;
/** How many of a group may still be under way when the next one begins, so that no connection waits. */
const OVERLAP = 10;

/**
 * Writes the children of a project that was just read. Reads it again before each group of them, because others may rename
 * or delete the project meanwhile. `newSlug`: the slug that this run may give it.
 */
export async function writeChildren(
  children: readonly ChildWork[],
  parent: ParentOrReason,
  newSlug: string | undefined,
  writer: Writer,
): Promise<void> {
  // Moves read their projects themselves, and may take minutes.
  const moves = children.filter((child) => child.kind === "domain" && child.from !== undefined);
  const others = children.filter((child) => !moves.includes(child));
  const moving = writeAll(moves, parent, writer);
  const underWay = new Set<Promise<void>>();
  let current = parent;
  for (let start = 0; start < others.length; start += GROUP) {
    while (underWay.size > OVERLAP) await Promise.race(underWay);
    if (start > 0 && "project" in current) current = await readAgain(current, newSlug, writer);
    for (const child of others.slice(start, start + GROUP)) {
      const writing: Promise<void> = writeAll([child], current, writer).finally(() => underWay.delete(writing));
      underWay.add(writing);
    }
  }
  await Promise.all([moving, ...underWay]);
}

/** Nothing is written into a project that was renamed or deleted since the plan was made. */
export async function readParent(
  project: ProjectRecord,
  newSlug: string | undefined,
  writer: Writer,
): Promise<ParentOrReason> {
  return readAgain({ id: project.id, isNew: false, project }, newSlug, writer);
}

async function readAgain(
  { isNew, project }: Parent,
  newSlug: string | undefined,
  writer: Writer,
): Promise<ParentOrReason> {
  const recheck = isNew ? recheckNewProject : recheckProject;
  try {
    const now = await writer.read(() => recheck(writer.client, project, newSlug));
    return { id: now.id, isNew, project: now };
  } catch (error) {
    return { missing: messageOf(error) };
  }
}

async function writeAll(children: readonly ChildWork[], parent: ParentOrReason, writer: Writer): Promise<void> {
  if ("missing" in parent) {
    for (const { item } of children) writer.skip(item, parent.missing);
    return;
  }
  await Promise.all(children.map((child) => writeChild(child, parent, writer)));
}
