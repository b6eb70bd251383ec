import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { temperaments } from "../emulator/temperament/bundles.ts";
import { DEFAULT_WAIT_TIMEOUT } from "../provider/resources/await-domains.ts";
import { VERSION } from "../provider/user-agent.ts";
import { DEFAULT_MAX_DELETES } from "../sync/plan/options.ts";
import { printableJson } from "../provider/api/printable.ts";
import { variableNames } from "../provider/file/file-environment.ts";
import { failureReasonOfError, type FailureReason } from "../sync/failure-reason.ts";
import type { ReportJson } from "../sync/report-schema.ts";
import type { Mode } from "../sync/report.ts";
import { DEFAULT_PARALLELISM, InvalidSettingsError } from "../sync/settings.ts";
import { componentCommand, type ComponentOptions } from "./component.ts";
import { doctorCommand, type DoctorOptions } from "./doctor/doctor.ts";
import { emulatorCommand, type EmulatorCommandOptions } from "./emulator.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { exportCommand, type ExportOptions } from "./export.ts";
import type { ErrorJson } from "./json/error.ts";
import { initCommand, type InitOptions } from "./init.ts";
import { createOutput } from "./output.ts";
import { runMode, type ModeOptions } from "./run-mode.ts";
import { schemaCommand, type SchemaOptions } from "./schema.ts";
import type { Context } from "./context.ts";
import { messageOf } from "../provider/api/errors.ts";

/** The option of all commands that use the service. */
const VERBOSE = [
  "--verbose",
  "Show each request to the service on stderr: status, duration, retries and waits",
] as const;

/** The option of the commands that write project files. */
const SCHEMA = [
  "--schema <address>",
  "Address of the JSON Schema in the first line of the file (default: that of the nearest one)",
] as const;

const ALLOW_ENV = "Only these environment variables can be read by files; comma-separated, repeatable";

interface Verbosity {
  readonly verbose?: boolean;
}

const MODES = ["validate", "plan", "apply", "drift"] as const satisfies readonly Mode[];

const MODE_HELP: Readonly<Record<Mode, string>> = {
  validate: "Check project files, without the service",
  plan: "Show what apply would change",
  apply: "Make the service match the project files",
  drift: "Check whether the service differs from the project files",
};

const ENVIRONMENT_AND_EXIT_CODES = `
Environment:
  PROJECTSYNC_BASE_URL  Address of the service (https, or http on loopback)
  PROJECTSYNC_TOKEN     Access token of the service

Exit codes:
  0    Done, or nothing to do
  1    Failed, blocked or refused
  2    Drift; with plan --detailed-exitcode: changes
  3    Invalid project file
  4    Partly applied, or partly exported
  130  Stopped by SIGINT
  143  Stopped by SIGTERM`;

