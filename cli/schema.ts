import { jsonSchema } from "../provider/file/json-schema.ts";
import { catalogueSchema } from "../provider/file/catalogue-schema.ts";
import { allowedVariables } from "../provider/file/file-environment.ts";
import { lookUp } from "../provider/resources/catalogue.ts";
import { isForbidden } from "../provider/api/errors.ts";
import { printableJson } from "../provider/api/printable.ts";
import { loadFiles } from "../sync/load-files.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { renderReport } from "./render-report.ts";
import type { Context } from "./context.ts";
import { tokensIn, withClient } from "./with-client.ts";

export interface SchemaOptions {
  /** Files and globs. The schema then describes the settings of the components that they use, from the catalogue. */
  readonly catalogue?: readonly string[];
  /** `catalogue` only: the only variables that files may read. */
  readonly allowEnv?: readonly string[];
}

/** Prints the JSON Schema of the project file, and nothing else, to stdout. Returns the exit code. */
export async function schemaCommand({ catalogue, ...given }: SchemaOptions, context: Context): Promise<number> {
  const output = createOutput(context);
  const { folder, environment } = context;
  const allowEnv = allowedVariables(given.allowEnv, "--allow-env", environment);
  if (catalogue === undefined) {
    output.line(printableJson(jsonSchema()));
    return EXIT_CODES.done;
  }
  const variables = { environment, tokens: tokensIn(context), allowEnv, missingVariables: "tolerate" } as const;
  const { names, files, problems } = await loadFiles(catalogue, { folder }, variables);
  if (problems.some(({ level }) => level === "error")) {
    output.report(renderReport({ mode: "validate", result: "invalid", files: names, problems }, output.style));
    return EXIT_CODES.invalid;
  }
  return withClient(context, true, async (client, doneReading) => {
    const used = files.flatMap(({ components = [] }) => components.filter(({ absent }) => !absent));
    const slugs = [...new Set(used.map(({ declared }) => declared.component))].toSorted();
    const entries = await Promise.all(slugs.map((slug) => lookUp(client, slug)));
    doneReading();
    for (const entry of entries) {
      if (entry.status === "found") continue;
      if (entry.error !== undefined && !isForbidden(entry.error)) throw entry.error;
      output.note(`warning: ${entry.reason} The schema describes ${entry.slug} in general only.`);
    }
    output.line(printableJson(catalogueSchema(entries.filter((entry) => entry.status === "found"))));
    return EXIT_CODES.done;
  });
}
