import { z } from "zod";
import { schemaAt, takesMap, unwrap } from "../resources/schema-walk.ts";
import type { ProblemList } from "./problem-list.ts";
import type { FileValues } from "./references.ts";

/**
 * Refuses keys with nothing after them. YAML reads them as `null`, which is rarely meant: for a section or a list it could mean
 * "none", which may delete.
 */
export function checkEmptyValues(values: FileValues, schema: z.ZodType, problems: ProblemList): void {
  for (const { path, tree } of values.values()) {
    if (tree.kind !== "scalar" || tree.plain !== "") continue;
    problems.error(path, `has no value; ${whatToWrite(schemaAt(schema, path))}`);
  }
}

function whatToWrite(schema: z.ZodType | undefined): string {
  if (schema === undefined || schema instanceof z.ZodUnknown) {
    return 'write null, "" or another value, or remove the line';
  }
  if (takesMap(schema)) {
    return schema.safeParse({}).success
      ? "write {} to declare nothing more, or remove the line"
      : "write its fields on the next lines, indented";
  }
  if (unwrap(schema) instanceof z.ZodArray) return "write [] for an empty list, or remove the line";
  if (schema.safeParse(null).success) return "write null to ask for the service's default, or remove the line";
  return "write a value, or remove the line";
}

/**
 * Refuses numbers that are stored differently from how they are written: `012`, `1.10`, numbers of twenty digits. They may be
 * meant as text. Where text is required, the schema has reported them already.
 */
export function checkLossyNumbers(values: FileValues, problems: ProblemList): void {
  for (const { path, tree } of values.values()) {
    if (tree.kind !== "scalar" || typeof tree.value !== "number" || String(tree.value) === tree.plain) continue;
    problems.error(
      path,
      "this number would not be kept as it is written; if it is text, put it in quotes, otherwise write it in plain digits",
    );
  }
}
