import { Argument, type Command } from "commander";
import { DEFAULT_WAIT_TIMEOUT } from "../provider/resources/await-domains.ts";
import { DEFAULT_FAIL_ON, FAIL_ON } from "../sync/plan/fail-on.ts";
import { DEFAULT_MAX_DELETES } from "../sync/plan/options.ts";
import type { Mode } from "../sync/report.ts";
import { ALLOW_ENV, append, PARALLELISM, VERBOSE } from "./common-options.ts";
import type { Context } from "./context.ts";
import type { ModeOptions } from "./run-mode.ts";

export const MODES = ["validate", "plan", "apply", "drift"] as const satisfies readonly Mode[];

const MODE_HELP: Readonly<Record<(typeof MODES)[number], string>> = {
  validate: "Check project files, without the service",
  plan: "Show what apply would change",
  apply: "Make the service match the project files",
  drift: "Check whether the service differs from the project files",
};

const FAIL_ON_HELP = `What exits with 2, in plan only with --detailed-exitcode: ${FAIL_ON.join(", ")} or none (default: ${DEFAULT_FAIL_ON.join(", ")}); repeatable`;

/** Adds the commands `validate`, `plan`, `apply` and `drift`. */
export function addModes(program: Command, context: Context, end: (exitCode: number) => void): void {
  for (const mode of MODES) {
    const command = program
      .command(mode)
      .description(MODE_HELP[mode])
      .addArgument(
        new Argument("[files...]", "Project files or globs").default([], "projectsync.yaml or projectsync.yml"),
      )
      .option("--allow-env <names>", ALLOW_ENV, append)
      .option(
        "--organizations <id>",
        "Refuse files of organizations that are not listed (default: refuse none); repeatable",
        append,
      )
      .option("--json", "Print one JSON object")
      .option(...VERBOSE);
    if (mode !== "validate") addPlanOptions(command);
    if (mode === "apply") {
      command.option("--plan <file>", "Refuse changes that differ from this plan, saved with plan --out");
      command
        .option("-y, --yes", "Do not ask before writing. Without a terminal, apply never asks")
        .option(
          "--wait-for-domains <status>",
          "Then wait for the domains in the files: dns, ssl (the certificate) or none (default: none)",
        )
        .option(
          "--wait-timeout <seconds>",
          `Seconds to wait for the domains; needs --wait-for-domains (default: ${DEFAULT_WAIT_TIMEOUT})`,
        );
    }
    if (mode === "plan" || mode === "drift") command.option("--fail-on <what>", FAIL_ON_HELP, append);
    if (mode === "plan") {
      command.option("--out <file>", "Also save the plan as JSON, for apply --plan");
      command.option("--detailed-exitcode", "Exit with 2 for what --fail-on lists");
    }
    command.action(async (patterns: string[], options: ModeOptions) => {
      const { runMode } = await import("./run-mode.ts");
      end(await runMode(mode, patterns, options, context));
    });
  }
}

function addPlanOptions(command: Command): void {
  command
    .option(
      "--prune <kind>",
      "Delete unmanaged components, domains or all, in sections that the file declares; repeatable",
      append,
    )
    .option(
      "--max-deletes <limit>",
      `Refuse a plan with more deletions: a number, or a share of the live objects such as 30% (default: ${DEFAULT_MAX_DELETES})`,
    )
    .option(
      "--only <key>",
      "Plan only the objects with this key, or this glob of keys; a project with all that is in it; repeatable",
      append,
    )
    .option("--details", "Show every object, also of a plan with more than 20 changed ones")
    .option(...PARALLELISM)
    .option("--rewrite-secrets", "Send again the secrets that the service does not show")
    .option("--engine <engine>", "Apply directly, or as a Pulumi stack: direct or pulumi (default: direct)")
    .option(
      "--stack <name>",
      "Name of the Pulumi stack, such as dev or organization/project/dev; needs --engine pulumi",
    );
}
