import { domainNamed, mapAll, orIfRefused, type View } from "../../core/reconcile/snapshot-view.ts";
import type { MissingDomain } from "./pull.ts";

/** The keys of the domains that the service does not find by their names. A list may leave out an object that is there. */
export function goneDomains(domains: readonly MissingDomain[], view: View): ReadonlySet<string> {
  const gone = mapAll(domains, ({ key, projectId, name }) =>
    orIfRefused(false, () => domainNamed(view, projectId, name) === undefined) ? [key] : [],
  );
  return new Set(gone.flat());
}
