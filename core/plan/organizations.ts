import { positionsOf, type LoadedFile } from "../file/loaded-file.ts";
import { unquoted } from "../text/quoted.ts";
import { createProblem, type Problem } from "../file/problem.ts";
import { keyForm } from "../resources/forms.ts";
import type { PlanOptions } from "./options.ts";

/** Whether a run may change an organization. Ids do not differ in case alone. */
export function isAllowed(id: string, { organizations }: Pick<PlanOptions, "organizations">): boolean {
  return organizations?.some((each) => keyForm(each) === keyForm(id)) ?? true;
}

/** An error for each file whose organization is not allowed. A plan writes only to the organizations of its files. */
export function outsideOrganizations(files: readonly LoadedFile[], options: PlanOptions): readonly Problem[] {
  return files.flatMap((file) => {
    const { organization_id: id } = file.project.declared;
    if (isAllowed(id, options)) return [];
    const path = ["project", "organization_id"];
    const allowed = options.organizations?.map((each) => unquoted(each)).join(", ");
    const message = `this run may change only ${allowed}, not ${unquoted(id)}: correct the file, or add it to organizations`;
    return [createProblem("error", positionsOf(file, path.join(".")).value, path, message)];
  });
}
