import { z } from "zod";
import { schemaAt, takesMap, unwrap, type Path } from "../resources/schema-walk.ts";
import type { ProblemList } from "./problem.ts";
import { fileSchema } from "./schema.ts";
import { DECLARING, type FileValues, type WrittenScalar } from "./values.ts";

/** Checks the values of a file that YAML reads otherwise than they look. Reports empty ones before the schema does, and the others after it. */
export function checkEmptyValues(values: FileValues, problems: ProblemList): void {
  for (const { path, written } of scalarsIn(values)) {
    // YAML reads it as `null`, which is rarely meant: for a section or a list it could mean "none", which may delete.
    if (written.plain === "") problems.error(path, `has no value; ${whatToWrite(schemaAt(fileSchema, path))}`);
  }
}

/** Refuses numbers that may be meant as text, and warns of placeholders. */
export function checkMeaning(values: FileValues, problems: ProblemList): void {
  for (const { path, written } of scalarsIn(values)) {
    // `012`, `1.10`, numbers of twenty digits. Where text is required, the schema has reported them already.
    if (typeof written.value === "number" && String(written.value) !== written.plain) {
      problems.error(
        path,
        "this number would not be kept as it is written; if it is text, put it in quotes, otherwise write it in plain digits",
      );
    }
    if (typeof written.value === "string" && DECLARING.has(String(path[0])))
      checkPlaceholder(path, written.value, problems);
  }
}

function scalarsIn(values: FileValues): readonly { readonly path: Path; readonly written: WrittenScalar }[] {
  return [...values.values()].flatMap(({ path, written }) => (written.kind === "scalar" ? [{ path, written }] : []));
}

function whatToWrite(schema: z.ZodType | undefined): string {
  if (schema === undefined || schema instanceof z.ZodUnknown) {
    return 'write null, "" or another value, or remove the line';
  }
  if (takesMap(schema)) return "write its fields on the next lines, indented, or {} if it has none";
  if (unwrap(schema) instanceof z.ZodArray) return "write [] for an empty list, or remove the line";
  if (schema.safeParse(null).success) return "write null to ask for the service's default, or remove the line";
  return "write a value, or remove the line";
}

/** Warns of `${NAME}` in a text: other tools put a variable there, and here it is sent to the service as it is. */
function checkPlaceholder(path: Path, text: string, problems: ProblemList): void {
  const [placeholder, variable] = /\$\{([A-Za-z_]\w*)\}/.exec(text) ?? [];
  if (placeholder === undefined) return;
  const whole = placeholder === text ? "" : "put the whole value into one variable, and ";
  const write = `write { env: ${variable} }, or { secret: ${variable} } if it is a secret`;
  problems.warning(path, `${placeholder} is not replaced; ${whole}${write}`);
}
