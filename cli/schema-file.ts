import { access } from "node:fs/promises";
import path from "node:path";

/** The JSON Schema that new project files name for editors. */
export interface SchemaFile {
  /** Path from the folder of the project files. */
  readonly address: string;
  /** Path from the working folder. Set if the schema does not exist yet. */
  readonly toWrite?: string;
}

/** Finds the schema in the working folder, or in the package installed there. */
export async function findSchema(workingFolder: string, folderOfFiles: string): Promise<SchemaFile> {
  const candidates = ["schema", "node_modules/projectsync/schema"].map((folder) => `${folder}/projectsync.schema.json`);
  const exist = await Promise.all(candidates.map((candidate) => exists(path.join(workingFolder, candidate))));
  const [toWrite = ""] = candidates;
  const found = candidates.find((_, index) => exist[index]);
  const relative = path.relative(folderOfFiles, path.join(workingFolder, found ?? toWrite)).replaceAll(path.sep, "/");
  const address = relative.startsWith(".") ? relative : `./${relative}`;
  return found === undefined ? { address, toWrite } : { address };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
