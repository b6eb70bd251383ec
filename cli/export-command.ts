import path from "node:path";
import { InvalidRequestError } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { printable, printableJson } from "../core/text/printable.ts";
import { camelCase } from "../provider/naming.ts";
import { exportProjects, projectFiles, type Export } from "../sync/export/export.ts";
import type { ExportFormat } from "../sync/export/draft.ts";
import { configKey, pulumiProgram } from "../sync/export/pulumi-program.ts";
import { parseParallelism } from "../sync/run/parse-settings.ts";
import { SelectionError, type ProjectSelection } from "../sync/export/selection.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { ExportJson } from "./json-output.ts";
import { createOutput } from "./output.ts";
import { findSchema, schemaCommandFor, type SchemaFile } from "./schema-file.ts";
import type { Context } from "./terminal.ts";
import { tokensIn } from "./tokens.ts";
import { readService } from "./with-client.ts";
import { WriteError, writeFiles, type FileToWrite } from "./write-files.ts";

export interface ExportCommandOptions {
  readonly id?: readonly string[];
  readonly slug?: readonly string[];
  readonly organization?: string;
  /** Folder of the files. `-` writes one file to stdout. Default: the working folder. */
  readonly out?: string;
  readonly minimal?: boolean;
  /** Default: `yaml`. */
  readonly format?: ExportFormat;
  /** Address of the JSON Schema in the first line of each file. Default: the path of the nearest one. */
  readonly schema?: string;
  /** Requests at once, as the user writes it. */
  readonly parallelism?: string;
  readonly json?: boolean;
}

const PROGRAM = "index.ts";

/** Writes project files or a program for live projects, and lists the secrets that they need. Returns the exit code. */
export async function exportCommand(options: ExportCommandOptions, context: Context): Promise<number> {
  const selection = selectionOf(options);
  const { parallelism: text, format, minimal: isMinimal, json = false } = options;
  const parallelism = text === undefined ? {} : { parallelism: parseParallelism("--parallelism", text) };
  const wanted = { format, isMinimal, tokens: tokensIn(context) };
  const exported = await readService(context, json, (client) => exportProjects(client, selection, wanted), parallelism);
  if (typeof exported === "number") return exported;
  try {
    return await write(exported, options, context);
  } catch (error) {
    if (!(error instanceof WriteError) || error.written.length === 0) throw error;
    const output = createOutput(context);
    const files = error.written.map((file) => path.relative(context.folder, file));
    if (json) output.line(printableJson({ error: error.message, files }));
    else output.error(error.message);
    return EXIT_CODES.partial;
  }
}

async function write(exported: Export, options: ExportCommandOptions, context: Context): Promise<number> {
  const { folder, stdout, stderr } = context;
  const { format = "yaml", out = "." } = options;
  const target = path.resolve(folder, out === "-" ? "." : out);
  const schema: SchemaFile = options.schema === undefined ? findSchema(folder, target) : { address: options.schema };
  const { redactTokens } = createRedaction(tokensIn(context));
  if (redactTokens(schema.address) !== schema.address)
    throw new InvalidRequestError("--schema holds the token of this run, and the files would show it.");
  const files = filesOf(exported, format, schema);
  if (out === "-" && files.length > 1) {
    throw new SelectionError(`Only one file can go to stdout, and there are ${files.length}. Pass a folder as --out.`);
  }
  const written = out === "-" || files.length === 0 ? [] : await writeFiles(files, target, false);
  const shown = written.map((file) => redactTokens(path.relative(folder, file)));
  if (options.json === true) {
    const text = out === "-" ? { text: files[0]?.text } : {};
    const json: ExportJson = { files: shown, ...text, ...asJson(exported, format) };
    createOutput(context).line(printableJson(json));
  } else {
    if (out === "-") stdout.write(files[0]?.text ?? "");
    print(exported, shown, format, format === "yaml" ? schema : {}, out === "-" ? stderr : stdout);
  }
  if (files.length === 0) return EXIT_CODES.failed;
  return exported.leftOut.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
}

function selectionOf({ id = [], slug = [], organization }: ExportCommandOptions): ProjectSelection {
  if (id.length > 0) {
    if (slug.length === 0 && organization === undefined) return { by: "id", ids: id };
    throw new SelectionError("--id identifies a project alone. Remove --slug and --organization.");
  }
  if (organization === undefined) {
    throw new SelectionError(
      slug.length > 0
        ? "--slug needs the organization. Pass its id as --organization."
        : "No project selected. Pass --id <project>, --organization <id>, or --organization <id> --slug <slug>.",
    );
  }
  return slug.length > 0
    ? { by: "slug", organizationId: organization, slugs: slug }
    : { by: "organization", organizationId: organization };
}

function filesOf(exported: Export, format: ExportFormat, { address }: SchemaFile): readonly FileToWrite[] {
  if (exported.projects.length === 0) return [];
  if (format === "pulumi") return [{ name: PROGRAM, text: pulumiProgram(exported.projects, camelCase) }];
  return projectFiles(exported, address);
}

function asJson({ projects, leftOut }: Export, format: ExportFormat): Pick<ExportJson, "projects" | "leftOut"> {
  return {
    projects: projects.map(({ fileName, key, id, secrets, notes }) => ({
      file: format === "pulumi" ? PROGRAM : fileName,
      key,
      id,
      secrets: secrets.map((secret) => ({ ...secret, name: nameToSet(secret.name, format) })),
      notes,
    })),
    leftOut,
  };
}

/** The name to set for a secret: a variable of the environment, or a key of the stack's configuration. */
function nameToSet(variable: string, format: ExportFormat): string {
  return format === "pulumi" ? configKey(variable) : variable;
}

function print(
  { projects, leftOut }: Export,
  files: readonly string[],
  format: ExportFormat,
  { toWrite }: Pick<SchemaFile, "toWrite">,
  stream: NodeJS.WritableStream,
): void {
  const line = (text: string): void => void stream.write(`${printable(text)}\n`);
  for (const file of files) line(`wrote ${file}`);
  for (const { key, notes } of projects) for (const note of notes) line(`note: ${key}: ${note}`);
  for (const { id, reason } of leftOut) line(`note: project ${id} is left out: ${reason}`);
  if (projects.length > 0 && toWrite !== undefined) {
    line(`note: the files name a JSON Schema for editors. Write it with: ${schemaCommandFor(toWrite)}`);
  }
  const secrets = projects.flatMap((project) => project.secrets.map((secret) => ({ ...secret, key: project.key })));
  if (secrets.length === 0) return;
  line(
    format === "pulumi"
      ? `Set these secrets of the stack before the first preview. The commands are at the top of ${PROGRAM}.`
      : "Set these secrets in the environment of the run. A plan does not compare a secret that is not set:",
  );
  for (const { name, path: inFile, key, hidden } of secrets) {
    line(`  ${nameToSet(name, format)}  ${key} ${inFile}${hidden ? " (the service hides it)" : ""}`);
  }
}
