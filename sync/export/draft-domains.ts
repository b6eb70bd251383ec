import type { Draft } from "./draft.ts";

/** Only the file of the first project that has a domain can declare it. The others have no section `domains`. */
export function withoutSharedDomains(drafts: readonly Draft[]): readonly Draft[] {
  const owners = new Map<string, string>();
  return drafts.map((draft) => {
    const { domains = [], ...others } = draft.sections;
    const { id } = draft.project.record;
    for (const { name } of domains) owners.set(name, owners.get(name) ?? id);
    const shared = domains.find(({ name }) => owners.get(name) !== id);
    if (shared === undefined) return draft;
    const note = `The section domains is left out: ${shared.name} is attached to ${owners.get(shared.name)} too.`;
    return { ...draft, sections: others, notes: [...draft.notes, note] };
  });
}
