import { access } from "node:fs/promises";
import path from "node:path";
import { isServiceError, StoppedError } from "../provider/api/errors.ts";
import { createRedaction } from "../provider/api/redaction.ts";
import { formatProblem } from "../provider/file/problem.ts";
import { DEFAULT_SCHEMA } from "../provider/file/write-file.ts";
import { camelCase } from "../provider/pulumi/naming.ts";
import { connect as connectTo } from "../sync/connect.ts";
import { WriteError, writeFiles, type FileToWrite } from "./write-files.ts";
import { otherProjectFiles } from "./other-project-files.ts";
import { configKey, pulumiProgram } from "../sync/export/pulumi-program.ts";
import { SelectionError, type Selection } from "../sync/export/selection.ts";
import { projectFiles } from "../sync/export/project-files.ts";
import { exportProjects, type Export, type Format } from "../sync/export/export.ts";
import { printable, printableJson } from "../provider/api/printable.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import type { Context } from "./context.ts";

export interface ExportOptions {
  readonly id?: readonly string[];
  readonly slug?: readonly string[];
  readonly organization?: string;
  /** Folder; `-` is stdout. Default: where the command runs. */
  readonly output?: string;
  readonly force?: boolean;
  readonly format?: Format;
  /** For the line at the top that editors read. Default: one that is found near the files. */
  readonly schema?: string;
  readonly json?: boolean;
}

const PROGRAM = "index.ts";

const HIDDEN = " (the service hides it)";

/** Writes files of what is live, and says which, what they need, and what is not in them. Gives the exit code. */
export async function exportCommand(
  options: ExportOptions,
  context: Context,
  connect: typeof connectTo = connectTo,
): Promise<number> {
  const output = createOutput(context);
  const { signal } = context;
  const { format = "yaml" } = options;
  const inFolder = (file: string): string => path.relative(context.folder, file);
  try {
    const selection = selectionOf(options);
    const exported = await read(selection, format, context, connect);
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    const files = await filesOf(exported, options, context.folder);
    const toStdout = options.output === "-";
    if (toStdout && files.length > 1) {
      throw new SelectionError(`One file goes to stdout, and there are ${files.length}. Write them to a folder.`);
    }
    const folder = path.resolve(context.folder, toStdout ? "." : (options.output ?? "."));
    const written = toStdout || files.length === 0 ? [] : await writeFiles(files, folder, options.force === true);
    // Where not all projects were to be written, or some could not be, other files are no surprise.
    const isWhole = selection.by === "organization" && exported.leftOut.length === 0;
    const hasOthers = isWhole && written.length > 0 && format !== "pulumi";
    const others = hasOthers ? await otherProjectFiles(folder, written) : [];
    const shown = { files: written.map(inFolder), otherFiles: others.map(inFolder) };
    if (options.json === true) {
      const text = toStdout ? { text: files[0]?.text } : {};
      output.line(printableJson({ ...shown, ...text, ...about(exported, format) }));
    } else {
      if (toStdout) context.stdout.write(files[0]?.text ?? "");
      say(exported, shown, format, toStdout ? context.stderr : context.stdout);
    }
    if (files.length === 0) return EXIT_CODES.failed;
    return exported.leftOut.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
  } catch (error) {
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    const isExpected =
      isServiceError(error) ||
      error instanceof StoppedError ||
      error instanceof SelectionError ||
      error instanceof WriteError;
    if (!isExpected) throw error;
    const files = error instanceof WriteError ? error.written.map(inFolder) : [];
    if (options.json === true) output.line(printableJson({ error: error.message, files }));
    else output.error(error.message);
    return files.length > 0 ? EXIT_CODES.partial : EXIT_CODES.failed;
  }
}

