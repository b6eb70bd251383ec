import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as core from "@actions/core";
import { parseBaseUrl } from "../provider/api/base-url.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { oneLine } from "../provider/api/printable.ts";
import { variableNames } from "../provider/file/file-environment.ts";
import {
  CHECKPOINTS,
  checkEngine,
  ENGINES,
  parseStack,
  type Checkpoints,
  type EngineName,
  type StackName,
} from "../engine/settings.ts";
import { DEFAULT_WAIT_TIMEOUT, type DomainWait } from "../provider/resources/await-domains.ts";
import { DEFAULT_MAX_DELETES, PRUNE, type DeletionLimit, type Prune } from "../sync/plan/options.ts";
import type { Mode } from "../sync/report.ts";
import {
  checkSettings,
  DEFAULT_PARALLELISM,
  parseChoice,
  parseChoices,
  parseDeletionLimit,
  parseDomainWait,
  parseOnly,
  parseParallelism,
} from "../sync/settings.ts";

/** The inputs of action.yml, and the two folders of the runner that the Action uses. */
export interface Inputs {
  readonly mode: Mode | "auto";
  readonly engine: EngineName;
  /** Only with the engine pulumi. */
  readonly stack: StackName | undefined;
  /** Only with the engine pulumi. */
  readonly checkpoints: Checkpoints;
  /** Paths and globs of project files, relative to `folder`. None: the one with a default name. */
  readonly patterns: readonly string[];
  readonly folder: string;
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  /** The only variables that files may read. Default: all but credentials. */
  readonly allowEnv: readonly string[] | undefined;
  readonly prune: readonly Prune[];
  readonly maxDeletes: DeletionLimit;
  /** Keys, or globs of keys, of the only objects to plan. Default: all. */
  readonly only: readonly string[] | undefined;
  /** Requests at once. */
  readonly parallelism: number;
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
  /** What an apply waits for. Default: nothing. */
  readonly waitForDomains: DomainWait | undefined;
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

/** Reads the inputs. Throws InvalidSettingsError with each input that is invalid: its name, its value and what it accepts. */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): Inputs {
  const settings = {
    mode: () => parseChoice("Input mode", core.getInput("mode") || "auto", MODES),
    engine: () => parseChoice("Input engine", core.getInput("engine") || "direct", ENGINES),
    stack: () => (core.getInput("stack") === "" ? undefined : parseStack("Input stack", core.getInput("stack"))),
    checkpoints: () => parseChoice("Input checkpoints", core.getInput("checkpoints") || "each", CHECKPOINTS),
    folder: () => existingFolder(core.getInput("working-directory") || "."),
    baseUrl: () => validBaseUrl(core.getInput("base-url")) || environment["PROJECTSYNC_BASE_URL"] || undefined,
    allowEnv: () => allowedVariables(core.getInput("allow-env")),
    prune: () => parseChoices("Input prune", lines("prune"), PRUNE),
    maxDeletes: () =>
      parseDeletionLimit("Input max-deletes", core.getInput("max-deletes") || String(DEFAULT_MAX_DELETES)),
    only: () => (lines("only").length === 0 ? undefined : parseOnly("Input only", lines("only"))),
    parallelism: () =>
      parseParallelism("Input parallelism", core.getInput("parallelism") || String(DEFAULT_PARALLELISM)),
    rewriteSecrets: () => flag("rewrite-secrets", "false"),
    failOnDrift: () => flag("fail-on-drift", "true"),
    allowOutdated: () => flag("allow-outdated", "false"),
    comment: () => parseChoice("Input comment", core.getInput("comment") || "changes", COMMENTS),
    label: () => labelOf(core.getInput("label") || DEFAULT_LABEL),
    planCheck: () => flag("plan-check", "false"),
    waitForDomains: () =>
      parseDomainWait(
        { name: "Input wait-for-domains", text: core.getInput("wait-for-domains") || "none" },
        { name: "Input wait-timeout", text: core.getInput("wait-timeout") || String(DEFAULT_WAIT_TIMEOUT) },
      ),
  };
  checkSettings(Object.values(settings));
  const given = { stack: core.getInput("stack") || undefined, checkpoints: core.getInput("checkpoints") || undefined };
  checkEngine(
    {
      ...given,
      engine: settings.engine(),
      only: settings.only(),
      rewriteSecrets: settings.rewriteSecrets(),
      patterns: lines("files"),
    },
    (setting) => `Input ${setting}`,
  );
  return {
    mode: settings.mode(),
    engine: settings.engine(),
    stack: settings.stack(),
    checkpoints: settings.checkpoints(),
    patterns: lines("files"),
    folder: settings.folder(),
    baseUrl: settings.baseUrl(),
    token: core.getInput("token") || environment["PROJECTSYNC_TOKEN"] || undefined,
    allowEnv: settings.allowEnv(),
    prune: settings.prune(),
    maxDeletes: settings.maxDeletes(),
    only: settings.only(),
    parallelism: settings.parallelism(),
    rewriteSecrets: settings.rewriteSecrets(),
    failOnDrift: settings.failOnDrift(),
    allowOutdated: settings.allowOutdated(),
    comment: settings.comment(),
    label: settings.label(),
    planCheck: settings.planCheck(),
    waitForDomains: settings.waitForDomains(),
    githubToken: core.getInput("github-token") || undefined,
    temporary: environment["RUNNER_TEMP"] || tmpdir(),
    workspace: path.resolve(environment["GITHUB_WORKSPACE"] || "."),
  };
}

function labelOf(label: string): string {
  if (label.length > MAX_LABEL || oneLine(label) !== label || !label.isWellFormed()) {
    const shown = JSON.stringify(label.slice(0, 80));
    throw new InvalidRequestError(`Input label must be one line of at most ${MAX_LABEL} characters, not ${shown}.`);
  }
  return label;
}

/** The lines of an input that are not empty, trimmed. `core.getMultilineInput` returns lines of white space as empty ones. */
function lines(name: string): string[] {
  return core.getMultilineInput(name).filter((line) => line !== "");
}

function flag(name: string, byDefault: "true" | "false"): boolean {
  return parseChoice(`Input ${name}`, core.getInput(name) || byDefault, ["true", "false"]) === "true";
}

function allowedVariables(text: string): readonly string[] | undefined {
  return text === "" ? undefined : variableNames([text], "Input allow-env");
}

function validBaseUrl(text: string): string {
  if (text !== "") parseBaseUrl(text, "Input base-url");
  return text;
}

function existingFolder(name: string): string {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === true) return name;
  const remedy = name.includes("\\")
    ? String.raw`Write / instead of \.`
    : "Check the path, and that actions/checkout ran before.";
  throw new InvalidRequestError(`Input working-directory: folder not found: ${JSON.stringify(name)}. ${remedy}`);
}
