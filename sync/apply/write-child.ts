import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import type { ChildWork, ComponentWork, DomainWork } from "../plan/work.ts";
import { converge, type ConvergeClients } from "./converge.ts";
import { moveDomain } from "./move-domain.ts";
import type { Writer } from "./writer.ts";

/** Writes or deletes one component or domain of a project. */
export async function writeChild(
  child: ChildWork,
  projectId: string,
  clients: ConvergeClients,
  writer: Writer,
): Promise<void> {
  if (child.kind === "component") await writeComponent(child, projectId, clients, writer);
  else await writeDomain(child, projectId, clients, writer);
}

async function writeComponent(
  { item, declared, live, knowledge, policy }: ComponentWork,
  projectId: string,
  clients: ConvergeClients,
  writer: Writer,
): Promise<void> {
  const address = { projectId };
  const kind = componentKind(knowledge, policy);
  if (item.action === "delete" && live !== undefined) {
    await writer.remove(item, kind, address, live.id);
  } else if (declared !== undefined) {
    // A policy that rewrites secrets would always find a difference in hidden ones.
    const target = { kind: componentKind(knowledge), address, declared };
    await writer.write(item, target, () => converge(kind, clients, address, declared, live));
  }
}

async function writeDomain(
  { item, declared, live, from }: DomainWork,
  projectId: string,
  clients: ConvergeClients,
  writer: Writer,
): Promise<void> {
  const address = { projectId };
  if (item.action === "delete" && live !== undefined) {
    const detach = () => domainKind.remove(writer.client, address, live.name);
    await writer.remove(item, domainKind, address, domainKind.idOf(live), detach);
  } else if (declared !== undefined) {
    await writer.write(item, { kind: domainKind, address, declared }, () =>
      from === undefined
        ? converge(domainKind, clients, address, declared, undefined)
        : moveDomain(declared.name, from, projectId, writer),
    );
  }
}
