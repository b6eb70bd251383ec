import { NOT_ASKED } from "../../provider/resources/catalogue.ts";
import { canonicalHostName } from "../../provider/resources/host-name.ts";
import { draftComponent } from "./draft-component.ts";
import { compareText } from "../../provider/resources/compare-text.ts";
import type { Draft, DraftedFields } from "./draft.ts";
import type { LiveProject } from "./live-project.ts";
import type { NameVariable } from "./variable-name.ts";

/**
 * The components of a project. `canPin`: whether the output can tell components of one slug apart by their id. A project file can, a
 * Pulumi program cannot. `isMinimal`: without fields at their default.
 */
export function draftComponents(
  { components, entries }: LiveProject,
  nameVariable: NameVariable,
  canPin: boolean,
  isMinimal: boolean,
): DraftedFields & Pick<Draft, "components"> {
  const bySlug = Map.groupBy(components, ({ component_slug: slug }) => slug ?? "");
  const nameless = bySlug.get("") ?? [];
  bySlug.delete("");
  const notes: string[] = [];
  const drafted: DraftedFields[] = [];
  const pins: [name: string, pin: { readonly id?: string }][] = [];
  for (const [slug, [live, ...others]] of [...bySlug].toSorted(([a], [b]) => compareText(a, b))) {
    if (live === undefined) continue;
    if (others.length > 0 && !canPin) {
      notes.push(
        `components.${slug} is not managed: the project has it several times (${ids([live, ...others])}), and a program cannot tell ` +
          `them apart.`,
      );
      continue;
    }
    if (others.length > 0) {
      notes.push(`components.${slug} is ${live.id}: the project has it several times. Not managed: ${ids(others)}.`);
    }
    pins.push([slug, others.length > 0 ? { id: live.id } : {}]);
    const component = { name: slug, live, entry: entries.get(slug) ?? NOT_ASKED };
    drafted.push(draftComponent(component, nameVariable, isMinimal));
  }
  if (nameless.length > 0) {
    notes.push(`Not managed: ${ids(nameless)}. The service does not say which component it is.`);
  }
  return {
    components: Object.fromEntries(pins),
    fields: drafted.flatMap(({ fields }) => fields),
    notes: [...notes, ...drafted.flatMap((draft) => draft.notes)],
  };
}

function ids(records: readonly { readonly id: string }[]): string {
  return records.map(({ id }) => id).join(", ");
}

/** The first of the projects that has each domain, by host name. Its file can declare the domain, and no other. */
export function ownersOfDomains(projects: readonly LiveProject[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { record, domains } of projects) {
    for (const name of namesOf(domains)) if (!owners.has(name)) owners.set(name, record.id);
  }
  return owners;
}

/** The domains of a project. The section is left out if another project owns one of them. */
export function draftDomains(
  { record, domains }: LiveProject,
  owners: ReadonlyMap<string, string>,
): Pick<Draft, "domains" | "notes"> {
  const names = namesOf(domains);
  const shared = names.find((name) => owners.get(name) !== record.id);
  if (shared === undefined) return { domains: names, notes: [] };
  return { notes: [`The section domains is left out: ${shared} is attached to ${owners.get(shared)} too.`] };
}

function namesOf(domains: LiveProject["domains"]): string[] {
  return domains.map(({ name }) => canonicalHostName(name) ?? name).toSorted();
}
