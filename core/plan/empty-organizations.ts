import type { ProjectRecord } from "../api/records.ts";
import { problemAt, type LoadedFile } from "../file/loaded-file.ts";
import type { Problem } from "../file/problem.ts";
import { orIfRefused, type View } from "../reconcile/snapshot-view.ts";
import { nameList } from "../resources/name-list.ts";
import type { PlannedProject } from "./planned-object.ts";

/** A wrong organization id, or another token, looks like an empty organization: one warning for each organization without a project. */
export function warnOfEmptyOrganizations(projects: readonly PlannedProject[], view: View): Problem[] {
  const isMissing = ({ live, file: { project } }: PlannedProject): boolean =>
    live === undefined && project.id === undefined;
  const files = projects.filter(isMissing).map(({ file }) => file);
  const byOrganization = Map.groupBy(files, ({ project }) => project.declared.organization_id);
  return [...byOrganization].flatMap(([id, [first]]) => (first === undefined ? [] : warnOf(first, id, view)));
}

function warnOf(file: LoadedFile, organizationId: string, view: View): Problem[] {
  const visible = (id?: string): readonly ProjectRecord[] | undefined =>
    orIfRefused(undefined, () => view.projects(id).records);
  if (visible(organizationId)?.length !== 0) return [];
  // Only a hint depends on it: a token that may not list everything is no error.
  const seen = new Set((visible() ?? []).flatMap(({ organization_id: owner }) => owner ?? []));
  if (seen.has(organizationId)) return [];
  const message =
    seen.size === 0
      ? "this token sees no project; unless there is none yet, correct the organization's id or use another token"
      : `this token sees no project of ${organizationId}, but projects of ${nameList([...seen].toSorted())}; ` +
        "unless the organization is new, correct its id or use another token";
  return [problemAt(file, "warning", ["project", "organization_id"], message)];
}
