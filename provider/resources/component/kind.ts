import type { ProjectComponentRecord } from "../../api/records.ts";
import type { InProject, Kind } from "../kind.ts";
import { settleRemoval } from "../settle.ts";
import { compareComponent } from "./compare.ts";
import { declaredComponent, type DeclaredComponent } from "./declared.ts";
import { findComponent, hasComponentKey, readComponent, subjectOf } from "./identity.ts";
import { knowledgeOf, type ComponentKnowledge, type WritePolicy } from "./knowledge.ts";
import { createComponent, updateComponent } from "./write.ts";

export type ComponentKind = Kind<InProject, DeclaredComponent, ProjectComponentRecord>;

/** A component integrated in a project, with what is known about it and what a run may do with it. */
export function componentKind(knowledge: ComponentKnowledge = knowledgeOf(), policy: WritePolicy = {}): ComponentKind {
  return {
    name: "component",
    declared: declaredComponent,
    idOf: ({ id }) => id,
    nameOf: ({ id }) => id,
    idFromKey: () => undefined,
    list: (lists, { projectId }) => lists.components(projectId),
    find: async (lists, address, declared) =>
      findComponent(
        await lists.components(address.projectId),
        declared.component,
        knowledge.entry,
        subjectOf(address, declared),
      ),
    hasKey: ({ component }, live) => hasComponentKey(component, live, knowledge.entry),
    read: (client, { projectId }, id) => readComponent(client, projectId, id),
    compare: (declared, live) => compareComponent(declared, live, knowledge, policy),
    ensure: (client, address, declared, live) => {
      const target = { client, address, declared, knowledge, policy };
      return live === undefined ? createComponent(target) : updateComponent(target, live);
    },
    remove: (client, { projectId }, id) =>
      settleRemoval({
        subject: `the removal of component ${id} from project ${projectId}`,
        send: () => client.components.delete(projectId, id),
        isGone: async () => (await readComponent(client, projectId, id)) === undefined,
      }),
  };
}
