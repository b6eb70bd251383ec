import { readCatalogueEntry } from "../core/reconcile/read-catalogue.ts";
import path from "node:path";
import { loadFile } from "../core/file/load-file.ts";
import type { Problem } from "../core/file/problem.ts";
import { fileText } from "../core/file/write-file.ts";
import { printable } from "../core/text/printable.ts";
import { createRedaction } from "../core/text/redaction.ts";
import type { Fields } from "../core/resources/json.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { tokensIn } from "./tokens.ts";
import { SETTINGS_GAP, firstDeclaration } from "./describe-component.ts";
import { askFor, flagOf, type Answers } from "./init-questions.ts";
import { createOutput, type Output } from "./output.ts";
import { findSchema, schemaCommandFor, type SchemaFile } from "./schema-file.ts";
import { type Context, isTerminal } from "./terminal.ts";
import { kindOf, writeFiles } from "./write-files.ts";
import type { Client } from "../core/api/client.ts";
import { isServiceError } from "../core/api/errors.ts";
import { type CatalogueEntry } from "../core/resources/catalogue.ts";
import { InvalidSettingsError } from "../sync/run/parse-settings.ts";
import { readService } from "./with-client.ts";

/** Milliseconds for one request with its retries. */
const DEADLINE = 10_000;

/** For a component that the catalogue could not be asked about. */
const GAP: Fields = { version: "latest", settings: SETTINGS_GAP };

/**
 * The components of a first file, by name. Where the catalogue cannot be asked, that is a gap. Returns an exit code if a
 * signal ended the command. `mustExist`: throws InvalidSettingsError if the catalogue says that a component does not exist.
 */
async function declareComponents(
  names: readonly string[],
  context: Context,
  output: Output,
  mustExist: boolean,
): Promise<Readonly<Record<string, Fields>> | number> {
  let entries: readonly CatalogueEntry[] = [];
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = context.environment;
  if (names.length > 0 && baseUrl && token) {
    try {
      const read = (client: Client) => Promise.all(names.map((name) => readCatalogueEntry(client, name)));
      const found = await readService(context, false, read, { deadline: DEADLINE });
      if (typeof found === "number") return found;
      entries = found;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      output.note(error.message);
    }
  }
  const unavailable = entries.filter((entry) => entry.status === "unavailable");
  const missing = unavailable.filter(({ error }) => error === undefined);
  if (mustExist && missing.length > 0) throw new InvalidSettingsError(missing.map(({ reason }) => reason));
  for (const { reason } of unavailable) output.note(reason);
  const found = new Map(entries.map((entry) => [entry.slug, entry]));
  return Object.fromEntries(
    names.map((name) => {
      const entry = found.get(name);
      return [name, entry?.status === "found" ? firstDeclaration(entry) : GAP];
    }),
  );
}

export interface InitOptions extends Answers {
  /** Address of the JSON Schema in the first line. Default: the path of the nearest one. */
  readonly schema?: string;
  readonly force?: boolean;
}

