import type { Client } from "../../api/client.ts";
import { isNotFound } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import type { ComponentPlace, DeclaredComponent } from "./kind.ts";
import type { InProject } from "../kind.ts";
import { whileProjectAnswers } from "../project.ts";

/** Names a component in messages. */
export function subjectOf(place: InProject, declared: DeclaredComponent): string {
  return `component ${declared.component} in project ${place.projectId}`;
}

/** The components of a project that are the declared one. */
export function withKey(
  components: readonly ProjectComponentRecord[],
  place: ComponentPlace,
  declared: DeclaredComponent,
): ProjectComponentRecord[] {
  // A record that leaves out its slug is told by the id that the catalogue gives for it.
  const id = place.entry?.status === "found" ? place.entry.component.id : undefined;
  return components.filter(({ component_slug: slug, component_id: componentId }) =>
    typeof slug === "string" ? slug === declared.component : typeof id === "string" && componentId === id,
  );
}

/** Reads one; `undefined` only where it is gone, and its project is not. */
export async function readComponent(
  client: Client,
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
