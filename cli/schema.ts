import { printableJson } from "../provider/api/printable.ts";
import { jsonSchema } from "../provider/file/json-schema.ts";
import type { Context } from "./context.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { createOutput } from "./output.ts";

/** Prints the JSON Schema of the project file, and nothing else, to stdout. Returns the exit code. */
export function schemaCommand(context: Context): number {
  createOutput(context).line(printableJson(jsonSchema()));
  return EXIT_CODES.done;
}
