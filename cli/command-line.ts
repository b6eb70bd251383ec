import { readFile } from "node:fs/promises";
import path from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { VERSION } from "../provider/user-agent.ts";
import { connect } from "../sync/connect.ts";
import { fileEnvironment } from "../provider/file/file-environment.ts";
import { DEFAULT_MAX_DELETES, PRUNE, type Prune } from "../sync/plan/options.ts";
import { readSavedPlan } from "../sync/plan/saved-plan.ts";
import { printable, printableJson } from "../provider/api/printable.ts";
import { reportAsJson } from "../sync/report-json.ts";
import type { Mode } from "../sync/report.ts";
import { run } from "../sync/run.ts";
import { componentCommand, type ComponentOptions } from "./component.ts";
import { serveEmulator } from "./emulator.ts";
import { exitCode, EXIT_CODES, exitCodeOfSignal } from "./exit-code.ts";
import { exportCommand, type ExportOptions } from "./export.ts";
import { initCommand, type InitOptions } from "./init.ts";
import { createOutput } from "./output.ts";
import { renderOutcome, renderReport } from "./render-report.ts";
import { schemaCommand, type SchemaOptions } from "./schema.ts";
import type { Surroundings } from "./surroundings.ts";

/** The option of all commands that use the service. */
const VERBOSE = [
  "--verbose",
  "show each request to the service on stderr: status, duration, retries and waits",
] as const;

interface Verbosity {
  readonly verbose?: boolean;
}

interface ModeOptions {
  readonly json?: boolean;
  readonly online?: boolean;
  readonly plan?: string;
  readonly prune?: readonly Prune[];
  readonly maxDeletes?: number;
  readonly rewriteSecrets?: boolean;
  readonly detailedExitcode?: boolean;
}

const ABOUT: Readonly<Record<Mode, string>> = {
  validate: "check project files, without the service unless --online",
  plan: "show what apply would do, without writing",
  apply: "make the service match the files",
  drift: "show where the service differs from the files",
};

/** Runs one command and gives the exit code. */
export async function runCommandLine(words: readonly string[], surroundings: Surroundings): Promise<number> {
  let code: number = EXIT_CODES.done;
  const program = new Command("projectsync")
    // `component --version` is its own.
    .enablePositionalOptions()
    .description("Declare projects, their components and their domains, and make a service match.")
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      writeErr: (text) => surroundings.stderr.write(text),
    })
    .exitOverride()
    .addHelpText(
      "after",
      `
Environment:
  PROJECTSYNC_BASE_URL  address of the service (https, or http on loopback)
  PROJECTSYNC_TOKEN     access token

Exit codes: 0 done or nothing to do, 1 error, 2 drift (plan --detailed-exitcode: changes), 3 invalid file, 4 partly applied
or exported, 130 and 143 stopped by SIGINT and SIGTERM`,
    );

  for (const mode of ["validate", "plan", "apply", "drift"] as const) {
    const command = program
      .command(mode)
      .description(ABOUT[mode])
      .argument("[files...]", "project files or globs", ["projectsync.yaml"])
      .option("--json", "print one JSON object")
      .option(...VERBOSE);
    if (mode === "validate") command.option("--online", "check against the service's catalogue too");
    else addPlanOptions(command);
    if (mode === "apply")
      command.option("--plan <file>", "refuse what this plan, saved with plan --json, does not show");
    if (mode === "plan") command.option("--detailed-exitcode", "exit with 2 when there are changes");
    command.action(async (patterns: string[], options: ModeOptions & Verbosity) => {
      code = await runMode(mode, patterns, options, withTrace(surroundings, options));
    });
  }
  program
    .command("export")
    .description("write project files, or a Pulumi program, of what is live")
    .option("--id <id>", "a project by its id; repeatable", append)
    .option("--organization <id>", "all projects of an organization, or those named by --slug")
    .option("--slug <slug>", "a project of the organization by its slug; repeatable", append)
    .option("--output <folder>", "where the files go; - for stdout", ".")
    .option("--force", "overwrite files that are there")
    .addOption(new Option("--format <format>", "what to write").choices(["yaml", "pulumi"]).default("yaml"))
    .option("--schema <address>", "of the JSON Schema, for the first line of each file")
    .option("--json", "print one JSON object")
    .option(...VERBOSE)
    .action(async (options: ExportOptions & Verbosity) => {
      code = await exportCommand(options, withTrace(surroundings, options));
    });
  program
    .command("schema")
    .description("print the JSON Schema of the project file")
    .option("--catalogue <files...>", "with the settings of the components that these files use, from the catalogue")
    .option(...VERBOSE)
    .action(async (options: SchemaOptions & Verbosity) => {
      code = await schemaCommand(options, withTrace(surroundings, options));
    });
  program
    .command("component")
    .description("show a component of the catalogue: versions, settings, and how a project file has it")
    .argument("<component>", "organization/component")
    .option("--version <version>", "whose settings are shown (default: the latest)")
    .option("--json", "print one JSON object")
    .option(...VERBOSE)
    .action(async (slug: string, options: ComponentOptions & Verbosity) => {
      code = await componentCommand(slug, options, withTrace(surroundings, options));
    });
  program
    .command("init")
    .description("write a first project file; what no option says is asked for")
    .argument("[file]", "the file", "projectsync.yaml")
    .option("--organization-id <id>", "id of the organization")
    .option("--slug <slug>", "slug of the project")
    .option("--type <type>", "type of the project: proxy, ai_analytics or mcp")
    .option("--domain <name>", "host name; repeatable", append)
    .option("--component <component>", "organization/component in the catalogue; repeatable", append)
    .option("--force", "overwrite a file that is there")
    .action(async (file: string, options: InitOptions) => {
      code = await initCommand(file, options, surroundings);
    });
  program
    .command("emulator")
    .description("serve an emulator of the service on this machine, in memory")
    .option("--port <number>", "port; 0 lets the system choose", wholeNumber, 0)
    .option("--token <token>", "access token that it takes")
    .option("--seed <file>", "JSON file with what it holds at the start")
    .option("--faults <file>", "JSON file with what goes wrong, and when")
    .option("--latency <ms>", "milliseconds before each answer", wholeNumber, 0)
    .action(async (options: { port: number; token?: string; seed?: string; faults?: string; latency: number }) => {
      const [seed, faults] = await Promise.all(
        [options.seed, options.faults].map(async (file) =>
          file === undefined ? undefined : readFile(path.resolve(surroundings.folder, file), "utf8"),
        ),
      );
      await serveEmulator({ ...options, seed, faults }, surroundings);
    });

  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    // commander has printed what is wrong with the words; help and version end this way too.
    const isPrinted = error instanceof CommanderError;
    if (isPrinted && error.exitCode === 0) return EXIT_CODES.done;
    const message = error instanceof Error ? error.message : String(error);
    const output = createOutput(surroundings);
    if (!isPrinted) output.error(message);
    // Whoever asked for JSON reads nothing else.
    if (words.includes("--json")) output.line(printableJson({ error: message }));
    return EXIT_CODES.failed;
  }
}

