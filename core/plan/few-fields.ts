import type { LoadedFile } from "../file/loaded-file.ts";
import { projectFields } from "../resources/project-fields.ts";
import type { Plan } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

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
