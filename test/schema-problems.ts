import { readFile } from "node:fs/promises";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonSchemas } from "../cli/json-output.ts";

/** What the published schema, such as that of `report`, refuses in a document. */
export async function problemsByPublishedSchema(content: unknown, name: string): Promise<unknown[]> {
  const text = await readFile(path.resolve(import.meta.dirname, `../schema/${name}.schema.json`), "utf8");
  return problemsOf(content, JSON.parse(text));
}

/** The same by a schema that also refuses fields without a description. */
export function problemsByClosedSchema(content: unknown, name: string): unknown[] {
  return problemsOf(content, jsonSchemas({ isClosed: true })[`${name}.schema.json`]);
}

function problemsOf(content: unknown, schema: object | undefined): unknown[] {
  if (schema === undefined) throw new Error("There is no such schema.");
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
  return validate(content) ? [] : (validate.errors ?? []);
}
