import { existsSync } from "node:fs";
import path from "node:path";

/** The JSON Schema that new project files name for editors. */
export interface SchemaFile {
  /** Path from the folder of the project files. */
  readonly address: string;
  /** Path from the working folder. Set if the schema does not exist yet. */
  readonly toWrite?: string;
}

const NAME = "projectsync.schema.json";
const FOLDERS = ["schema", "node_modules/projectsync/schema"];

/**
 * Finds the nearest schema: in a folder named `schema` or in the installed package, at the project files or above them, or else at the
 * working folder or above it.
 */
export function findSchema(workingFolder: string, folderOfFiles: string): SchemaFile {
  const found = [...andAbove(folderOfFiles), ...andAbove(workingFolder)]
    .flatMap((folder) => FOLDERS.map((each) => path.join(folder, each, NAME)))
    .find(isThere);
  const toWrite = `schema/${NAME}`;
  const relative = path.relative(folderOfFiles, found ?? path.join(workingFolder, toWrite)).replaceAll(path.sep, "/");
  const address = relative.startsWith(".") ? relative : `./${relative}`;
  return found === undefined ? { address, toWrite } : { address };
}

/** A file that may not be read, as under Node's and Deno's permissions, is not there. */
function isThere(file: string): boolean {
  try {
    return existsSync(file);
  } catch {
    return false;
  }
}

export function schemaCommandFor(toWrite: string): string {
  return `mkdir -p ${path.posix.dirname(toWrite)} && projectsync schema > ${toWrite}`;
}

function andAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...andAbove(above)];
}
