import { positionsOf, type LoadedFile } from "../../provider/file/loaded-file.ts";
import { createProblem, type Problem } from "../../provider/file/problem.ts";

/** An error for each file whose organization is not allowed. `allowed`: ids. Default: all. A plan writes only to the organizations of its files. */
export function outsideOrganizations(
  files: readonly LoadedFile[],
  allowed: readonly string[] | undefined,
): readonly Problem[] {
  return files.flatMap((file) => {
    const { organization_id: id } = file.project.declared;
    if (allowed === undefined || allowed.includes(id)) return [];
    const path = ["project", "organization_id"];
    const message = `this run may change only ${allowed.join(", ")}, not ${id}: correct the file, or add it to organizations`;
    return [createProblem("error", positionsOf(file, path.join(".")).value, path, message)];
  });
}
