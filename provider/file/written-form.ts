import { z } from "zod";
import type { Place } from "./references.ts";
import type { Report } from "./report.ts";
import { schemaAt, takesMap, unwrap } from "../resources/schema-walk.ts";

/**
 * A key with nothing after it is `null` to YAML, and almost never meant: for a section or a list it could mean "none", which
 * may delete. So what is meant has to be written.
 */
export function refuseNothing(places: ReadonlyMap<string, Place>, schema: z.ZodType, report: Report): void {
  for (const { path, tree } of places.values()) {
    if (tree.kind !== "scalar" || tree.plain !== "") continue;
    report.error(path, `nothing is written here; ${whatToWrite(schemaAt(schema, path))}`);
  }
}

function whatToWrite(schema: z.ZodType | undefined): string {
  if (schema === undefined || schema instanceof z.ZodUnknown)
    return 'write null, "" or the value that is meant, or remove the line';
  if (takesMap(schema)) {
    return schema.safeParse({}).success
      ? "write {} where nothing more is to be said, or remove the line"
      : "write its fields below, deeper than this";
  }
  if (unwrap(schema) instanceof z.ZodArray) return "write [] for none, or remove the line";
  if (schema.safeParse(null).success) return "write null to ask for the service's default, or remove the line";
  return "write the value, or remove the line";
}

/**
 * `012`, `1.10` and numbers of twenty digits are read as other numbers than they look like. Where text is meant that has been
 * reported by now; elsewhere it cannot be told which is meant.
 */
export function refuseLossyNumbers(places: ReadonlyMap<string, Place>, report: Report): void {
  for (const { path, tree } of places.values()) {
    if (tree.kind !== "scalar" || typeof tree.value !== "number" || String(tree.value) === tree.plain) continue;
    report.error(
      path,
      "read as a number, this is not kept as it is written; put it in quotes if it is text, else write the number plainly",
    );
  }
}