/** Writes a first project file. Asks on a terminal for what the options leave open. Returns the exit code. */
export async function initCommand(file: string, options: InitOptions, context: Context): Promise<number> {
  const { folder, signal, stdin, stdout, stderr } = context;
  const output = createOutput(context);
  const target = path.resolve(folder, file);
  const refusal = refusalOf(file, await kindOf(target), options.force === true);
  if (refusal !== undefined) {
    output.error(refusal);
    return EXIT_CODES.failed;
  }
  const missing = (["organization", "slug"] as const)
    .filter((name) => options[name] === undefined)
    .map((name) => `--${name}`);
  const schema = options.schema === undefined ? findSchema(folder, path.dirname(target)) : { address: options.schema };
  const wrongIn = (answers: Answers): readonly Problem[] => problemsOf(file, textOf(answers, schema.address));
  // Report a wrong option before the questions.
  const wrong = wrongIn(options).filter((problem) => !missing.includes(flagOf(problem.path)));
  if (printProblems(wrong, output)) return EXIT_CODES.failed;
  const terminal = [stderr, stdout].find(isTerminal);
  if (missing.length > 0 && (!isTerminal(stdin) || terminal === undefined)) {
    output.error(`No interactive terminal. Pass ${missing.join(" and ")}.`);
    return EXIT_CODES.failed;
  }
  const answers =
    missing.length === 0 || stdin === undefined || terminal === undefined
      ? options
      : await askFor(options, wrongIn, { input: stdin, output: terminal, signal });
  if (signal.aborted) return exitCodeOfSignal(signal.reason);
  if (answers === "interrupted") return exitCodeOfSignal("SIGINT");
  if (answers === "ended") {
    output.error("The input ended before all questions were answered. Nothing was written.");
    return EXIT_CODES.failed;
  }
  if (printProblems(wrongIn(answers), output)) return EXIT_CODES.failed;
  const components = await declareComponents(
    answers.component ?? [],
    context,
    output,
    // One wrong name does not lose the other answers of a terminal.
    options.component !== undefined,
  );
  if (typeof components === "number") return components;
  const text = textOf(answers, schema.address, components);
  await writeFiles([{ name: path.basename(target), text }], path.dirname(target), options.force === true);
  const { redactTokens } = createRedaction(tokensIn(context));
  printNextSteps(redactTokens(file), components, schema, output, context.environment);
  return EXIT_CODES.done;
}

function refusalOf(file: string, kind: Awaited<ReturnType<typeof kindOf>>, force: boolean): string | undefined {
  const name = printable(file);
  if (kind === "folder") return `${name} is a folder. Name a file, such as ${path.join(name, "projectsync.yaml")}.`;
  if (/\.json$/i.test(file)) return "init writes YAML. Name a file that ends in .yaml.";
  if (kind === "file" && !force) {
    return `File exists already: ${name}. Overwrite it with --force, or name another file.`;
  }
  return undefined;
}

/** Prints each problem with the flag that it concerns. Returns whether there are any. */
function printProblems(problems: readonly Problem[], output: Output): boolean {
  for (const problem of problems) output.error(`${flagOf(problem.path)}: ${problem.message}`);
  return problems.length > 0;
}

function textOf(
  { organization = "", slug = "", type, domain = [], component = [] }: Answers,
  schema: string,
  components: Readonly<Record<string, Fields>> = Object.fromEntries(component.map((name) => [name, {}])),
): string {
  return fileText(
    {
      project: { organization_id: organization, slug, ...(type === undefined ? {} : { type }) },
      ...(component.length === 0 ? {} : { components }),
      ...(domain.length === 0 ? {} : { domains: domain }),
    },
    { schema },
  );
}

function problemsOf(file: string, text: string): readonly Problem[] {
  return loadFile(file, text, { environment: {}, missingVariables: "error" }).problems;
}

/** Leaves out what is done already. */
function printNextSteps(
  file: string,
  components: Readonly<Record<string, Fields>>,
  { toWrite }: SchemaFile,
  output: Output,
  { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token }: Context["environment"],
): void {
  const step = (command: string, about: string): void => output.line(`  ${command}   # ${about}`);
  output.line(`${output.style("green", "✓")} ${printable(file)} is written. Next:`);
  if (toWrite !== undefined) step(schemaCommandFor(toWrite), "for your editor");
  for (const [name, { settings }] of Object.entries(components)) {
    if (settings === SETTINGS_GAP) step(`projectsync component ${name}`, "its settings, to copy into the file");
  }
  if (Object.keys(components).length > 0) {
    step(`projectsync validate ${shellWord(file)}`, "which values are still missing");
  }
  if (!baseUrl || !token) {
    step("export PROJECTSYNC_BASE_URL=https://… PROJECTSYNC_TOKEN=…", "the service and your access token");
  }
  step("projectsync doctor", "whether both work");
  step(`projectsync plan ${shellWord(file)}`, "what apply would do");
}

function shellWord(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
