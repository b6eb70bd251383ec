import { readFile } from "node:fs/promises";
import path from "node:path";
import { jsonSchema } from "../provider/file/json-schema.ts";
import { loadFile } from "../provider/file/load-file.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import { describeCatalogue } from "./describe-catalogue.ts";
import { fileEnvironment } from "../provider/file/file-environment.ts";
import { printable, printableJson } from "../provider/api/printable.ts";
import { run } from "../sync/run.ts";
import { EXIT_CODES, exitCode } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { renderReport } from "./render-report.ts";
import type { Context } from "./context.ts";
import { withClient } from "./with-client.ts";

export interface SchemaOptions {
  /** Files and globs. The schema then describes the settings of the components that they use, from the catalogue. */
  readonly catalogue?: readonly string[];
}

/** Prints the JSON Schema of the project file, and nothing else, to stdout. Returns the exit code. */
export async function schemaCommand({ catalogue }: SchemaOptions, context: Context): Promise<number> {
  const output = createOutput(context);
  if (catalogue === undefined) {
    output.line(printableJson(jsonSchema()));
    return EXIT_CODES.done;
  }
  const { folder, environment } = context;
  const report = await run({
    mode: "validate",
    patterns: catalogue,
    folder,
    environment: fileEnvironment(environment),
    secrets: [],
    connect: () => {
      throw new Error("Validation is offline.");
    },
  });
  if (report.result !== "valid") {
    output.report(renderReport(report, output.style));
    return exitCode(report, false);
  }
  const files = await Promise.all(report.files.map((file) => load(path.resolve(folder, file), environment)));
  return withClient(context, async (client) => {
    const { schema, unavailable } = await describeCatalogue(files.flat(), client);
    for (const { slug, reason } of unavailable) {
      output.note(printable(`warning: ${reason} The schema describes ${slug} in general only.`));
    }
    output.line(printableJson(schema));
    return EXIT_CODES.done;
  });
}

async function load(file: string, environment: Context["environment"]): Promise<LoadedFile[]> {
  const options = { environment: fileEnvironment(environment), missingVariables: "tolerate" } as const;
  const loaded = loadFile(file, await readFile(file), options);
  return loaded.file === undefined ? [] : [loaded.file];
}
