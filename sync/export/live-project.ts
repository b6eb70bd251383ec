import { isForbidden, isServiceError } from "../../provider/api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { projectWithKey } from "../../provider/reconcile/find.ts";
import type { Observer } from "../../provider/reconcile/observe.ts";
import { mapAll, planning, type View } from "../../provider/reconcile/view.ts";
import { COMPONENT_SLUG } from "../../provider/resources/catalogue.ts";
import { knowledgeOf, type ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { projectFields } from "../../provider/resources/project-fields.ts";
import { hasSlug, UncertainOwnerError, type ProjectKey } from "../../provider/resources/project-identity.ts";
import { lacks } from "../../provider/resources/short-record.ts";

/** A live project with its components and domains. */
export interface LiveProject {
  readonly record: ProjectRecord;
  readonly organizationId: string;
  readonly slug: string;
  /** Whether only the id tells the project from others: organization and slug do not. */
  readonly pinned: boolean;
  readonly components: readonly LiveComponent[];
  readonly domains: readonly DomainRecord[];
}

export interface LiveComponent {
  readonly live: ProjectComponentRecord;
  /** What the catalogue says about it. Nothing if it has no slug, or one that a file refuses. */
  readonly knowledge: ComponentKnowledge;
}

/** A project without a file. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/** Reads each project with what is in it. A project that the service does not show whole is left out. */
export async function readProjects(
  observer: Observer,
  records: readonly ProjectRecord[],
): Promise<{ readonly projects: readonly LiveProject[]; readonly leftOut: readonly LeftOut[] }> {
  const read = await observer.plan(planning((view) => mapAll(records, (record) => readProject(view, record, records))));
  return {
    projects: read.flatMap((each) => ("record" in each ? [each] : [])),
    leftOut: read.flatMap((each) => ("reason" in each ? [each] : [])),
  };
}

function readProject(view: View, listed: ProjectRecord, selected: readonly ProjectRecord[]): LiveProject | LeftOut {
  const { id, organization_id: organizationId, slug } = listed;
  if (typeof organizationId !== "string" || organizationId === "") {
    return { id, reason: "the service shows no organization." };
  }
  if (typeof slug !== "string" || slug === "") return { id, reason: "the service shows no slug." };
  const alike = selected.filter((other) => other.organization_id === organizationId && hasSlug(other, slug));
  if (alike.length > 1) {
    const ids = alike.map((other) => other.id).join(", ");
    return {
      id,
      reason: `several projects of ${organizationId} have the slug ${slug}: ${ids} (case does not count). Export each alone with --id.`,
    };
  }
  view.want({ of: "components", key: id }, { of: "domains", key: id });
  const pinned = isPinned(view, id, { organization_id: organizationId, slug });
  try {
    const whole = wholeRecord(listed, Object.keys(projectFields), () => view.project(id));
    const components = mapAll(view.components(id), (component) => {
      const name = component.component_slug ?? "";
      return {
        live: wholeRecord(component, ["version", "active", "settings"], () => view.component(id, component.id)),
        knowledge: COMPONENT_SLUG.test(name) ? knowledgeOf(view.catalogue(name)) : knowledgeOf(),
      };
    });
    return {
      record: { ...listed, ...whole, organization_id: organizationId, slug },
      organizationId,
      slug,
      pinned,
      components,
      domains: view.domains(id),
    };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { id, reason: `it cannot be read: ${error.message}` };
  }
}

/** The record of a list, or if it lacks one of the fields, the record that the service shows alone. */
function wholeRecord<Live>(listed: Live, fields: readonly string[], read: () => Live | undefined): Live {
  return fields.some((field) => lacks(listed, field)) ? (read() ?? listed) : listed;
}

/** Whether a plan would not find the project by its slug alone. */
function isPinned(view: View, id: string, key: ProjectKey): boolean {
  try {
    return projectWithKey(view, key)?.id !== id;
  } catch (error) {
    const isUncertain = error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    if (isUncertain || isForbidden(error)) return true;
    throw error;
  }
}
