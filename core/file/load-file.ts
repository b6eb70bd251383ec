import { canBeRedacted, MIN_SECRET } from "../text/redaction.ts";
import { itemsOf } from "../resources/json.ts";
import { hostNameOf } from "../resources/domain.ts";
import { oncePerObject } from "../resources/once-per-object.ts";
import { isKey, schemaAt, type Path } from "../resources/schema-walk.ts";
import { checkEmptyValues, checkMeaning } from "./check-values.ts";
import { VARIABLE_NAME, variableFinder, type Environment, type VariableRules } from "./file-environment.ts";
import { checkFileRules } from "./file-rules.ts";
import { positionsOf, type LoadedFile } from "./loaded-file.ts";
import {
  isOfAbsentObject,
  missingVariableProblem,
  missingVariables,
  omittedPath,
  withoutPaths,
  type MissingVariable,
} from "./missing-variables.ts";
import { parseYaml } from "./parse-yaml.ts";
import { pathKey, pathText, createLocator } from "./position.ts";
import { type Problem, createProblemList, type ProblemList } from "./problem.ts";
import { readText } from "./read-text.ts";
import { reportIssue } from "./report-issue.ts";
import { type FileContent, fileSchema } from "./schema.ts";
import { readValues, type FileValue, type ResolvedFile } from "./values.ts";

export interface LoadOptions extends VariableRules {
  /** The variables for `{ env: … }` and `{ secret: … }`, as far as files may read them. An empty one counts as not set. */
  readonly environment: Environment;
  /**
   * The treatment of a variable that is not set. `error`: report an error. `tolerate`: leave out its setting, field or domain;
   * for validate and plan, which may run without secrets. A variable that says which project or component is meant, or whether an object is to exist, is always required.
   */
  readonly missingVariables: "error" | "tolerate";
}