function addPlanOptions(command: Command): void {
  command
    .option(
      "--prune <kind>",
      "delete what is live and not declared, in sections that the file manages: components, domains or all; repeatable",
      pruneKinds,
    )
    .option("--max-deletes <number>", "most objects one run may delete", wholeNumber, DEFAULT_MAX_DELETES)
    .option("--rewrite-secrets", "send secrets again that the service does not show");
}

async function runMode(
  mode: Mode,
  patterns: readonly string[],
  { json = false, detailedExitcode = false, plan, ...planOptions }: ModeOptions,
  { environment, folder, signal, trace, ...streams }: Surroundings,
): Promise<number> {
  const output = createOutput(streams);
  const stopping = (): void => output.note("stopping: nothing new is begun; once more ends it at once");
  signal.addEventListener("abort", stopping, { once: true });
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = environment;
  const savedPlan = plan === undefined ? undefined : readSavedPlan(plan, await textOf(plan, folder));
  const report = await run({
    ...planOptions,
    savedPlan,
    mode,
    patterns,
    folder,
    environment: fileEnvironment(environment),
    signal,
    secrets: token === undefined ? [] : [token],
    connect: (redaction, letGo) =>
      connect({
        baseUrl,
        token,
        names: { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" },
        environment,
        redaction,
        signal: letGo,
        trace,
      }),
    ...(json ? {} : { onOutcome: (outcome) => output.line(renderOutcome(outcome, output.style)) }),
  });
  if (json) output.line(printableJson(reportAsJson(report)));
  else output.report(renderReport(report, output.style));
  return signal.aborted ? exitCodeOfSignal(signal.reason) : exitCode(report, detailedExitcode);
}

/** `--verbose` writes a line for each request to stderr, so that `--json` on stdout stays one JSON object. */
function withTrace(surroundings: Surroundings, { verbose = false }: Verbosity): Surroundings {
  if (!verbose) return surroundings;
  const output = createOutput(surroundings);
  return { ...surroundings, trace: (line) => output.note(printable(line)) };
}

async function textOf(plan: string, folder: string): Promise<string> {
  try {
    return await readFile(path.resolve(folder, plan), "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new Error(`The plan ${printable(plan)} cannot be read (${reason}). Save it with plan --json.`, {
      cause: error,
    });
  }
}

function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function pruneKinds(text: string, before: readonly Prune[] = []): readonly Prune[] {
  const kind = PRUNE.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`Allowed choices are ${PRUNE.join(", ")}.`);
  return [...before, kind];
}
