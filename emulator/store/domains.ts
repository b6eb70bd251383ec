import type { JsonObject } from "../json-object.ts";
import { notFound } from "../refusal.ts";
import { newDomain } from "../schemas/domain.ts";
import type { Domain } from "../schemas/domain.ts";
import { readFields } from "../schemas/read-fields.ts";
import { assertHostNameIsFree, claimHostName, releaseHostName } from "./host-names.ts";
import { findReadyProject } from "./projects.ts";
import type { Store } from "./store.ts";

/** Fields that a seed can set and a request cannot. Default: false. */
export interface DomainStatus {
  readonly dns_status?: boolean | undefined;
  readonly ssl_status?: boolean | undefined;
}

/**
 * The domain as it was some milliseconds ago. Default: now.
 *
 * @throws Refusal 404 if there is no such project or domain.
 */
export function findDomain(store: Store, projectId: string, name: string, before = 0): Domain {
  const found = findReadyProject(store, projectId).domains.getBefore(name, before);
  if (found === undefined) throw notFound(`Domain ${name} not found in project ${projectId}`);
  return found;
}

/** @throws Refusal 404, 400, 409 if the name is attached to a project, also to this one, or not released yet. */
export function attachDomain(store: Store, projectId: string, body: JsonObject): Domain {
  findReadyProject(store, projectId);
  const { name } = readFields(newDomain, body);
  return insertDomain(store, projectId, name, {});
}

/** Adds a domain under any name. @throws Refusal 404, 409. */
export function insertDomain(store: Store, projectId: string, name: string, status: DomainStatus): Domain {
  const { domains } = findReadyProject(store, projectId);
  assertHostNameIsFree(store, projectId, name);
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
  claimHostName(store, projectId, name);
  return domain;
}

/** @throws Refusal 404. */
export function detachDomain(store: Store, projectId: string, name: string): void {
  findDomain(store, projectId, name);
  findReadyProject(store, projectId).domains.remove(name);
  releaseHostName(store, projectId, name);
}