function selectionOf({ id = [], slug = [], organization }: ExportOptions): Selection {
  if (id.length > 0) {
    if (slug.length > 0 || organization !== undefined) {
      throw new SelectionError("An id says all: leave --slug and --organization out beside --id.");
    }
    return { by: "id", ids: id };
  }
  if (organization === undefined) {
    throw new SelectionError(
      slug.length > 0
        ? "A slug is one of an organization: give its id with --organization."
        : "Say what to export: --id <project>, --organization <id> for all of one, or --organization <id> --slug <slug>.",
    );
  }
  return slug.length > 0
    ? { by: "slug", organizationId: organization, slugs: slug }
    : { by: "organization", organizationId: organization };
}

async function read(
  selection: Selection,
  format: Format,
  { environment, signal, trace }: Context,
  connect: typeof connectTo,
): Promise<Export> {
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = environment;
  const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
  const redaction = createRedaction(token === undefined ? [] : [token]);
  const client = connect({ baseUrl, token, names, environment, redaction, signal, trace });
  try {
    return await exportProjects(client, selection, format);
  } finally {
    await client.close();
  }
}

async function filesOf(exported: Export, options: ExportOptions, folder: string): Promise<readonly FileToWrite[]> {
  if (exported.projects.length === 0) return [];
  if (options.format === "pulumi") {
    return [{ name: PROGRAM, text: pulumiProgram(exported.projects, camelCase) }];
  }
  const schema = options.schema ?? (await nearbySchema(folder, options.output));
  const { files, problems } = projectFiles(exported, schema);
  const wrong = problems.find(({ level }) => level === "error");
  if (wrong !== undefined) throw new Error(`Nothing was written, for a file would be wrong: ${formatProblem(wrong)}`);
  return files;
}

/** A schema that is there, for an editor that cannot find one complains in every file; else the name that it should get. */
async function nearbySchema(folder: string, output = "."): Promise<string> {
  const target = path.resolve(folder, output === "-" ? "." : output);
  for (const place of ["schema", "node_modules/projectsync/schema"]) {
    const found = path.join(folder, place, "projectsync.schema.json");
    const exists = await access(found).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    const relative = path.relative(target, found).split(path.sep).join("/");
    return relative.startsWith("..") ? relative : `./${relative}`;
  }
  return DEFAULT_SCHEMA;
}

function about({ projects, leftOut }: Export, format: Format): Record<string, unknown> {
  const fileOf = (name: string): string => (format === "pulumi" ? PROGRAM : name);
  return {
    projects: projects.map(({ fileName, key, id, secrets, notes }) => ({
      file: fileOf(fileName),
      key,
      id,
      secrets: secrets.map((secret) => ({ ...secret, name: nameToSet(secret.name, format) })),
      notes,
    })),
    leftOut,
  };
}

/** What somebody sets so that a secret is there: a variable of the environment, or a key of the stack's configuration. */
function nameToSet(variable: string, format: Format): string {
  return format === "pulumi" ? configKey(variable) : variable;
}

function say(
  { projects, leftOut }: Export,
  { files, otherFiles }: { readonly files: readonly string[]; readonly otherFiles: readonly string[] },
  format: Format,
  stream: NodeJS.WritableStream,
): void {
  const line = (text: string): void => void stream.write(`${printable(text)}\n`);
  for (const file of files) line(`wrote ${file}`);
  for (const { key, notes } of projects) for (const note of notes) line(`note: ${key}: ${note}`);
  for (const { id, reason } of leftOut) line(`note: project ${id} is left out: ${reason}`);
  for (const file of otherFiles) {
    line(`note: not written by this export: ${file}; remove it if its project was renamed`);
  }
  const secrets = projects.flatMap((project) => project.secrets.map((secret) => ({ ...secret, key: project.key })));
  if (secrets.length === 0) return;
  line(
    format === "pulumi"
      ? `Set these secrets of the stack before the first preview: the commands are at the top of ${PROGRAM}.`
      : "Set these secrets in the environment of the run; plan takes them for unchanged where they are not set:",
  );
  for (const { name, path: at, key, hidden } of secrets) {
    line(`  ${nameToSet(name, format)}  ${key} ${at}${hidden ? HIDDEN : ""}`);
  }
}
