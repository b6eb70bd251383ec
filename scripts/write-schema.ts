/** Writes the JSON Schema of the project file; with `--check`, says whether the written one is up to date. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonSchema } from "../provider/file/json-schema.ts";

const path = join(import.meta.dirname, "../schema/projectsync.schema.json");
const content = `${JSON.stringify(jsonSchema(), undefined, 2)}\n`;

if (process.argv.includes("--check")) {
  if ((await readFile(path, "utf8").catch(() => "")) !== content) {
    process.stderr.write("schema/projectsync.schema.json is not up to date; run npm run schema\n");
    process.exitCode = 1;
  }
} else await writeFile(path, content);
