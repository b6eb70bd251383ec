import { jsonSchema } from "../provider/file/json-schema.ts";
import { describeCatalogue } from "./describe-catalogue.ts";
import { printableJson } from "../provider/api/printable.ts";
import { loadFiles } from "../sync/load-files.ts";
import { run } from "../sync/run.ts";
import { tokensIn } from "./connect-service.ts";
import { EXIT_CODES, exitCode } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { renderReport } from "./render-report.ts";
import type { Context } from "./context.ts";
import { withClient } from "./with-client.ts";

export interface SchemaOptions {
  /** Files and globs. The schema then describes the settings of the components that they use, from the catalogue. */
  readonly catalogue?: readonly string[];
  /** `catalogue` only: the only variables that files may read. */
  readonly allowEnv?: readonly string[];
}

/** Prints the JSON Schema of the project file, and nothing else, to stdout. Returns the exit code. */
export async function schemaCommand({ catalogue, allowEnv }: SchemaOptions, context: Context): Promise<number> {
  const output = createOutput(context);
  if (catalogue === undefined) {
    output.line(printableJson(jsonSchema()));
    return EXIT_CODES.done;
  }
  const { folder, environment } = context;
  const tokens = tokensIn(context);
  const variables = { environment, tokens, allowEnv, missingVariables: "tolerate" } as const;
  const report = await run({
    mode: "validate",
    patterns: catalogue,
    folder,
    environment,
    allowEnv,
    secrets: tokens,
    connect: () => {
      throw new Error("Validation is offline.");
    },
  });
  if (report.result !== "valid") {
    output.report(renderReport(report, output.style));
    return exitCode(report, false);
  }
  const { files } = await loadFiles(report.files, { folder }, variables);
  return withClient(context, true, async (client, doneReading) => {
    const { schema, unavailable } = await describeCatalogue(files, client);
    doneReading();
    for (const { slug, reason } of unavailable) {
      output.note(`warning: ${reason} The schema describes ${slug} in general only.`);
    }
    output.line(printableJson(schema));
    return EXIT_CODES.done;
  });
}
