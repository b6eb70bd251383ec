/**
 * Writes the JSON Schemas of the project file and of what `--json` prints, and the stub of each kind in Pulumi; with `--check`, fails if
 * the written ones are out of date.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { jsonSchemas } from "../cli/json-output.ts";
import { jsonSchema } from "../core/file/json-schema.ts";
import { KINDS } from "../core/resources/kind.ts";

const FOLDER = join(import.meta.dirname, "../schema");
const SCHEMAS = { "projectsync.schema.json": jsonSchema(), ...jsonSchemas({ isClosed: false }) };

/** Written by write-pulumi-schema.ts. */
const BY_ANOTHER = "pulumi-package.json";
const isCheck = process.argv.includes("--check");
for (const [name, schema] of Object.entries(SCHEMAS)) {
  await write(join(FOLDER, name), `${JSON.stringify(schema, undefined, 2)}\n`);
}
// States hold the text of the stubs: a change here would change every state.
const stubs = join(import.meta.dirname, "../provider/stub");
const stub = await readFile(join(stubs, "domain.cjs"), "utf8");
for (const kind of KINDS) await write(join(stubs, `${kind}.cjs`), stub.replaceAll("domain", kind));

const unknown = (await readdir(FOLDER)).filter(
  (name) => name.endsWith(".json") && !Object.hasOwn(SCHEMAS, name) && name !== BY_ANOTHER,
);
if (unknown.length > 0) complain(`${unknown.join(", ")} is not generated`);

async function write(path: string, content: string): Promise<void> {
  if (!isCheck) await writeFile(path, content);
  else if ((await readFile(path, "utf8").catch(() => "")) !== content) complain(`${basename(path)} is not up to date`);
}

function complain(problem: string): void {
  process.stderr.write(`schema: ${problem}; run npm run schema\n`);
  process.exitCode = 1;
}
