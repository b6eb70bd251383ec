import { tmpdir } from "node:os";
import path from "node:path";
import * as core from "@actions/core";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { DEFAULT_MAX_DELETES, PRUNE, type Prune } from "../sync/plan/options.ts";
import type { Mode } from "../sync/report.ts";

export interface Inputs {
  readonly mode: Mode | "auto";
  readonly patterns: readonly string[];
  readonly folder: string;
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  readonly prune: readonly Prune[];
  readonly maxDeletes: number;
  readonly rewriteSecrets: boolean;
  readonly failOnDrift: boolean;
  /** Where the report goes. */
  readonly temporary: string;
  /** Where the repository is checked out. */
  readonly workspace: string;
}

const MODES = ["auto", "validate", "plan", "apply", "drift"] as const;

/** The inputs of action.yml. Throws an error that names the input and what it takes. */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): Inputs {
  const maxDeletes = core.getInput("max-deletes") || String(DEFAULT_MAX_DELETES);
  if (!/^\d{1,9}$/.test(maxDeletes)) throw new InvalidRequestError("The input max-deletes must be a whole number.");
  return {
    mode: oneOf("mode", core.getInput("mode") || "auto", MODES),
    patterns: core.getMultilineInput("files").length > 0 ? core.getMultilineInput("files") : ["projectsync.yaml"],
    folder: core.getInput("working-directory") || ".",
    baseUrl: core.getInput("base-url") || environment["PROJECTSYNC_BASE_URL"] || undefined,
    token: core.getInput("token") || environment["PROJECTSYNC_TOKEN"] || undefined,
    prune: core.getMultilineInput("prune").map((kind) => oneOf("prune", kind, PRUNE)),
    maxDeletes: Number(maxDeletes),
    rewriteSecrets: oneOf("rewrite-secrets", core.getInput("rewrite-secrets") || "false", ["true", "false"]) === "true",
    failOnDrift: oneOf("fail-on-drift", core.getInput("fail-on-drift") || "true", ["true", "false"]) === "true",
    temporary: environment["RUNNER_TEMP"] || tmpdir(),
    workspace: path.resolve(environment["GITHUB_WORKSPACE"] || "."),
  };
}

function oneOf<const Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new InvalidRequestError(`The input ${name} must be one of ${choices.join(", ")}.`);
  return chosen;
}
