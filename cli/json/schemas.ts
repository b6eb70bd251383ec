import { z } from "zod";
import { reportSchema } from "../../sync/report-schema.ts";
import { componentSchema } from "./component.ts";
import { doctorSchema } from "./doctor.ts";
import { exportSchema } from "./export.ts";

/** The schema of each document that `--json` prints, by the name of its file in schema/. */
const DOCUMENTS = { report: reportSchema, export: exportSchema, component: componentSchema, doctor: doctorSchema };

/**
 * The JSON Schemas of what `--json` prints, by the name of the file. They accept fields that they do not describe, because a later
 * version may add some. `isClosed`: they do not, for tests that find a field without a description.
 */
export function jsonSchemas({ isClosed }: { readonly isClosed: boolean }): Readonly<Record<string, object>> {
  const io = isClosed ? "output" : "input";
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, schema]) => [`${name}.schema.json`, z.toJSONSchema(schema, { io })]),
  );
}
