import { tmpdir } from "node:os";
import path from "node:path";
import * as core from "@actions/core";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { oneLine } from "../provider/api/printable.ts";
import { variableNames } from "../provider/file/file-environment.ts";
import { DEFAULT_MAX_DELETES, PRUNE, type Prune } from "../sync/plan/options.ts";
import type { Mode } from "../sync/report.ts";

/** The inputs of action.yml, and the two folders of the runner that the Action uses. */
export interface Inputs {
  readonly mode: Mode | "auto";
  /** Paths and globs of project files, relative to `folder`. */
  readonly patterns: readonly string[];
  readonly folder: string;
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  /** The only variables that files may read. Default: all but credentials. */
  readonly allowEnv: readonly string[] | undefined;
  readonly prune: readonly Prune[];
  readonly maxDeletes: number;
  readonly rewriteSecrets: boolean;
  readonly failOnDrift: boolean;
  /** Whether to apply a commit that is not the newest of its branch. */
  readonly allowOutdated: boolean;
  /** When to comment on the pull request. `changes`: if there is something to see, or an older comment to update. */
  readonly comment: (typeof COMMENTS)[number];
  /** Tells the comments of several steps apart. */
  readonly label: string;
  /** Whether an apply refuses changes that the pull request's comment did not show. */
  readonly planCheck: boolean;
  /** Asks GitHub: for the newest commit of the branch, and for comments. */
  readonly githubToken: string | undefined;
  /** The folder that the report is written to. */
  readonly temporary: string;
  /** The folder that the repository is checked out to. */
  readonly workspace: string;
}

/** Not shown in comments. */
export const DEFAULT_LABEL = "projectsync";

const MODES = ["auto", "validate", "plan", "apply", "drift"] as const;

const COMMENTS = ["always", "changes", "never"] as const;
const MAX_LABEL = 100;

/** Reads the inputs. Throws InvalidRequestError with the input's name, its value and what it accepts. */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): Inputs {
  const maxDeletes = core.getInput("max-deletes") || String(DEFAULT_MAX_DELETES);
  if (!/^\d{1,9}$/.test(maxDeletes)) throw invalidInput("max-deletes", maxDeletes, "a whole number");
  const allowEnv = core.getInput("allow-env");
  return {
    mode: oneOf("mode", core.getInput("mode") || "auto", MODES),
    patterns: core.getMultilineInput("files").length > 0 ? core.getMultilineInput("files") : ["projectsync.yaml"],
    folder: core.getInput("working-directory") || ".",
    baseUrl: core.getInput("base-url") || environment["PROJECTSYNC_BASE_URL"] || undefined,
    token: core.getInput("token") || environment["PROJECTSYNC_TOKEN"] || undefined,
    allowEnv: allowEnv === "" ? undefined : variableNames([allowEnv], "Input allow-env"),
    prune: core.getMultilineInput("prune").map((kind) => oneOf("prune", kind, PRUNE)),
    maxDeletes: Number(maxDeletes),
    rewriteSecrets: flag("rewrite-secrets", "false"),
    failOnDrift: flag("fail-on-drift", "true"),
    allowOutdated: flag("allow-outdated", "false"),
    comment: oneOf("comment", core.getInput("comment") || "changes", COMMENTS),
    label: labelOf(core.getInput("label") || DEFAULT_LABEL),
    planCheck: flag("plan-check", "false"),
    githubToken: core.getInput("github-token") || undefined,
    temporary: environment["RUNNER_TEMP"] || tmpdir(),
    workspace: path.resolve(environment["GITHUB_WORKSPACE"] || "."),
  };
}

function labelOf(label: string): string {
  if (label.length > MAX_LABEL || oneLine(label) !== label || !label.isWellFormed()) {
    throw invalidInput("label", label, `one line of at most ${MAX_LABEL} characters`);
  }
  return label;
}

function flag(name: string, byDefault: "true" | "false"): boolean {
  return oneOf(name, core.getInput(name) || byDefault, ["true", "false"]) === "true";
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw invalidInput(name, text, `one of ${choices.join(", ")}`);
  return chosen;
}

function invalidInput(name: string, text: string, expected: string): InvalidRequestError {
  return new InvalidRequestError(`Input ${name} must be ${expected}, not ${JSON.stringify(text.slice(0, 80))}.`);
}