/** The file, unless a problem is an error, and all problems in the order of the file. */
export interface LoadResult {
  readonly file?: LoadedFile;
  /** The secret values of the file, valid or not: a problem may repeat one. */
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Reads and checks a project file offline. Never throws because of its content.
 *
 * `name` is for messages only. JSON files are read the same way, because JSON is a subset of YAML.
 */
export function loadFile(name: string, content: string | Uint8Array, options: LoadOptions): LoadResult {
  const values = new Map<string, FileValue>();
  const problems = createProblemList(values);
  const text = readText(name, content, problems);
  if (text === undefined) return { secrets: [], problems: problems.sorted() };
  const locate = createLocator(name, text);
  const root = parseYaml(text, locate, problems);
  if (root === undefined) return { secrets: [], problems: problems.sorted() };
  const resolved = readValues(root, locate, finderOf(options), values, problems);
  const secrets = secretsOf(resolved);
  if (!checkVersion(resolved.data["version"], problems)) return { secrets, problems: problems.sorted() };
  const missing = missingVariables(resolved);
  const checked = checkContent(resolved, missing, options, problems);
  if (!problems.hasErrors)
    return { file: loadedFile(name, resolved, missing, checked), secrets, problems: problems.sorted() };
  // Without a valid file, `missingVariables` cannot report them.
  for (const value of missing) problems.add(missingVariableProblem("warning")(value));
  return { secrets, problems: problems.sorted() };
}

function secretsOf({ references }: ResolvedFile): string[] {
  return [...new Set(references.flatMap(({ secret, found }) => (secret && "value" in found ? [found.value] : [])))];
}

/** Cache: the files of a run have the same options. */
const finderOf = oncePerObject((options: LoadOptions) => variableFinder(options.environment, options));

/** Returns false if the file is of another version, so that nothing else in it can be checked. */
function checkVersion(version: unknown, problems: ProblemList): boolean {
  const isOther = typeof version === "number" && version !== 1;
  if (isOther) {
    const remedy = version > 1 && Number.isInteger(version) ? "use a later projectsync" : "write `version: 1`";
    problems.error(["version"], `this projectsync reads only version 1, not ${version}; ${remedy}`);
  } else if (version !== 1) problems.error(["version"], "must be the number 1; begin the file with `version: 1`");
  return !isOther;
}

/** Reports what is wrong with the content, and returns it by the schema. `undefined`: it does not fit. */
function checkContent(
  { data, values, references }: ResolvedFile,
  missing: readonly MissingVariable[],
  options: LoadOptions,
  problems: ProblemList,
): FileContent | undefined {
  const secrets = new Set(references.flatMap(({ secret, variable }) => (secret ? [variable] : [])));
  for (const { path, secret, variable, type, mistake, found } of references) {
    const isName = VARIABLE_NAME.test(variable);
    if ("refused" in found && !(isName && isOfAbsentObject(path, data))) problems.error(path, found.refused);
    if (mistake !== undefined) problems.error(path, mistake);
    // The parts of a list would be shown.
    if (type !== undefined && secrets.has(variable))
      problems.error(
        path,
        `the file writes { secret: ${variable} } too, and a secret is always text; use two variables`,
      );
    if (!secret) continue;
    if (isKey(schemaAt(fileSchema, path))) {
      problems.error(path, `cannot be a secret, because plans and messages show it; write { env: ${variable} }`);
    } else if ("value" in found && !canBeRedacted(found.value)) {
      const short = `environment variable ${variable} is shorter than ${MIN_SECRET} characters`;
      const remedy = "plans hide this value, but no other text that repeats it; use a longer secret";
      problems.warning(path, `${short}: ${remedy}`);
    } else if ("value" in found && found.value !== found.value.trim()) {
      const odd = `environment variable ${variable} begins or ends with white space, such as a line break`;
      problems.warning(path, `${odd}, which is sent too; remove it, unless it is a part of the secret`);
    }
  }
  checkEmptyValues(values, problems);
  // Compiling the schema takes longer than it saves, also with 1,000 files.
  const { error, data: content } = fileSchema.safeParse(data, { jitless: true });
  for (const issue of error?.issues ?? []) reportIssue(issue, values, problems);
  checkFileRules(data, values, problems);
  checkMeaning(values, problems);
  for (const value of missing) {
    const isRequired = options.missingVariables === "error" || value.isRequired;
    if (isRequired) problems.add(missingVariableProblem("error")(value));
  }
  return content;
}

function loadedFile(
  file: string,
  resolved: ResolvedFile,
  missing: readonly MissingVariable[],
  complete: FileContent | undefined,
): LoadedFile {
  const { data, values, references } = resolved;
  const omitted = new Set(
    references.flatMap(({ path, found }) => ("value" in found ? [] : [pathKey(omittedPath(path))])),
  );
  const isComplete = complete !== undefined && omitted.size === 0;
  const content = isComplete ? complete : fileSchema.parse(withoutPaths(data, omitted));
  const positions = new Map([...values.values()].map(({ path, positions }) => [pathText(path), positions]));
  const at = (...place: Path) => {
    const path = pathText(place);
    return { path, place, position: positionsOf({ file, positions }, path).key };
  };
  const {
    must_exist: mustExist = false,
    absent = false,
    protect = false,
    previous_slug,
    id,
    ...project
  } = content.project;
  const { organization_id, slug } = project;
  const components = Object.entries(content.components ?? {}).map(
    ([component, { absent = false, protect = false, id, ...fields }]) => {
      const declared = { component, ...(absent ? {} : fields) };
      return { declared, absent, protect, id, ...at("components", component) };
    },
  );
  // The index in the file also counts domains that are left out.
  const indexes = [...itemsOf(data["domains"]).keys()].filter((index) => !omitted.has(pathKey(["domains", index])));
  const domains = (content.domains ?? []).map(({ name, absent = false, protect = false }, nth) => {
    return { declared: { name: hostNameOf({ name }) }, absent, protect, ...at("domains", indexes[nth] ?? nth) };
  });
  return {
    file,
    project: {
      declared: absent ? { organization_id, slug } : project,
      mustExist,
      absent,
      protect,
      previousSlug: previous_slug,
      id,
      ...at("project"),
    },
    ...(content.components === undefined ? {} : { components }),
    ...(content.domains === undefined ? {} : { domains }),
    ignore: content.ignore ?? {},
    variables: new Map(
      references.flatMap(({ path, variable, secret, type, found }) =>
        "value" in found ? [[pathKey(path), { path: pathText(path), variable, secret, type, text: found.value }]] : [],
      ),
    ),
    secrets: secretsOf(resolved),
    missingVariables: missing,
    positions,
  };
}
