/**
 * Writes the JSON Schemas of the project file and of what `--json` prints, and the stub of each kind in Pulumi; with `--check`, fails if
 * the written ones are out of date.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonSchemas } from "../cli/json-output.ts";
import { jsonSchema } from "../core/file/json-schema.ts";
import { KINDS } from "../core/resources/kind.ts";
import { complain, writeGenerated } from "./write-generated.ts";

const FOLDER = join(import.meta.dirname, "../schema");
const SCHEMAS = { "projectsync.schema.json": jsonSchema(), ...jsonSchemas({ isClosed: false }) };

/** Written by write-pulumi-schema.ts. */
const BY_ANOTHER = "pulumi-package.json";
for (const [name, schema] of Object.entries(SCHEMAS)) {
  await writeGenerated(join(FOLDER, name), `${JSON.stringify(schema, undefined, 2)}\n`);
}
// States hold the text of the stubs: a change here would change every state.
const stubs = join(import.meta.dirname, "../provider/stub");
const stub = await readFile(join(stubs, "domain.cjs"), "utf8");
for (const kind of KINDS) await writeGenerated(join(stubs, `${kind}.cjs`), stub.replaceAll("domain", kind));

const unknown = (await readdir(FOLDER)).filter(
  (name) => name.endsWith(".json") && !Object.hasOwn(SCHEMAS, name) && name !== BY_ANOTHER,
);
if (unknown.length > 0) complain(`${unknown.join(", ")} is not generated`);
