import type { LoadedFile } from "../provider/file/loaded-file.ts";
import { missingVariableError, type MissingVariable } from "../provider/file/missing-variables.ts";
import type { Problem } from "../provider/file/problem.ts";
import { selectObjects } from "./plan/only.ts";
import { childKey, projectKey } from "./plan/project-items.ts";

/**
 * The errors of an apply of some objects whose variables are not set. A host name that is not known may be covered, if
 * anything in its project is. Throws InvalidRequestError if a pattern certainly matches nothing.
 */
export function missingValues(files: readonly LoadedFile[], only: readonly string[]): Problem[] {
  const selection = selectObjects(files, only);
  const isNeeded = (file: LoadedFile, { omitted: [section, name] }: MissingVariable): boolean => {
    if (section === "domains") return true;
    return selection.covers(section === "components" ? childKey(file, String(name)) : projectKey(file));
  };
  return selection.files.flatMap((file) =>
    file.missingVariables
      .filter((value) => isNeeded(file, value))
      .map((value) => ({
        ...value.position,
        level: "error" as const,
        path: value.path,
        message: missingVariableError(value, value.reason),
      })),
  );
}
