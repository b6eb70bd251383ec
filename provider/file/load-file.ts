import { writtenOut } from "./domain-items.ts";
import { explainIssue } from "./explain.ts";
import { checkFileRules } from "./file-rules.ts";
import { loadedComponent, loadedDomain, loadedProject, placeOf, type LoadedFile } from "./loaded-file.ts";
import { pathKey, pathText } from "./path.ts";
import { createProblem, type Problem } from "./problem.ts";
import { readText } from "./read-text.ts";
import { resolveReferences, type Environment, type Reference, type Resolved } from "./references.ts";
import { createReport, type Report } from "./report.ts";
import { isOwnVariable } from "./file-environment.ts";
import { isKey, schemaAt } from "../resources/schema-walk.ts";
import { fileSchema } from "./schema.ts";
import { checkServiceRules } from "./service-rules.ts";
import {
  describeMissing,
  describeNotHere,
  isIdle,
  ownerOf,
  tellsIdentity,
  unavailable,
  without,
  type Unavailable,
} from "./unavailable.ts";
import { refuseLossyNumbers, refuseNothing } from "./written-form.ts";
import { yamlTree } from "./yaml-tree.ts";

export interface LoadOptions {
  /** The variables that `{ env: … }` and `{ secret: … }` name. An empty one counts as not set. */
  readonly environment: Environment;
  /**
   * What a variable without a value is: an error, or (`tolerate`, to validate and plan where secrets are not given) a reason to leave out
   * the setting, field or domain that it belongs to. An error in both where it says which project or component is meant.
   */
  readonly unavailable: "error" | "tolerate";
}

/** The file where no problem is an error, and all problems in the order of the file. */
export interface LoadResult {
  readonly file?: LoadedFile;
  readonly problems: readonly Problem[];
}

/**
 * Reads a project file, offline and strictly. Never throws for what a file holds.
 *
 * `name` is for messages. Files named `.json` go the same way: JSON is YAML, and the same is refused in it.
 */
export function loadFile(name: string, content: string | Uint8Array, options: LoadOptions): LoadResult {
  const { text, problems: unreadable } = readText(name, content);
  if (text === undefined) return { problems: unreadable };
  const { tree, problems: unfit } = yamlTree(name, text);
  if (tree === undefined) return { problems: unfit };
  if (tree.kind !== "map") {
    const message = "expects a map; begin the file with `version: 1`, and then `project:`";
    return { problems: [...unfit, createProblem("error", tree.at, [], message)] };
  }
  const resolved = resolveReferences(writtenOut(tree), fileSchema, options.environment);
  const report = createReport(resolved.places, [...unfit, ...resolved.problems]);
  const missing = missingOf(resolved);
  if (checkVersion(resolved, report)) check(resolved, missing, options, report);
  else return { problems: report.problems() };
  // Where there is no file, nothing else tells of them.
  if (report.failed) warnOfMissing(missing, report);
  return report.failed
    ? { problems: report.problems() }
    : { file: loadedFile(name, resolved, missing), problems: report.problems() };
}

/** Whether the rest can be understood: of another version nothing is known. */
function checkVersion({ value, places }: Resolved, report: Report): boolean {
  const version = value["version"];
  const tree = places.get(pathKey(["version"]))?.tree;
  if (version === undefined) report.error(["version"], "missing; begin the file with `version: 1`");
  else if (typeof version === "number" && version !== 1) {
    const ofLater = "the file is of a later version, and this projectsync reads version 1; use a later projectsync";
    const ofNone = "there is no such version, 1 is the first; write `version: 1`";
    report.error(["version"], version > 1 && Number.isInteger(version) ? ofLater : ofNone);
    return false;
  } else if (version !== 1 || (tree?.kind === "scalar" && tree.plain !== "1")) {
    report.error(["version"], "expects the number 1; write `version: 1`");
  }
  return true;
}

function check(resolved: Resolved, missing: readonly Missing[], options: LoadOptions, report: Report): void {
  const { value, places, references } = resolved;
  for (const { path, secret, variable } of references) {
    if (secret && isKey(schemaAt(fileSchema, path))) report.error(path, whyNoSecret(variable));
  }
  refuseNothing(places, fileSchema, report);
  const { error } = fileSchema.safeParse(value);
  for (const issue of error?.issues ?? []) explainIssue(issue, fileSchema, places, report);
  refuseLossyNumbers(places, report);

  const unknown = new Set(missing.map(({ reference }) => pathKey(reference.path)));
  checkServiceRules(value["project"], (path, message) => {
    if (!unknown.has(pathKey(path))) report.error(path, message);
  });
  checkFileRules(value, places, report);

  for (const { reference, reason, matters } of missing) {
    const { path } = reference;
    const isError =
      matters && (tellsIdentity(path) || isOwnVariable(reference.variable) || options.unavailable === "error");
    if (isError) report.error(path, describeMissing(reference, reason));
  }
}

function warnOfMissing(missing: readonly Missing[], report: Report): void {
  for (const { reference, matters } of missing) if (matters) report.warning(reference.path, describeNotHere(reference));
}

function whyNoSecret(variable: string): string {
  return `this is shown in plans and messages, so it cannot be a secret; write { env: ${variable} }`;
}

/** A variable without a value, and whether that matters: not where it stands in something that is to be removed. */
interface Missing {
  readonly reference: Reference;
  readonly reason: Unavailable["reason"];
  readonly matters: boolean;
}

function missingOf({ value, references }: Resolved): Missing[] {
  return references.flatMap((reference) => {
    const { found, path } = reference;
    return "missing" in found ? [{ reference, reason: found.missing, matters: !isIdle(path, value) }] : [];
  });
}

function loadedFile(file: string, { value, places, references }: Resolved, missing: readonly Missing[]): LoadedFile {
  const leftOut = missing.map(({ reference }) => ownerOf(reference.path));
  const content = fileSchema.parse(without(value, leftOut));
  const { components, domains } = content;
  const byText = new Map([...places.values()].map(({ path, from, at }) => [pathText(path), { from, at }]));
  const at = (path: string) => placeOf({ file, places: byText }, path).from;
  const leftDomains = new Set(leftOut.map(pathText));
  const declaredDomains = Array.isArray(value["domains"]) ? value["domains"] : [];
  const domainPaths = declaredDomains.map((_, index) => `domains[${index}]`).filter((path) => !leftDomains.has(path));
  const secrets = references.filter(({ secret }) => secret);
  return {
    file,
    project: loadedProject(content, at("project")),
    ...(components === undefined
      ? {}
      : {
          components: Object.entries(components).map(([name, component]) =>
            loadedComponent(name, component, at(`components.${name}`)),
          ),
        }),
    ...(domains === undefined
      ? {}
      : {
          domains: domains.map((domain, index) => {
            const path = domainPaths[index] ?? "";
            return loadedDomain(domain, path, at(path));
          }),
        }),
    secretPaths: secrets.map(({ path }) => pathText(path)),
    secrets: [...new Set(secrets.flatMap(({ found }) => ("value" in found ? [found.value] : [])))],
    unavailable: missing
      .filter(({ matters }) => matters)
      .map(({ reference, reason }) => unavailable(reference, reason)),
    places: byText,
  };
}
