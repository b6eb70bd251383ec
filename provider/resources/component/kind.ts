import type { ProjectComponentRecord } from "../../api/records.ts";
import { atMostOne } from "../at-most-one.ts";
import type { InProject, Kind } from "../kind.ts";
import { settleRemoval } from "../settle.ts";
import { compareComponent } from "./compare.ts";
import { declaredComponent, type DeclaredComponent } from "./declared.ts";
import { otherName, readComponent, subjectOf, withKey } from "./identity.ts";
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
    find: async (lists, address, declared) => {
      const found = withKey(await lists.components(address.projectId), knowledge, declared);
      const live = atMostOne(subjectOf(address, declared), found, ({ id }) => id);
      const doubt = live && otherName(live, declared.component, knowledge.entry);
      if (doubt !== undefined) throw doubt;
      return live;
    },
    hasKey: (declared, live) => withKey([live], knowledge, declared).length > 0,
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
