import { lstat, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadFile } from "../provider/file/load-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { fileText } from "../provider/file/write-file.ts";
import { printable } from "../provider/api/printable.ts";
import { EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { askFor, type Answers } from "./init-questions.ts";
import { createOutput, type Output } from "./output.ts";
import type { Context } from "./context.ts";

export interface InitOptions {
  readonly organizationId?: string;
  readonly slug?: string;
  readonly type?: string;
  readonly domain?: readonly string[];
  /** `organization/component`, each. */
  readonly component?: readonly string[];
  /** Overwrites a file that is there. */
  readonly force?: boolean;
}

/** Writes a first project file, of what the flags say and what a person at a terminal answers. Gives the exit code. */
export async function initCommand(
  file: string,
  options: InitOptions,
  context: Context & { readonly stdin?: NodeJS.ReadStream },
): Promise<number> {
  const { folder, signal, stdin } = context;
  const output = createOutput(context);
  const target = path.resolve(folder, file);
  const whyNot = whyNotThere(file, await kindOf(target), options.force === true);
  if (whyNot !== undefined) {
    output.error(whyNot);
    return EXIT_CODES.failed;
  }
  const { organizationId, slug } = options;
  const missing = [
    ...(organizationId === undefined ? ["--organization-id"] : []),
    ...(slug === undefined ? ["--slug"] : []),
  ];
  const schema = await schemaFor(target, folder);
  const wrongIn = (answers: Answers): readonly Problem[] => problemsOf(file, textOf(answers, schema.address));
  const said = answersOf(options);
  // What is wrong already is no better after the questions.
  const wrong = wrongIn(said).filter(({ path: at }) => !missing.includes(flagOf(at)));
  if (refused(wrong, output)) return EXIT_CODES.failed;
  if (missing.length > 0 && stdin?.isTTY !== true) {
    output.error(`Nobody can be asked here, so say it with flags: ${missing.join(" and ")}.`);
    return EXIT_CODES.failed;
  }
  const answers =
    missing.length === 0 || stdin === undefined
      ? said
      : await askFor(said, wrongIn, { input: stdin, output: context.stderr, signal });
  if (signal.aborted) return exitCodeOfSignal(signal.reason);
  if (answers === "interrupted") return exitCodeOfSignal("SIGINT");
  if (answers === "ended") {
    output.error("The questions were not answered to the end, so nothing was written.");
    return EXIT_CODES.failed;
  }
  if (refused(wrongIn(answers), output)) return EXIT_CODES.failed;
  await mkdir(path.dirname(target), { recursive: true });
  // `wx`: a file that came to be there while somebody answered is not overwritten either.
  await writeFile(target, textOf(answers, schema.address), { flag: options.force === true ? "w" : "wx" });
  sayWhatIsNext(file, answers, schema, output);
  return EXIT_CODES.done;
}

function whyNotThere(file: string, there: Awaited<ReturnType<typeof kindOf>>, overwrites: boolean): string | undefined {
  const name = printable(file);
  if (there === "folder") return `${name} is a folder. Name a file, such as ${path.join(name, "projectsync.yaml")}.`;
  if (/\.json$/i.test(file)) return "init writes YAML. Name a file that ends in .yaml.";
  if (there === "file" && !overwrites) {
    return `${name} is there already. Name another file, or overwrite this one with --force.`;
  }
  return undefined;
}

function refused(problems: readonly Problem[], output: Output): boolean {
  for (const { path: at, message } of problems) output.error(`${flagOf(at)}: ${message}`);
  return problems.length > 0;
}

function answersOf({ organizationId = "", slug = "", type, domain = [], component = [] }: InitOptions): Answers {
  return { organizationId, slug, ...(type === undefined ? {} : { type }), domains: domain, components: component };
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
  "project.organization_id": "--organization-id",
  "project.slug": "--slug",
  "project.type": "--type",
};

function flagOf(at: string): string {
  return FLAGS[at] ?? (at.startsWith("domains") ? "--domain" : at.startsWith("components") ? "--component" : at);
}

interface SchemaFile {
  /** From the new file. */
  readonly address: string;
  /** From the folder that the command runs in, where the schema is not there yet. */
  readonly toWrite?: string;
}

/** The schema of this folder, or of the package in it; else where one is to be written. */
async function schemaFor(target: string, folder: string): Promise<SchemaFile> {
  const places = ["schema", "node_modules/projectsync/schema"].map((place) => `${place}/projectsync.schema.json`);
  for (const place of places) {
    if ((await kindOf(path.join(folder, place))) === "file")
      return { address: fromFile(target, path.join(folder, place)) };
  }
  const [toWrite = ""] = places;
  return { address: fromFile(target, path.join(folder, toWrite)), toWrite };
}

function fromFile(file: string, schema: string): string {
  const relative = path.relative(path.dirname(file), schema).replaceAll(path.sep, "/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function sayWhatIsNext(file: string, { components }: Answers, { toWrite }: SchemaFile, output: Output): void {
  const line = (text: string): void => output.line(text);
  line(`${output.style("green", "✓")} ${printable(file)} is written. What is next:`);
  if (toWrite !== undefined) {
    line(`  mkdir -p ${path.posix.dirname(toWrite)} && projectsync schema > ${toWrite}   # for your editor`);
  }
  for (const component of new Set(components))
    line(`  projectsync component ${component}   # its settings, to be copied into the file`);
  line("  export PROJECTSYNC_BASE_URL=https://… PROJECTSYNC_TOKEN=…   # the service, and an access token");
  line(`  projectsync plan ${word(file)}   # what apply would do`);
}

/** What is there; nothing, too, where it cannot be seen: writing says why. */
async function kindOf(file: string): Promise<"file" | "folder" | "nothing"> {
  return stat(file).then(
    (found) => (found.isDirectory() ? "folder" : "file"),
    // A link to what is not there is in the way, too.
    () =>
      lstat(file).then(
        () => "file",
        () => "nothing",
      ),
  );
}

/** As one word of a command to be copied. */
function word(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
