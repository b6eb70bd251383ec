import { isConflict } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { retryNotFound } from "../../provider/resources/settle.ts";
import type { ChildWork, ComponentWork, DomainWork } from "../plan/work.ts";
import { converge } from "./converge.ts";
import { moveDomain } from "./move-domain.ts";
import { TakenError } from "./taken-name.ts";
import type { Writer } from "./writer.ts";

/** The live project that a child is written into. */
export interface Parent {
  readonly id: string;
  /** This run just created it: the service may not find it at once. */
  readonly isNew: boolean;
  /** The project as it was when this run last read it. */
  readonly project: ProjectRecord;
}

/** Writes or deletes one component or domain of a project. */
export async function writeChild(child: ChildWork, parent: Parent, writer: Writer): Promise<void> {
  if (child.kind === "component") await writeComponent(child, parent, writer);
  else await writeDomain(child, parent, writer);
}

async function writeComponent(
  { item, declared, live, knowledge, policy }: ComponentWork,
  parent: Parent,
  writer: Writer,
): Promise<void> {
  const address = { projectId: parent.id };
  const kind = componentKind(knowledge, policy);
  if (item.action === "delete" && live !== undefined) {
    await writer.remove(item, kind, address, live.id);
  } else if (declared !== undefined) {
    // A policy that rewrites secrets would always find a difference in hidden ones.
    const target = { kind: componentKind(knowledge), address, declared };
    await writer.write(item, target, () =>
      untilFound(parent, writer, () => converge(kind, writer, address, declared, live)),
    );
  }
}

async function writeDomain({ item, declared, live, from }: DomainWork, parent: Parent, writer: Writer): Promise<void> {
  const address = { projectId: parent.id };
  if (item.action === "delete" && live !== undefined) {
    const detach = () => domainKind.remove(writer.client, address, domainKind.nameOf(live));
    await writer.remove(item, domainKind, address, domainKind.idOf(live), detach);
  } else if (declared !== undefined) {
    const { name } = declared;
    const attached = await writer.write(item, { kind: domainKind, address, declared }, () =>
      from === undefined
        ? untilFound(parent, writer, () =>
            converge(domainKind, writer, address, declared, undefined).catch(async (error: unknown) => {
              throw isConflict(error) ? new TakenError((await writer.owners.find(name)).sentence, error) : error;
            }),
          )
        : moveDomain(name, from, { ...address, isNew: parent.isNew }, writer),
    );
    if (attached !== undefined) writer.attached.set(item.key, { address, live: attached.live });
  }
}

/** The service may not find a project that this run just created: then nothing was written, and the write is sent again. */
async function untilFound<T>({ id, isNew }: Parent, { client }: Writer, write: () => Promise<T>): Promise<T> {
  return isNew ? retryNotFound(client, `project ${id}`, write) : write();
}
