import type { z } from "zod";
import { nearestName } from "../resources/nearest-name.ts";
import { fieldNames, schemaAt, type Path } from "../resources/schema-walk.ts";
import { COMPONENT_FIELDS, PROJECT_FIELDS } from "./known-fields.ts";
import { SECTIONS } from "./references.ts";

/** What to do about an unknown field: where it belongs, which field was probably meant, or to remove it. */
export function suggestField(path: Path, schema: z.ZodType): string {
  return suggestLevel(path, schema) ?? suggestName(path, fieldNames(schemaAt(schema, path.slice(0, -1))));
}

/** For a field of another level. Most often the line is indented too little or too much. */
function suggestLevel(path: Path, schema: z.ZodType): string | undefined {
  const key = String(path.at(-1));
  if (path.length === 1) {
    return fieldNames(schemaAt(schema, ["project"])).includes(key) ? "move it under project" : undefined;
  }
  return SECTIONS.has(key) ? "move it to the top level, beside project" : undefined;
}

function suggestName(path: Path, known: readonly string[]): string {
  const key = String(path.at(-1));
  const serviceFields = path.length === 2 ? PROJECT_FIELDS : COMPONENT_FIELDS;
  const declaredAs = path[0] === "components" ? COMPONENT_FIELDS.get(key) : undefined;
  if (known.includes("extra") && serviceFields.has(key) && serviceFields.get(key) === undefined) {
    return "the service sets it, so remove it";
  }
  const near = declaredAs ?? nearestName(key, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.includes("settings") && known.includes("version")) {
    return "if it is a setting, move it under settings; if it is a new field of the service, move it under extra";
  }
  if (known.includes("extra")) return "remove it; if it is a new field of the service, move it under extra";
  return `remove it; known fields: ${known.filter((name) => name !== "$schema").join(", ")}`;
}
