import { Argument, type Command } from "commander";
import { DEFAULT_WAIT_TIMEOUT } from "../core/resources/wait-for.ts";
import { DEFAULT_FAIL_ON, FAIL_ON, DEFAULT_MAX_DELETES } from "../core/plan/plan-options.ts";
import type { Mode } from "../sync/report/report.ts";
import { ALLOW_ENV, append, JSON_OUTPUT, onlyOnce, ORGANIZATIONS, PARALLELISM, VERBOSE } from "./common-options.ts";
import type { Context } from "./terminal.ts";
import type { ModeOptions } from "./run-mode.ts";

const MODE_HELP: Readonly<Record<Mode, string>> = {
  validate: "Check project files, without the service",
  plan: "Show what apply would change",
  apply: "Make the service match the project files",
  drift: "Check whether the service differs from the project files",
  sweep: "Remove the host names of previews that are over",
};
export const MODES = ["validate", "plan", "apply", "drift", "sweep"] as const satisfies readonly Mode[];

export const DEFAULT_FILES = "projectsync.yaml or projectsync.yml";
const FILES = new Argument("[files...]", "Project files or globs");

type Row = readonly [modes: readonly Mode[], flags: string, description: string, parse?: typeof append];

const PLANNED: readonly Mode[] = ["plan", "apply", "drift"];
const READING: readonly Mode[] = [...PLANNED, "sweep"];

/** The options of the modes, in the order of the help, and the modes that have them. */
const OPTIONS: readonly Row[] = [
  [MODES, ...ALLOW_ENV, append],
  [MODES, ...ORGANIZATIONS, append],
  [MODES, ...JSON_OUTPUT],
  [MODES, ...VERBOSE],
  [
    PLANNED,
    "--prune <kind>",
    "Delete unmanaged components, domains or all, in sections that the file declares; repeatable",
    append,
  ],
  [
    READING,
    "--max-deletes <limit>",
    "Refuse a plan with more deletions: a number, a share such as 30%, of the live objects or in sweep of the host names of the " +
      `pattern, or both, such as 10,30% (default: ${DEFAULT_MAX_DELETES})`,
  ],
  [PLANNED, "--max-updates <limit>", "Refuse a plan with more updates, written as --max-deletes (default: no limit)"],
  [
    PLANNED,
    "--only <key>",
    "Plan only the objects with this key, or this glob of keys; a project with all that is in it; repeatable",
    append,
  ],
  [READING, "--details", "Show every object, also of a plan with more than 20 changed ones"],
  [READING, ...PARALLELISM],
  [PLANNED, "--rewrite-secrets", "Send again the secrets that the service does not show"],
  [PLANNED, "--engine <engine>", "Apply directly, or as a Pulumi stack: direct or pulumi (default: direct)"],
  [
    PLANNED,
    "--stack <name>",
    "Name of the Pulumi stack, such as dev or organization/project/dev; needs --engine pulumi",
  ],
  [["apply"], "--plan <file>", "Refuse changes that differ from this plan, saved with plan --out"],
  [["apply"], "-y, --yes", "Write without a question. Needed without a terminal, unless a reviewed plan is passed"],
  [["sweep"], "-y, --yes", "Write without a question. Needed without a terminal, unless --dry-run is passed"],
  [
    ["apply"],
    "--wait-for-domains <status>",
    "Then wait for the domains in the files: dns, ssl (the certificate) or none (default: none)",
  ],
  [
    ["apply"],
    "--wait-timeout <seconds>",
    `Seconds to wait for the domains; needs --wait-for-domains (default: ${DEFAULT_WAIT_TIMEOUT})`,
  ],
  [
    ["plan", "drift"],
    "--fail-on <what>",
    `What exits with 2, in plan only with --detailed-exitcode: ${FAIL_ON.join(", ")} or none (default: ${DEFAULT_FAIL_ON.join(", ")}); repeatable`,
    append,
  ],
  [["plan"], "--out <file>", "Also save the plan as JSON, for apply --plan"],
  [["plan"], "--detailed-exitcode", "Exit with 2 for what --fail-on lists"],
];

export function addModes(program: Command, context: Context, end: (exitCode: number) => void): void {
  for (const mode of MODES) {
    const command = program.command(mode).description(MODE_HELP[mode]);
    const files = mode === "sweep" ? new Argument("[file]", "Project file, of one project") : FILES;
    command.addArgument(files.default([], DEFAULT_FILES));
    if (mode === "sweep") {
      command
        .requiredOption(
          "--domains <pattern>",
          "Host names to remove, such as pr-{number}.preview.example.com",
          onlyOnce,
        )
        .requiredOption(
          "--keep <numbers>",
          "Numbers to keep, such as 7,9; all others are removed. 0 if none is left; repeatable",
          append,
        )
        .option("--dry-run", "Only show what would be removed");
    }
    for (const [modes, flags, description, parse] of OPTIONS) {
      if (!modes.includes(mode)) continue;
      if (parse === undefined) command.option(flags, description);
      else command.option(flags, description, parse);
    }
    command.action(async (named: string | readonly string[], options: ModeOptions) => {
      const { runMode } = await import("./run-mode.ts");
      end(await runMode(mode, [named].flat(), options, context));
    });
  }
}
