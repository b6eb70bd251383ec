import type { z } from "zod";
import { nearestName } from "../resources/nearest-name.ts";
import { COMPONENT_FIELDS, PROJECT_FIELDS } from "./known-fields.ts";
import { SECTIONS } from "./references.ts";
import { fieldNames, type Path, schemaAt } from "../resources/schema-walk.ts";

/** Of a field that there is not at its path: where it belongs, which one was meant, or what can be done with it. */
export function whatWasMeant(path: Path, schema: z.ZodType): string {
  return elsewhere(path, schema) ?? instead(path, fieldNames(schemaAt(schema, path.slice(0, -1))));
}

/** Another level has it: most often the line is indented too little, or too much. */
function elsewhere(path: Path, schema: z.ZodType): string | undefined {
  const key = String(path.at(-1));
  if (path.length === 1) {
    return fieldNames(schemaAt(schema, ["project"])).includes(key) ? "it belongs under project" : undefined;
  }
  return SECTIONS.has(key) ? "it belongs beside project, not in it" : undefined;
}

function instead(path: Path, known: readonly string[]): string {
  const key = String(path.at(-1));
  const service = path.length === 2 ? PROJECT_FIELDS : COMPONENT_FIELDS;
  const ours = path[0] === "components" ? COMPONENT_FIELDS.get(key) : undefined;
  if (known.includes("extra") && service.has(key) && service.get(key) === undefined) {
    return "the service sets this by itself, or by the key; remove it";
  }
  const near = ours ?? nearestName(key, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.includes("settings") && known.includes("version")) {
    return "put it under settings if it is one, or under extra if the service has it and this version does not know it";
  }
  if (known.includes("extra")) {
    return "remove it, or put it under extra if the service has it and this version does not know it";
  }
  return `remove it (there are ${known.filter((name) => name !== "$schema").join(", ")})`;
}
