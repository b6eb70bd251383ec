import { isForbidden } from "../../core/api/errors.ts";
import { UNREADABLE_OWNER, type DomainRecord, type ProjectRecord } from "../../core/api/records.ts";
import { AmbiguousError } from "../../core/resources/failures.ts";
import { projectWithKey, mapAll, type View, unlessRefused } from "../../core/reconcile/snapshot-view.ts";
import { isAutomatic } from "../../core/resources/automatic-domain.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import { hostNameOf } from "../../core/resources/domain.ts";
import { isOthers, UncertainOwnerError } from "../../core/resources/owner.ts";
import { ID_FIELDS, SECTIONS, type ChildKind } from "../../core/resources/kind.ts";
import { nameList } from "../../core/resources/name-list.ts";
import { hasSlug, type ProjectKey } from "../../core/resources/project-identity.ts";
import { listsIn } from "../../core/reconcile/snapshot.ts";
import { draftProject } from "./draft-project.ts";
import { draftComponents } from "./draft-component.ts";
import type { FileDraft, ChildDraft, DraftContext } from "./draft.ts";
import { OmittedProject, selectProjects, shownOr, type ProjectSelection } from "./selection.ts";
import { variableNaming } from "./variable-name.ts";

type Options = Pick<DraftContext, "format" | "isMinimal">;

/** Drafts of the selected projects with what is in them. A project that the service does not show whole is left out. */
export function draftProjects(
  view: View,
  selection: ProjectSelection,
  options: Options,
): readonly (FileDraft | OmittedProject)[] {
  const selected = selectProjects(view, selection);
  const records = selected.flatMap((each) => (each instanceof OmittedProject ? [] : [each]));
  return mapAll(selected, (each) => (each instanceof OmittedProject ? each : draftOf(view, each, records, options)));
}

function draftOf(
  view: View,
  record: ProjectRecord,
  selected: readonly ProjectRecord[],
  options: Options,
): FileDraft | OmittedProject {
  const { id, organization_id: organizationId, slug: shown } = record;
  if (!organizationId || organizationId === UNREADABLE_OWNER) {
    return new OmittedProject(id, "the service shows no organization.");
  }
  if (typeof shown !== "string" || shown === "") return new OmittedProject(id, "the service shows no slug.");
  const slug = declarable(shown);
  const twins = selected.filter(
    (other) => other.organization_id === organizationId && hasSlug({ slug: declarable(String(other.slug)) }, slug),
  );
  // One that has the slug without anything in front of it is no twin of the others.
  const isExact = shown === slug && twins.filter((other) => hasSlug(other, slug)).length === 1;
  if (twins.length > 1 && !isExact) {
    const ids = twins.map((twin) => twin.id).join(", ");
    const reason = `several projects of ${organizationId} have the slug ${slug}: ${ids} (case does not count). Export each alone with --id.`;
    return new OmittedProject(id, reason);
  }
  view.want({ of: "project", key: id }, ...listsIn(id));
  return unlessRefused<FileDraft | OmittedProject, OmittedProject>(
    () => {
      const pinned = isPinned(view, id, { organization_id: organizationId, slug });
      const whole = { ...record, ...shownOr(record, () => view.project(id)), organization_id: organizationId, slug };
      const project = { record: whole, organizationId, slug, pinned };
      const nameVariable = variableNaming(project);
      const drafting: DraftContext = { ...options, nameVariable, fields: [], componentIds: [], notes: [] };
      const { fields, componentIds, notes } = drafting;
      if (pinned) {
        notes.push(`${organizationId}/${slug} is pinned by its id, because its slug does not tell it from others.`);
      }
      draftProject(whole, drafting);
      const hasOthers = {
        components: noteOthers("component", view.components(id), id, notes),
        domains: noteOthers("domain", attached(view, id), id, notes),
      };
      const sections = {
        ...(hasOthers.components ? {} : { components: draftComponents(view, id, drafting) }),
        ...(hasOthers.domains ? {} : { domains: draftDomains(view, id) }),
      };
      return { project, sections, fields, componentIds, notes };
    },
    (error) => new OmittedProject(id, `it cannot be read: ${error.message}`),
  );
}

/**
 * Notes the objects that their list shows, and whose records name another project or one that cannot be read. Their section is left out: a run
 * that prunes would delete them below one without them. Returns whether there are any.
 */
function noteOthers(kind: ChildKind, listed: readonly object[], projectId: string, notes: string[]): boolean {
  const others = listed.filter((live) => isOthers(kind, live, projectId));
  const names = others.map((live) => String(Reflect.get(live, ID_FIELDS[kind])));
  if (names.length > 0)
    notes.push(
      `The section ${SECTIONS[kind]} is left out: it is not certain that ${nameList(names)} belongs to this project.`,
    );
  return names.length > 0;
}

function draftDomains(view: View, projectId: string): readonly ChildDraft[] {
  return attached(view, projectId)
    .map(hostNameOf)
    .toSorted(compareText)
    .map((name) => ({ name }));
}

/** The host names that somebody attached: those that the service gives projects by itself are in no file. */
function attached(view: View, projectId: string): readonly DomainRecord[] {
  return view.domains(projectId).filter((live) => !isAutomatic(live));
}

/** True if a plan would not find the project by its slug alone. */
function isPinned(view: View, id: string, key: ProjectKey): boolean {
  try {
    return projectWithKey(view, key)?.id !== id;
  } catch (error) {
    const isUncertain = error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    if (isUncertain || isForbidden(error)) return true;
    throw error;
  }
}

/** `site` of `acme/site` and `acme:site`: no declared slug has these two signs. */
function declarable(slug: string): string {
  return slug.replace(/^.*[/:](?=.)/s, "");
}
