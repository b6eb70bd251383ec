import type { ReadClient } from "../../api/client.ts";
import { isNotFound } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import type { InProject } from "../kind.ts";
import { whileProjectAnswers } from "../project.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge } from "./knowledge.ts";

/** Names a component in messages. */
export function subjectOf({ projectId }: InProject, { component }: DeclaredComponent): string {
  return `component ${component} in project ${projectId}`;
}

/** The components of a project that have the declared key. */
export function withKey(
  components: readonly ProjectComponentRecord[],
  { entry }: ComponentKnowledge,
  declared: DeclaredComponent,
): ProjectComponentRecord[] {
  // A record without a slug is matched by the id that the catalogue has for the component.
  const id = entry.status === "found" ? entry.component.id : undefined;
  return components.filter(({ component_slug: slug, component_id: componentId }) =>
    typeof slug === "string" ? slug === declared.component : typeof id === "string" && componentId === id,
  );
}

/** Reads one component. `undefined` only if it is gone and its project is not. */
export async function readComponent(
  client: ReadClient,
  projectId: string,
  id: string,
): Promise<ProjectComponentRecord | undefined> {
  try {
    return await client.components.get(projectId, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return whileProjectAnswers(client, projectId, error);
  }
}