/** Runs one command. Returns the exit code. */
export async function runCommandLine(words: readonly string[], context: Context): Promise<number> {
  let code: number = EXIT_CODES.done;
  let modeOfRun: Mode | undefined;
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
    })
    .exitOverride()
    .hook("preSubcommand", (_program, command) => {
      modeOfRun = MODES.find((each) => each === command.name());
    })
    .addHelpText("after", ENVIRONMENT_AND_EXIT_CODES);

  for (const mode of MODES) {
    const command = program
      .command(mode)
      .description(MODE_HELP[mode])
      .addArgument(
        new Argument("[files...]", "Project files or globs; - for stdin").default(
          [],
          "projectsync.yaml or projectsync.yml",
        ),
      )
      .option("--allow-env <names>", ALLOW_ENV, append)
      .option("--json", "Print one JSON object")
      .option(...VERBOSE);
    if (mode === "validate") command.option("--online", "Also check against the service and its catalogue");
    else addPlanOptions(command);
    command.addOption(parallelismOption());
    if (mode === "apply") {
      command.option("--plan <file>", "Refuse changes that differ from this plan, saved with plan --out");
      command.option("--yes", "Do not ask before writing. Without a terminal, apply never asks");
      command
        .addOption(
          new Option(
            "--wait-for-domains <status>",
            "Then wait for the domains in the files: dns, ssl (the certificate) or none",
          ).default("none", "none"),
        )
        .addOption(
          new Option("--wait-timeout <seconds>", "Seconds to wait for the domains").default(
            ...asShown(DEFAULT_WAIT_TIMEOUT),
          ),
        );
    }
    if (mode === "plan") {
      command.option("--out <file>", "Also save the plan as JSON, for apply --plan");
      command.option("--detailed-exitcode", "Exit with 2 if there are changes");
    }
    command.action(async (patterns: string[], options: ModeOptions & Verbosity) => {
      code = await runMode(mode, patterns, options, withTrace(context, options));
    });
  }
  program
    .command("export")
    .description("Write project files, or a Pulumi program, from live projects")
    .option("--id <id>", "Export the project with this id; repeatable", append)
    .option("--organization <id>", "Export all projects of this organization, or those of --slug")
    .option("--slug <slug>", "Export the organization's project with this slug; repeatable", append)
    .option("--out <folder>", "Write to this folder; - for stdout", ".")
    .option("--force", "Overwrite existing files")
    .addOption(new Option("--format <format>", "Output format").choices(["yaml", "pulumi"]).default("yaml"))
    .option(...SCHEMA)
    .addOption(parallelismOption())
    .option("--json", "Print one JSON object")
    .option(...VERBOSE)
    .action(async (options: ExportOptions & Verbosity) => {
      code = await exportCommand(options, withTrace(context, options));
    });
  program
    .command("schema")
    .description("Print the JSON Schema of the project file")
    .option("--catalogue <files...>", "Add the settings of the components in these files, from the catalogue")
    .option("--allow-env <names>", ALLOW_ENV, allowedNames)
    .option(...VERBOSE)
    .action(async (options: SchemaOptions & Verbosity) => {
      code = await schemaCommand(options, withTrace(context, options));
    });
  program
    .command("component")
    .description("Show a component of the catalogue: versions, settings and an example")
    .argument("<component>", "organization/component")
    .option("--version <version>", "Show the settings of this version (default: latest)")
    .option("--json", "Print one JSON object")
    .option(...VERBOSE)
    .action(async (slug: string, options: ComponentOptions & Verbosity) => {
      code = await componentCommand(slug, options, withTrace(context, options));
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
      code = await initCommand(file, options, context);
    });
  program
    .command("doctor")
    .description("Check address, certificate, proxy, token and catalogue, and say what to do")
    .option("--component <component>", "Component to find in the catalogue (default: one that is live)")
    .option("--json", "Print one JSON object")
    .option(...VERBOSE)
    .action(async (options: DoctorOptions & Verbosity) => {
      code = await doctorCommand(options, withTrace(context, options));
    });
  program
    .command("emulator")
    .description("Run an emulator of the service on this machine, in memory")
    .option("--port <number>", "Port; 0 picks a free one", wholeNumber, 0)
    .option("--token <token>", "Access token to accept (default: a random one, printed at the start)")
    .option("--seed <file>", "JSON file with the objects at the start")
    .option("--faults <file>", "JSON file with the faults to inject")
    .option(
      "--temperament <file>",
      `JSON file with the habits of the service, or one of ${Object.keys(temperaments).join(", ")}`,
    )
    .option("--latency <ms>", "Delay of each answer in milliseconds", wholeNumber, 0)
    .action((options: EmulatorCommandOptions) => emulatorCommand(options, context));

  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    // commander prints its own errors, and ends help and version with an error too.
    const isPrinted = error instanceof CommanderError;
    if (isPrinted && error.exitCode === 0) return EXIT_CODES.done;
    const message = isPrinted ? error.message.replace(/^error: /, "") : messageOf(error);
    const output = createOutput(context);
    if (!isPrinted)
      for (const each of error instanceof InvalidSettingsError ? error.problems : [message]) output.error(each);
    // A reader of JSON reads only stdout.
    if (words.includes("--json")) {
      const reason = isPrinted ? "bad-input" : failureReasonOfError(error);
      output.line(
        printableJson(modeOfRun === undefined ? errorAsJson(message) : failureAsJson(modeOfRun, message, reason)),
      );
    }
    return EXIT_CODES.failed;
  }
}

function errorAsJson(error: string): ErrorJson {
  return { error };
}

/** The report of a run that could not start. */
function failureAsJson(mode: Mode, error: string, reason: FailureReason | undefined): ReportJson {
  const why = reason === undefined ? {} : { failureReason: reason };
  return { mode, result: "failed", ...why, error, files: [], problems: [] };
}

function addPlanOptions(command: Command): void {
  command
    .option(
      "--prune <kind>",
      "Delete unmanaged components, domains or all, in sections that the file declares; repeatable",
      append,
    )
    .addOption(
      new Option(
        "--max-deletes <limit>",
        "Refuse a plan with more deletions: a number, or a share of the live objects such as 30%",
      ).default(...asShown(DEFAULT_MAX_DELETES)),
    )
    .option(
      "--only <key>",
      "Plan only the objects with this key, or this glob of keys; a project with all that is in it; repeatable",
      append,
    )
    .option("--rewrite-secrets", "Send again the secrets that the service does not show")
    .addOption(
      new Option("--engine <engine>", "Apply directly, or as a Pulumi stack: direct or pulumi").default(
        "direct",
        "direct",
      ),
    )
    .option(
      "--stack <name>",
      "Name of the Pulumi stack, such as dev or organization/project/dev; needs --engine pulumi",
    )
    .option(
      "--checkpoints <when>",
      "Save the Pulumi state after each object (each), or once (end); needs --engine pulumi",
    );
}

function parallelismOption(): Option {
  const option = new Option("--parallelism <number>", "Requests to the service at once, from 1 to 64");
  return option.default(...asShown(DEFAULT_PARALLELISM));
}

/** A default value as text, and as help shows it: without quotes. */
function asShown(number: number): [value: string, description: string] {
  return [String(number), String(number)];
}

/** With `--verbose`, writes a line for each request to stderr, so that `--json` on stdout stays one JSON object. */
function withTrace(context: Context, { verbose = false }: Verbosity): Context {
  if (!verbose) return context;
  const output = createOutput(context);
  return { ...context, trace: (line) => output.note(line) };
}

function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function allowedNames(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...variableNames([text], "--allow-env")];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
