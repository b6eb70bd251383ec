import { z } from "zod";
import { child, entriesInOrder, takesMap, unwrap } from "../../provider/resources/schema-walk.ts";
import { quoted } from "../../provider/file/write-text.ts";
import { isObject } from "../../provider/resources/json.ts";
import { variableIn } from "./draft.ts";

/** The names and references of a program. */
export interface Dialect {
  /** The program's name for a field of the service. */
  readonly nameOf: (field: string) => string;
  /** The expression that reads the secret of a variable. */
  readonly secret: (variable: string) => string;
}

/** A value of a project file as a TypeScript expression. The schema tells field names from data, and maps from references. */
export function expression(value: unknown, schema: z.ZodType | undefined, dialect: Dialect, indent = ""): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return String(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map(
      (item: unknown, index) => `${deeper}${expression(item, child(schema, index), dialect, deeper)},\n`,
    );
    return items.length === 0 ? "[]" : `[\n${items.join("")}${indent}]`;
  }
  if (!isObject(value)) return "undefined";
  const variable = takesMap(schema) ? undefined : variableIn(value);
  if (variable !== undefined) return dialect.secret(variable);
  const isNamed = schema !== undefined && unwrap(schema) instanceof z.ZodObject;
  const fields = entriesInOrder(value, schema).map(([name, content]) => {
    const key = propertyName(isNamed ? dialect.nameOf(name) : name);
    return `${deeper}${key}: ${expression(content, child(schema, name), dialect, deeper)},\n`;
  });
  return fields.length === 0 ? "{}" : `{\n${fields.join("")}${indent}}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
