import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { profileNames } from "../emulator/profile/profiles.ts";
import { VERSION } from "../core/api/user-agent.ts";
import { printable, printableJson } from "../core/text/printable.ts";
import { failureReasonOfError } from "../sync/run/failure-reason.ts";
import type { ReportJson } from "../sync/report/report-schema.ts";
import type { Mode } from "../sync/report/report.ts";
import { InvalidSettingsError } from "../sync/run/parse-settings.ts";
import {
  ALLOW_ENV,
  append,
  componentName,
  JSON_OUTPUT,
  onlyOnce,
  ORGANIZATIONS,
  PARALLELISM,
  VERBOSE,
} from "./common-options.ts";
import type { ComponentOptions } from "./component-command.ts";
import type { DoctorOptions } from "./doctor/doctor.ts";
import type { EmulatorCommandOptions } from "./emulator.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { ExportCommandOptions } from "./export-command.ts";
import type { ErrorJson } from "./json-output.ts";
import type { InitOptions } from "./init.ts";
import { addModes, DEFAULT_FILES, MODES } from "./mode-commands.ts";
import { createOutput } from "./output.ts";
import type { PullCommandOptions } from "./pull-command.ts";
import type { Context } from "./terminal.ts";
import { messageCleaner } from "./tokens.ts";
import { messageOf } from "../core/api/errors.ts";

/** Names of options and commands in other tools, and how projectsync does it. */
const HINTS: Readonly<Record<string, string>> = {
  "--auto-approve": "Use --yes.",
  "--target": "Use --only with the key of an object, such as --only org_1/site.",
  "--force": "Only init and pull have it. To bring live values into a file that exists, use pull.",
  "--no-color": "Set the environment variable NO_COLOR=1.",
  diff: "Use plan, or drift to exit with 2 for a difference.",
  preview: "Use plan.",
  up: "Use apply.",
  import: "Use export: it writes files for what is live.",
  destroy: "Write `absent: true` in the project's file, and apply it with --only org_1/site --prune all.",
};

/** A message of the parser, with the hint in place of its guess if the unknown word is one of another tool, also as `-target=…`. */
function withHint(message: string): string {
  const [start, word = ""] = /^.*?unknown (?:option|command) '([^'=]+)[^']*'/.exec(message) ?? [];
  const name = word.replace(/^-+/, "--");
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
  if (start === undefined || hint === undefined) return message;
  return `${start}. ${hint}`;
}

/** The option of the commands that write project files. */
const SCHEMA = [
  "--schema <address>",
  "Address of the JSON Schema in the first line of the file (default: that of the nearest one)",
] as const;

const MORE_HELP = `
Examples:
  projectsync init                                       Write a first project file
  projectsync export --organization org_1 --out sites    Write files for what is live
  projectsync plan 'sites/*.yaml'                        Show what would change
  projectsync apply 'sites/*.yaml'                       Show it, ask, and do it
  projectsync apply --only org_1/site 'sites/*.yaml'     One project
  projectsync pull 'sites/*.yaml'                        Bring live values into the files
  projectsync drift --fail-on drift,hidden sites/a.yaml  Exit with 2 for a difference

Environment:
  PROJECTSYNC_BASE_URL  Address of the service (https, or http on loopback)
  PROJECTSYNC_TOKEN     Access token of the service

Exit codes:
  0    Done, or nothing to do
  1    Failed, blocked or refused
  2    Drift, and plan --detailed-exitcode: what --fail-on lists was found; pull: a file would change
  3    Invalid project file
  4    Partly applied, exported or pulled
  129  Stopped by SIGHUP, such as of a terminal that closes
  130  Stopped by SIGINT
  143  Stopped by SIGTERM

Documentation: https://github.com/projectsync/projectsync#readme`;

