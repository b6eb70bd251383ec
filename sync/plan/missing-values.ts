import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { MissingVariable } from "../../provider/file/missing-variables.ts";
import type { Selection } from "./only.ts";
import { childKey, projectKey } from "./project-items.ts";

/**
 * The values of covered objects that are not known in this run, because their variable is not set. A host name that is not known
 * may be covered, if anything in its project is.
 */
export function missingValues({ files, covers }: Pick<Selection, "files" | "covers">): MissingVariable[] {
  return files.flatMap((file) => file.missingVariables.filter((value) => isCovered(file, value, covers)));
}

function isCovered(
  file: LoadedFile,
  { omitted: [section, name] }: MissingVariable,
  covers: Selection["covers"],
): boolean {
  if (section === "domains") return true;
  return covers(section === "components" ? childKey(file, String(name)) : projectKey(file));
}
