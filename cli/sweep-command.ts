import { Argument, type Command } from "commander";
import { DEFAULT_MAX_DELETES } from "../sync/plan/options.ts";
import { ALLOW_ENV, append, onlyOnce, PARALLELISM, VERBOSE } from "./common-options.ts";
import type { Context } from "./context.ts";
import type { ModeOptions } from "./run-mode.ts";

interface SweepOptions extends ModeOptions {
  readonly domains: string;
  readonly keep: readonly string[];
  readonly dryRun?: boolean;
}

/** Adds the command `sweep`. */
export function addSweep(program: Command, context: Context, end: (exitCode: number) => void): void {
  program
    .command("sweep")
    .description("Remove the host names of previews that are over")
    .addArgument(
      new Argument("[file]", "Project file, of one project").default(undefined, "projectsync.yaml or projectsync.yml"),
    )
    .requiredOption("--domains <pattern>", "Host names to remove, such as pr-{number}.preview.example.com", onlyOnce)
    .requiredOption(
      "--keep <numbers>",
      "Numbers to keep, such as 7,9; all others are removed. 0 if none is left; repeatable",
      append,
    )
    .option("--dry-run", "Only show what would be removed")
    .option("-y, --yes", "Do not ask before writing. Without a terminal, sweep never asks")
    .option(
      "--max-deletes <limit>",
      `Refuse to remove more: a number, or a share of the host names of the pattern such as 30% (default: ${DEFAULT_MAX_DELETES})`,
    )
    .option("--organizations <id>", "Refuse files of other organizations than this one; repeatable", append)
    .option("--allow-env <names>", ALLOW_ENV, append)
    .option("--details", "Show every object, also of a plan with more than 20 changed ones")
    .option(...PARALLELISM)
    .option("--json", "Print one JSON object")
    .option(...VERBOSE)
    .action(async (file: string | undefined, { domains, keep, dryRun = false, ...options }: SweepOptions) => {
      const [{ runMode }, { sweepOf }] = await Promise.all([import("./run-mode.ts"), import("./sweep.ts")]);
      const sweep = sweepOf(domains, keep, dryRun);
      end(await runMode("sweep", file === undefined ? [] : [file], { ...options, sweep }, context));
    });
}
