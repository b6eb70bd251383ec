import path from "node:path";
import { loadFile } from "../provider/file/load-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { fileText } from "../provider/file/write-file.ts";
import { printable } from "../provider/api/printable.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { askFor, type Answers } from "./init-questions.ts";
import { createOutput, type Output } from "./output.ts";
import { findSchema, schemaCommandFor, type SchemaFile } from "./schema-file.ts";
import type { Context } from "./context.ts";
import { isTerminal } from "./terminal.ts";
import { kindOf, writeFiles } from "./write-files.ts";

export interface InitOptions {
  readonly organization?: string;
  readonly slug?: string;
  readonly type?: string;
  readonly domain?: readonly string[];
  /** Each `organization/component`. */
  readonly component?: readonly string[];
  /** Address of the JSON Schema in the first line. Default: the path of the nearest one. */
  readonly schema?: string;
  /** Overwrites an existing file. Default: false. */
  readonly force?: boolean;
}

/** Writes a first project file. Asks on a terminal for what the options leave open. Returns the exit code. */
export async function initCommand(file: string, options: InitOptions, context: Context): Promise<number> {
  const { folder, signal, stdin } = context;
  const output = createOutput(context);
  const target = path.resolve(folder, file);
  const refusal = refusalOf(file, await kindOf(target), options.force === true);
  if (refusal !== undefined) {
    output.error(refusal);
    return EXIT_CODES.failed;
  }
  const { organization, slug } = options;
  const missing = [
    ...(organization === undefined ? ["--organization"] : []),
    ...(slug === undefined ? ["--slug"] : []),
  ];
  const schema =
    options.schema === undefined ? await findSchema(folder, path.dirname(target)) : { address: options.schema };
  const wrongIn = (answers: Answers): readonly Problem[] => problemsOf(file, textOf(answers, schema.address));
  const given = answersOf(options);
  // Report a wrong option before the questions.
  const wrong = wrongIn(given).filter((problem) => !missing.includes(flagOf(problem.path)));
  if (printProblems(wrong, output)) return EXIT_CODES.failed;
  if (missing.length > 0 && !isTerminal(stdin)) {
    output.error(`No interactive terminal. Pass ${missing.join(" and ")}.`);
    return EXIT_CODES.failed;
  }
  const answers =
    missing.length === 0 || stdin === undefined
      ? given
      : await askFor(given, wrongIn, { input: stdin, output: context.stderr, signal });
  if (signal.aborted) return exitCodeOfSignal(signal.reason);
  if (answers === "interrupted") return exitCodeOfSignal("SIGINT");
  if (answers === "ended") {
    output.error("The input ended before all questions were answered. Nothing was written.");
    return EXIT_CODES.failed;
  }
  if (printProblems(wrongIn(answers), output)) return EXIT_CODES.failed;
  const text = textOf(answers, schema.address);
  await writeFiles([{ name: path.basename(target), text }], path.dirname(target), options.force === true);
  printNextSteps(file, answers, schema, output);
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

function answersOf({ organization = "", slug = "", type, domain = [], component = [] }: InitOptions): Answers {
  return {
    organizationId: organization,
    slug,
    ...(type === undefined ? {} : { type }),
    domains: domain,
    components: component,
  };
}

function textOf({ organizationId, slug, type, domains, components }: Answers, schema: string): string {
  const entries = components.map((component) => [component, { version: "latest" }] as const);
  return fileText(
    {
      project: { organization_id: organizationId, slug, ...(type === undefined ? {} : { type }) },
      ...(components.length === 0 ? {} : { components: Object.fromEntries(entries) }),
      ...(domains.length === 0 ? {} : { domains }),
    },
    { schema },
  );
}

function problemsOf(file: string, text: string): readonly Problem[] {
  return loadFile(file, text, { environment: {}, missingVariables: "error" }).problems;
}

const FLAGS: Readonly<Record<string, string>> = {
  "project.organization_id": "--organization",
  "project.slug": "--slug",
  "project.type": "--type",
};

/** The flag that sets the field at a path of the file. */
function flagOf(field: string): string {
  if (field.startsWith("domains")) return "--domain";
  return FLAGS[field] ?? (field.startsWith("components") ? "--component" : field);
}

function printNextSteps(file: string, { components }: Answers, { toWrite }: SchemaFile, output: Output): void {
  const line = (text: string): void => output.line(text);
  line(`${output.style("green", "✓")} ${printable(file)} is written. Next:`);
  if (toWrite !== undefined) {
    line(`  ${schemaCommandFor(toWrite)}   # for your editor`);
  }
  for (const component of new Set(components))
    line(`  projectsync component ${component}   # its settings, to copy into the file`);
  line("  export PROJECTSYNC_BASE_URL=https://… PROJECTSYNC_TOKEN=…   # the service and your access token");
  line("  projectsync doctor   # whether both work");
  line(`  projectsync plan ${shellWord(file)}   # what apply would do`);
}

/** One word of a shell command. */
function shellWord(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
