/** Writes the JSON Schemas of the project file and of what `--json` prints; with `--check`, fails if the written ones are out of date. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonSchemas } from "../cli/json-output.ts";
import { jsonSchema } from "../provider/file/json-schema.ts";

const FOLDER = join(import.meta.dirname, "../schema");
const SCHEMAS = { "projectsync.schema.json": jsonSchema(), ...jsonSchemas({ isClosed: false }) };

const isCheck = process.argv.includes("--check");
for (const [name, schema] of Object.entries(SCHEMAS)) {
  const path = join(FOLDER, name);
  const content = `${JSON.stringify(schema, undefined, 2)}\n`;
  if (!isCheck) await writeFile(path, content);
  else if ((await readFile(path, "utf8").catch(() => "")) !== content) complain(`${name} is not up to date`);
}
const unknown = (await readdir(FOLDER)).filter((name) => name.endsWith(".json") && !Object.hasOwn(SCHEMAS, name));
if (unknown.length > 0) complain(`${unknown.join(", ")} is not generated`);

function complain(problem: string): void {
  process.stderr.write(`schema: ${problem}; run npm run schema\n`);
  process.exitCode = 1;
}
