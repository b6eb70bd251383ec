import { access } from "node:fs/promises";
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
export async function findSchema(workingFolder: string, folderOfFiles: string): Promise<SchemaFile> {
  const found = await nearestSchema([...andAbove(folderOfFiles), ...andAbove(workingFolder)]);
  const toWrite = `schema/${NAME}`;
  const relative = path.relative(folderOfFiles, found ?? path.join(workingFolder, toWrite)).replaceAll(path.sep, "/");
  const address = relative.startsWith(".") ? relative : `./${relative}`;
  return found === undefined ? { address, toWrite } : { address };
}

/** The command that writes a schema that does not exist yet. */
export function schemaCommandFor(toWrite: string): string {
  return `mkdir -p ${path.posix.dirname(toWrite)} && projectsync schema > ${toWrite}`;
}

async function nearestSchema(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    for (const each of FOLDERS) {
      const file = path.join(folder, each, NAME);
      if (await exists(file)) return file;
    }
  }
  return undefined;
}

/** A folder and the folders above it, the nearest first. */
function andAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...andAbove(above)];
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
