import type { ReadClient } from "../../provider/api/client.ts";
import { oncePerKey } from "../../provider/resources/once-per-key.ts";

/** The same client, but it reads each thing once. So the files, and the plans that verify them, are of one state of the service. */
export function readingOnce(client: ReadClient): ReadClient {
  const listProjects = oncePerKey((organizationId: string | undefined) =>
    client.projects.list(organizationId === undefined ? {} : { organizationId }),
  );
  const readEntry = oncePerKey((slug: string) => client.catalogue.get(...namesIn(slug)));
  return {
    origin: client.origin,
    now: () => client.now(),
    projects: {
      get: oncePerKey((id: string) => client.projects.get(id)),
      list: (filter) => listProjects(filter?.organizationId),
    },
    components: { ...client.components, list: oncePerKey((projectId: string) => client.components.list(projectId)) },
    domains: { ...client.domains, list: oncePerKey((projectId: string) => client.domains.list(projectId)) },
    catalogue: { get: (organization, component) => readEntry(`${organization}/${component}`) },
  };
}

function namesIn(slug: string): [organization: string, component: string] {
  const [organization = "", ...component] = slug.split("/");
  return [organization, component.join("/")];
}