/** All commands with their options. A command gives its exit code to `end`, and loads only what it needs. */
export function createProgram(context: Context, end: (exitCode: number) => void): Command {
  const clean = messageCleaner(context);
  const program = new Command("projectsync")
    // `component --version` is an option of the command.
    .enablePositionalOptions()
    .description("Declare projects, their components and their domains, and make a service match.")
    .version(VERSION, "-V, --version", "Show the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(`${printable(clean(withHint(text.trim())))}\n`),
    })
    .exitOverride()
    .addHelpText("after", MORE_HELP);
  addModes(program, context, end);
  program
    .command("export")
    .description("Write project files, or a Pulumi program, from live projects")
    .option("--id <id>", "Export the project with this id; repeatable", append)
    .option("--organization <id>", "Export all projects of this organization, or those of --slug", onlyOnce)
    .option("--slug <slug>", "Export the organization's project with this slug; repeatable", append)
    .option("--out <folder>", "Write to this folder; - for stdout", ".")
    .option("--minimal", "Leave out fields at their default; they are then not managed")
    .addOption(new Option("--format <format>", "Output format").choices(["yaml", "pulumi"]).default("yaml"))
    .option(...SCHEMA)
    .option(...PARALLELISM)
    .option(...JSON_OUTPUT)
    .option(...VERBOSE)
    .action(async (options: ExportCommandOptions) => {
      const { exportCommand } = await import("./export-command.ts");
      end(await exportCommand(options, context));
    });
  program
    .command("pull")
    .description("Write live values of declared fields into project files, in place")
    .addArgument(new Argument("[files...]", "Project files or globs").default([], DEFAULT_FILES))
    .option(
      "--prune <kind>",
      "Remove the lines of objects that are gone: components, domains or all; repeatable",
      append,
    )
    .option("--include-unmanaged", "Add unmanaged objects, in sections that the file has")
    .option("--dry-run", "Only show what would change")
    .option("--detailed-exitcode", "With --dry-run: exit with 2 if a file would change")
    .option("--force", "Also write files with uncommitted changes")
    .option("-y, --yes", "Do not ask before writing; without a terminal, pull needs this or --dry-run")
    .option(...ALLOW_ENV, append)
    .option(...ORGANIZATIONS, append)
    .option(...PARALLELISM)
    .option(...JSON_OUTPUT)
    .option(...VERBOSE)
    .action(async (files: readonly string[], options: PullCommandOptions) => {
      const { pullCommand } = await import("./pull-command.ts");
      end(await pullCommand(files, options, context));
    });
  program
    .command("schema")
    .description("Print the JSON Schema of the project file")
    .action(async () => {
      const { jsonSchema } = await import("../core/file/json-schema.ts");
      createOutput(context).line(printableJson(jsonSchema()));
    });
  program
    .command("component")
    .description("Show a component of the catalogue: versions, settings and an example")
    .argument("<component>", "organization/component", componentName)
    .option("--version <version>", "Show the settings of this version (default: latest)")
    .option(...JSON_OUTPUT)
    .option(...VERBOSE)
    .action(async (slug: string, options: ComponentOptions) => {
      const { componentCommand } = await import("./component-command.ts");
      end(await componentCommand(slug, options, context));
    });
  program
    .command("init")
    .description("Create a project file; asks for what no option sets")
    .argument("[file]", "File to create", "projectsync.yaml")
    .option("--organization <id>", "Id of the organization")
    .option("--slug <slug>", "Slug of the project")
    .option("--type <type>", "Type of the project: proxy, ai_analytics or mcp")
    .option("--domain <name>", "Host name to attach; repeatable", append)
    .option("--component <component>", "Catalogue component as organization/component; repeatable", append)
    .option("--force", "Overwrite an existing file")
    .option(...SCHEMA)
    .action(async (file: string, options: InitOptions) => {
      const { initCommand } = await import("./init.ts");
      end(await initCommand(file, options, context));
    });
  program
    .command("doctor")
    .description("Check address, certificate, proxy, token and catalogue, and say what to do")
    .option("--component <component>", "Component to find in the catalogue (default: one that is live)", componentName)
    .option(...JSON_OUTPUT)
    .option(...VERBOSE)
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./doctor/doctor.ts");
      end(await doctorCommand(options, context));
    });
  program
    .command("emulator")
    .description("Run an emulator of the service on this machine, in memory")
    .option("--port <number>", "Port; 0 picks a free one", wholeNumber, 0)
    .option("--token <token>", "Access token to accept (default: a random one, printed at the start)")
    .option("--seed <file>", "JSON file with the objects at the start")
    .option("--faults <file>", "JSON file with the faults to inject")
    .addOption(new Option("--profile <name>", "How the service is").choices(profileNames).default("plain"))
    .option("--latency <ms>", "Delay of each answer in milliseconds", wholeNumber, 0)
    .action(async (options: EmulatorCommandOptions) => {
      const { emulatorCommand } = await import("./emulator.ts");
      await emulatorCommand(options, context);
    });
  return program;
}

/** Runs one command. Returns the exit code. */
export async function runCommandLine(words: readonly string[], given: Context): Promise<number> {
  let code: number = EXIT_CODES.done;
  let modeOfRun: Mode | undefined;
  const context: { trace?: (line: string) => void } & Context = { ...given, words };
  const output = createOutput(context);
  // A line for each request goes to stderr, so that --json on stdout stays one JSON object.
  const trace = (line: string): void => output.note(line);
  const program = createProgram(context, (exitCode) => {
    code = exitCode;
  })
    .hook("preSubcommand", (_program, command) => {
      modeOfRun = MODES.find((each) => each === command.name());
    })
    .hook("preAction", (_program, command) => {
      if (command.opts()["verbose"] === true) context.trace = trace;
    });
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    // commander prints its own errors, and ends help and version with an error too.
    const isPrinted = error instanceof CommanderError;
    if (isPrinted && error.exitCode === 0) return EXIT_CODES.done;
    const said = isPrinted ? withHint(error.message.replace(/^error: /, "")) : messageOf(error);
    const failureReason = isPrinted ? "bad-input" : failureReasonOfError(error);
    if (!isPrinted)
      for (const each of error instanceof InvalidSettingsError ? error.problems : [said]) output.error(each);
    output.more(failureReason);
    // A reader of JSON reads only stdout.
    if (words.includes("--json")) {
      const message = printable(messageCleaner(context)(said));
      const report = { result: "failed", failureReason, error: message, files: [], problems: [] } as const;
      const json: ReportJson | ErrorJson =
        modeOfRun === undefined ? { error: message } : { mode: modeOfRun, ...report };
      output.line(printableJson(json));
    }
    return EXIT_CODES.failed;
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
