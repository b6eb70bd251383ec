import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as core from "@actions/core";
import { parseBaseUrl } from "../core/api/base-url.ts";
import { InvalidRequestError } from "../core/api/errors.ts";
import { oneLine } from "../core/text/printable.ts";
import { checkEngine, parsersOf, type RunTexts } from "../sync/run/run-settings.ts";
import type { Mode } from "../sync/report/report.ts";
import { parseHostPattern } from "../sync/run/sweep.ts";
import { parseChoice, parseWhole, readSettings, refuseBroken } from "../sync/run/parse-settings.ts";
import { quote } from "../core/text/quoted.ts";

/** The inputs of action.yml, and the two folders of the runner that the Action uses. */
export type Inputs = Readonly<ReturnType<typeof readInputs>>;

/** Not shown in comments. */
export const DEFAULT_LABEL = "projectsync";

const MODES = ["auto", "validate", "plan", "apply", "drift", "sweep"] as const;
/** A year. */
const MAX_HOURS = 8760;

const ON_OUTDATED = ["plan", "fail"] as const;

const ON_DRIFT = ["none", "issue", "pull-request"] as const;

const COMMENTS = ["always", "changes", "never"] as const;
const MAX_LABEL = 100;
/** Most characters of a folder in a message. */
const MAX_FOLDER = 1000;

/** Reads the inputs. Throws InvalidSettingsError with each input that is invalid: its name, its value and what it accepts. */
export function readInputs(environment: Readonly<Record<string, string | undefined>>) {
  const texts: RunTexts = {
    // Without it, files can read no variable.
    allowEnv: [core.getInput("allow-env")],
    prune: lines("prune"),
    maxDeletes: given("max-deletes"),
    maxUpdates: given("max-updates"),
    failOn: givenLines("fail-on"),
    only: givenLines("only"),
    organizations: givenLines("organizations"),
    parallelism: given("parallelism"),
    engine: given("engine"),
    stack: given("stack"),
    waitForDomains: given("wait-for-domains"),
    waitTimeout: given("wait-timeout"),
  };
  const pattern = given("sweep-domains");
  const nameOf = (setting: string): string => `Input ${setting}`;
  const settings = readSettings({
    ...parsersOf(texts, nameOf, environment),
    mode: (): Mode | "auto" => parseChoice("Input mode", given("mode") ?? "auto", MODES),
    /** Paths and globs, relative to `folder`. None: the file with a default name. */
    patterns: (): readonly string[] => lines("files"),
    folder: () => existingFolder(given("working-directory") ?? "."),
    baseUrl: () => validBaseUrl(given("base-url")) ?? (environment["PROJECTSYNC_BASE_URL"] || undefined),
    rewriteSecrets: () => flag("rewrite-secrets"),
    allowOutdated: () => flag("allow-outdated"),
    onOutdated: () => parseChoice("Input on-outdated", given("on-outdated") ?? "plan", ON_OUTDATED),
    /** Mode drift: what to keep up to date about it. */
    onDrift: () => parseChoice("Input on-drift", given("on-drift") ?? "none", ON_DRIFT),
    /** `changes`: if there is something to see, or an older comment to update. */
    comment: () => parseChoice("Input comment", given("comment") ?? "changes", COMMENTS),
    label: () => labelOf(given("label") ?? DEFAULT_LABEL),
    /** An apply refuses changes that the pull request's comment did not show. */
    planCheck: () => flag("plan-check"),
    /** Finds the number of a pull request in the host names to remove. */
    sweepDomains: () => (pattern === undefined ? undefined : parseHostPattern("Input sweep-domains", pattern)),
    sweepAfterHours: () =>
      parseWhole("Input sweep-after-hours", given("sweep-after-hours") ?? "24", "a whole number of hours", MAX_HOURS),
    dryRun: () => flag("dry-run"),
  });
  checkEngine({ ...texts, ...settings, stack: texts.stack }, nameOf);
  checkTogether(settings);
  return {
    ...settings,
    token: given("token") ?? (environment["PROJECTSYNC_TOKEN"] || undefined),
    /** Asks GitHub: for the newest commit of the branch, and for comments. */
    githubToken: given("github-token"),
    /** The folder that the report is written to. */
    temporary: environment["RUNNER_TEMP"] || tmpdir(),
    /** The folder that the repository is checked out to. */
    workspace: path.resolve(environment["GITHUB_WORKSPACE"] || "."),
  };
}

function given(name: string): string | undefined {
  return core.getInput(name) || undefined;
}

function labelOf(label: string): string {
  if (label.length > MAX_LABEL || oneLine(label) !== label || !label.isWellFormed()) {
    const shown = quote(label);
    throw new InvalidRequestError(`Input label must be one line of at most ${MAX_LABEL} characters, not ${shown}.`);
  }
  return label;
}

/** The lines of an input that are not empty, trimmed. `core.getMultilineInput` returns lines of white space as empty ones. */
function lines(name: string): string[] {
  return core.getMultilineInput(name).filter((line) => line !== "");
}

function givenLines(name: string): string[] | undefined {
  return given(name) === undefined ? undefined : lines(name);
}

/** Default: false. */
function flag(name: string): boolean {
  return parseChoice(`Input ${name}`, given(name) ?? "false", ["true", "false"]) === "true";
}

function validBaseUrl(text: string | undefined): string | undefined {
  if (text !== undefined) parseBaseUrl(text, "Input base-url");
  return text;
}

function existingFolder(name: string): string {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === true) return name;
  const remedy = name.includes("\\")
    ? String.raw`Write / instead of \.`
    : "Check the path, and that actions/checkout ran before.";
  throw new InvalidRequestError(`Input working-directory: folder not found: ${quote(name, MAX_FOLDER)}. ${remedy}`);
}

type TogetherInputs = Pick<
  Inputs,
  "mode" | "sweepDomains" | "dryRun" | "engine" | "only" | "planCheck" | "comment" | "onDrift"
>;

/** Refuses inputs that have no effect together, instead of ignoring them. Throws InvalidSettingsError with all of it. */
function checkTogether(inputs: TogetherInputs): void {
  const { mode, sweepDomains, dryRun, engine, only, planCheck, comment, onDrift } = inputs;
  const isSweep = mode === "sweep";
  const isPulled = onDrift === "pull-request";
  refuseBroken([
    [
      isSweep && sweepDomains === undefined,
      "Input sweep-domains is required with mode sweep: a pattern such as pr-{number}.preview.example.com.",
    ],
    [!isSweep && sweepDomains !== undefined, "Input sweep-domains is only for mode sweep."],
    [!isSweep && dryRun, "Input dry-run is only for mode sweep. Use mode plan."],
    [isSweep && engine === "pulumi", "Mode sweep is not possible with engine pulumi. Leave out engine and stack."],
    [isSweep && only !== undefined, "Input only is not possible with mode sweep: sweep-domains says what it removes."],
    [isSweep && planCheck, "Input plan-check is not possible with mode sweep: no pull request shows what it removes."],
    [onDrift !== "none" && mode !== "auto" && mode !== "drift", "Input on-drift is only for mode drift."],
    // A pull brings in all that differs, by plans of its own.
    [isPulled && only !== undefined, "Input only is not possible with on-drift: pull-request. Use on-drift: issue."],
    [
      isPulled && engine === "pulumi",
      "Engine pulumi is not possible with on-drift: pull-request. Use on-drift: issue.",
    ],
    // The comments keep what was applied: without them, what was reviewed once would count again.
    [
      planCheck && comment === "never",
      "Input plan-check needs comments, which also keep what was applied: leave out comment: never.",
    ],
  ]);
}
