import { z } from "zod";
import type { ProjectRecord } from "../api/records.ts";
import { problemAt, type LoadedFile } from "../file/loaded-file.ts";
import type { Problem } from "../file/problem.ts";
import { orIfRefused, type View } from "../reconcile/snapshot-view.ts";
import { nameList } from "../resources/name-list.ts";
import { projectFields } from "../resources/project-fields.ts";
import { withNote, type Plan } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

/* What a plan tells its readers besides its changes: notes, warnings and counts that no write depends on. */

const created = z.object({ created_at: z.iso.datetime({ offset: true }) });

/** Notes when an object that is to be deleted was created: another repository, or somebody by hand, may have made it since. */
export function noteCreationTimes(projects: readonly PlannedProject[]): readonly PlannedProject[] {
  return projects.map((project) => ({
    ...withCreation(project),
    children: project.children.map((child) => withCreation(child)),
  }));
}

function withCreation<Work extends Pick<PlannedProject, "item"> & { readonly live?: unknown }>(work: Work): Work {
  if (work.item.action !== "delete") return work;
  const { success, data } = created.safeParse(work.live);
  if (!success) return work;
  const [day = ""] = data.created_at.split("T");
  return { ...work, item: withNote(work.item, `It was created on ${day}.`) };
}

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

/** Fields of a project that a file may manage. The slug identifies it, so every file declares that. */
const FIELDS = Object.keys(projectFields).filter((name) => name !== "slug");
/** A file that declares a smaller share of them manages few: `export` writes all, and a file of a few fields leaves the most to the service. */
const FEW = 1 / 3;

/** How many fields are managed of the live projects whose files declare few of them. `undefined` if there is no such project. */
export function fewFields(work: readonly PlannedProject[]): Plan["fewFields"] {
  const counts = work
    .filter(({ item: { action }, isLeftOut = false }) => !isLeftOut && (action === "update" || action === "unchanged"))
    .filter(({ live }) => live !== undefined)
    .map(({ file }) => countManaged(file))
    // A file without any field is about what is in the project, on purpose.
    .filter((managed) => managed > 0 && managed < FIELDS.length * FEW);
  if (counts.length === 0) return undefined;
  const managed = counts.reduce((sum, each) => sum + each, 0);
  return { projects: counts.length, managed, known: counts.length * FIELDS.length };
}

/** A field whose variable is not set is managed too: an apply needs it. */
function countManaged({ project: { declared }, missingVariables }: LoadedFile): number {
  const ofProject = missingVariables.filter(({ omitted: [section] }) => section === "project");
  const unset = new Set(ofProject.map(({ omitted: [, field] }) => field));
  return FIELDS.filter((name) => Object.hasOwn(declared, name) || unset.has(name)).length;
}
