import { canonicalHostName } from "../../provider/resources/host-name.ts";
import { draftComponent, type ComponentDraft } from "./component.ts";
import type { DraftSecret } from "./draft.ts";
import { isNameable, type LiveProject } from "./live.ts";
import type { VariableOf } from "./variable.ts";
import type { Fields } from "../../provider/resources/json.ts";

export interface ComponentsDraft {
  readonly components?: Readonly<Record<string, Fields>>;
  readonly secrets: readonly DraftSecret[];
  readonly notes: readonly string[];
}

/**
 * The components of a project. Where one of them cannot be declared there is no such section: with it, a run that prunes
 * would delete the one that is missing in it. `canPin`: an id can tell which of several components of one slug is meant.
 */
export function draftComponents(project: LiveProject, variable: VariableOf, canPin: boolean): ComponentsDraft {
  const unnameable = project.components.filter(
    ({ component_slug: slug }) => slug !== null && slug !== undefined && !isNameable(slug),
  );
  if (unnameable.length > 0) {
    const ids = unnameable.map(({ id }) => id).join(", ");
    return { secrets: [], notes: [`The section components is left out: no file can name the component of ${ids}.`] };
  }
  const drafts = new Map<string, ComponentDraft>();
  const notes: string[] = [];
  for (const slug of [...project.entries.keys()].toSorted()) {
    const [live, ...others] = project.components.filter((component) => component.component_slug === slug);
    const entry = project.entries.get(slug);
    if (live === undefined || entry === undefined) continue;
    if (others.length > 0 && !canPin) {
      const ids = [live, ...others].map(({ id }) => id).join(", ");
      notes.push(
        `components.${slug} is not managed: the project has it several times (${ids}), which a program cannot tell apart.`,
      );
      continue;
    }
    const draft = draftComponent({ name: slug, live, entry }, variable);
    drafts.set(slug, others.length === 0 ? draft : { ...draft, fields: { id: live.id, ...draft.fields } });
    if (others.length > 0) {
      const ids = others.map(({ id }) => id).join(", ");
      notes.push(
        `components.${slug} is ${live.id}; the project has the component ${others.length + 1} times, and ${ids} is not managed.`,
      );
    }
  }
  const nameless = project.components.filter(({ component_slug: slug }) => slug === null || slug === undefined);
  if (nameless.length > 0) {
    const ids = nameless.map(({ id }) => id).join(", ");
    notes.push(`The service does not say which component ${ids} is: it is not managed.`);
  }
  return {
    components: Object.fromEntries([...drafts].map(([slug, { fields }]) => [slug, fields])),
    secrets: [...drafts.values()].flatMap(({ secrets }) => secrets),
    notes: [...notes, ...[...drafts.values()].flatMap((draft) => draft.notes)],
  };
}

export interface DomainsDraft {
  readonly domains?: readonly string[];
  readonly notes: readonly string[];
}

/** The domains of a project; none, as with components, where one cannot be declared. `taken`: those that another file of this export has. */
export function draftDomains(project: LiveProject, taken: Map<string, string>): DomainsDraft {
  const names = project.domains.map(({ name }) => canonicalHostName(name));
  const leaveOut = (why: string): DomainsDraft => ({ notes: [`The section domains is left out: ${why}.`] });
  if (names.includes(undefined)) return leaveOut("the project has a domain that is no host name to this tool");
  const domains = [...new Set(names.flatMap((name) => name ?? []))].toSorted();
  if (domains.length < names.length) return leaveOut("the project has a domain twice");
  const elsewhere = domains.find((name) => taken.has(name));
  if (elsewhere !== undefined) return leaveOut(`${elsewhere} is attached to ${taken.get(elsewhere)} as well`);
  for (const name of domains) taken.set(name, project.record.id);
  return { domains, notes: [] };
}
