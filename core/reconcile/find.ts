import type { DomainRecord, ProjectRecord } from "../api/records.ts";
import { domainsByHostName, hostNameOf } from "../resources/domain.ts";
import { requireOwn } from "../resources/owner.ts";
import { findProject, type ProjectKey } from "../resources/project-identity.ts";
import type { View } from "./view.ts";

/** The only live project with a key. Throws as `findProject` does. `renamedTo`: as there. */
export function projectWithKey(view: View, key: ProjectKey, renamedTo?: string): ProjectRecord | undefined {
  return findProject(view.projects(key.organization_id), key, ({ id }) => view.project(id), renamedTo);
}

/** The project with an id. Throws UncertainOwnerError unless it is certain that it is the organization's. */
export function projectWithId(view: View, id: string, organizationId: string): ProjectRecord | undefined {
  const live = view.project(id);
  if (live !== undefined)
    requireOwn("project", live, organizationId, () =>
      view.projects(organizationId).records.find((each) => each.id === id),
    );
  return live;
}

/** A domain of a project, read by its host name. Some services know a name only in the spelling of their list. */
export function domainNamed(view: View, projectId: string, name: string): DomainRecord | undefined {
  const single = view.domain(projectId, name);
  if (single !== undefined) return single;
  const listed = domainsByHostName(view.domains(projectId)).get(hostNameOf({ name })) ?? [];
  const spelled = listed.find((domain) => domain.name !== name);
  // The list may be late, and show what is detached.
  return spelled && view.domain(projectId, spelled.name);
}
