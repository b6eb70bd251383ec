import type { JsonObject } from "../json-object.ts";
import { conflict, notFound } from "../refusal.ts";
import { newDomain } from "../schemas/domain.ts";
import type { Domain } from "../schemas/domain.ts";
import { readFields } from "../schemas/read-fields.ts";
import { findProject } from "./projects.ts";
import type { Store } from "./store.ts";

/** Fields that a seed can set and a request cannot. Default: false. */
export interface DomainStatus {
  readonly dns_status?: boolean | undefined;
  readonly ssl_status?: boolean | undefined;
}

/** @throws Refusal 404 if there is no such project or domain. */
export function findDomain(store: Store, projectId: string, name: string): Domain {
  const found = findProject(store, projectId).domains.get(name);
  if (found === undefined) throw notFound(`Domain ${name} not found in project ${projectId}`);
  return found;
}

/** @throws Refusal 404, 400, 409 if the name is attached to a project, also to this one. */
export function attachDomain(store: Store, projectId: string, body: JsonObject, status: DomainStatus = {}): Domain {
  const { domains } = findProject(store, projectId);
  const { name } = readFields(newDomain, body);
  const isTaken =
    domains.get(name) !== undefined ||
    (store.behaviour().duplicateDomains !== true &&
      store.allProjects.items().some(({ item }) => item.domains.get(name) !== undefined));
  // The message does not name the project: it may belong to another customer.
  if (isTaken) throw conflict(`Domain ${name} is already attached to a project`);
  const time = store.timestamp();
  const domain: Domain = {
    object: "domain",
    name,
    project_id: projectId,
    dns_status: status.dns_status ?? false,
    ssl_status: status.ssl_status ?? false,
    created_at: time,
    updated_at: time,
  };
  domains.insert(name, domain);
  return domain;
}

/** @throws Refusal 404. */
export function detachDomain(store: Store, projectId: string, name: string): void {
  findDomain(store, projectId, name);
  findProject(store, projectId).domains.remove(name);
}
