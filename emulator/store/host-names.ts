import { conflict } from "../refusal.ts";
import type { Store } from "./store.ts";

/**
 * Refuses a host name that is attached to a project, or that was detached a moment ago. The message does not name the
 * project: it may belong to another customer.
 *
 * @throws Refusal 409.
 */
export function assertHostNameIsFree(store: Store, projectId: string, name: string): void {
  const owners = store.hostNames.of(name);
  const isTaken = owners.has(projectId) || (owners.size > 0 && store.habits().duplicateDomains !== true);
  if (isTaken) throw conflict(`Domain ${name} is already attached to a project`);
  if ((store.releases.get(name) ?? 0) > store.now()) throw conflict(`Domain ${name} is not released yet`);
}

export function claimHostName(store: Store, projectId: string, name: string): void {
  store.hostNames.add(name, projectId);
  store.releases.delete(name);
}

export function releaseHostName(store: Store, projectId: string, name: string): void {
  store.hostNames.remove(name, projectId);
  const releaseMs = store.habits().hostNames?.releaseMs ?? 0;
  if (releaseMs > 0) store.releases.set(name, store.now() + releaseMs);
}
