import * as core from "@actions/core";
import { log } from "./log.ts";

/** Shorter texts occur everywhere: masking one would make the log of all later steps unreadable. */
const MIN_LENGTH = 4;

/** Texts that logs and outputs are full of. */
const COMMON = new Set(["true", "false", "null", "none", "undefined"]);

/**
 * The variables that GitHub or the runner's shell sets and that are no secret. GitHub drops a job output that contains a masked
 * text, so the value of one of these must never be masked.
 */
const BUILT_IN = new Set(
  `CI HOME HOSTNAME LANG LOGNAME PATH PWD SHELL TMPDIR USER
  GITHUB_ACTION GITHUB_ACTION_PATH GITHUB_ACTION_REF GITHUB_ACTION_REPOSITORY GITHUB_ACTIONS GITHUB_ACTOR GITHUB_ACTOR_ID
  GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_EVENT_NAME GITHUB_EVENT_PATH GITHUB_GRAPHQL_URL GITHUB_HEAD_REF
  GITHUB_JOB GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_REF_NAME GITHUB_REF_PROTECTED GITHUB_REF_TYPE GITHUB_REPOSITORY
  GITHUB_REPOSITORY_ID GITHUB_REPOSITORY_OWNER GITHUB_REPOSITORY_OWNER_ID GITHUB_RETENTION_DAYS GITHUB_RUN_ATTEMPT
  GITHUB_RUN_ID GITHUB_RUN_NUMBER GITHUB_SERVER_URL GITHUB_SHA GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_TRIGGERING_ACTOR
  GITHUB_WORKFLOW GITHUB_WORKFLOW_REF GITHUB_WORKFLOW_SHA GITHUB_WORKSPACE
  RUNNER_ARCH RUNNER_DEBUG RUNNER_ENVIRONMENT RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE RUNNER_WORKSPACE`.split(
    /\s+/,
  ),
);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the function that asks the runner to hide secrets in the log of this and all later steps. The runner masks each line
 * of a value on its own, so each line is checked on its own: the line `}` of a JSON key must not be masked. A line that
 * cannot be masked is logged by the names of its variables, never by its value.
 */
export function createMask(environment: Environment): (secrets: readonly string[]) => void {
  const known = new Set<string>();
  const builtIn = new Set([...BUILT_IN].map((name) => environment[name]));
  return (secrets) => {
    for (const secret of secrets) {
      if (secret.trim() === "" || known.has(secret)) continue;
      known.add(secret);
      const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
      const isMaskable = (line: string): boolean =>
        line.length >= MIN_LENGTH && !COMMON.has(line.toLowerCase()) && !builtIn.has(line);
      lines.filter(isMaskable).forEach((line) => core.setSecret(line));
      // The short lines of a longer secret, such as brackets, are no secret of their own.
      if (!lines.some(isMaskable)) log(`${nameOf(secret, environment)} cannot be masked in the log: ${WHY}`);
    }
  };
}

const WHY = `its value has fewer than ${MIN_LENGTH} characters, is a common word, or is that of a variable of the runner.`;

function nameOf(secret: string, environment: Environment): string {
  const names = Object.keys(environment).filter((name) => environment[name] === secret && !BUILT_IN.has(name));
  return names.length === 0 ? "A secret of the project files" : `The secret ${names.join(", ")}`;
}
