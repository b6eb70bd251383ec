import { canonicalHostName } from "../../provider/resources/host-name.ts";
import type { DraftField } from "./draft.ts";
import type { LiveProject } from "./live-project.ts";

/** The first of the projects that has each domain, by host name. Its file can declare the domain, and no other. */
export function ownersOfDomains(projects: readonly LiveProject[]): ReadonlyMap<string, string> {
  const owners = projects.flatMap(({ record, domains }) => namesOf(domains).map((name) => [name, record.id] as const));
  return new Map(owners.toReversed());
}

/** The section `domains`. It is left out if another project owns one of them. */
export function draftDomains({ record, domains }: LiveProject, owners: ReadonlyMap<string, string>): DraftField {
  const value = namesOf(domains);
  const shared = value.find((name) => owners.get(name) !== record.id);
  const problem = shared === undefined ? undefined : `${shared} is attached to ${owners.get(shared)} too.`;
  return { path: ["domains"], value, problem };
}

function namesOf(domains: LiveProject["domains"]): string[] {
  return domains.map(({ name }) => canonicalHostName(name) ?? name).toSorted();
}
