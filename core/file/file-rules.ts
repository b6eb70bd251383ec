import { keyForm } from "../resources/canonical-forms.ts";
import { canonicalHostName } from "../resources/host-name.ts";
import { isObject, type Fields } from "../resources/json.ts";
import { SECTIONS } from "../resources/kind.ts";
import type { Path } from "../resources/schema-walk.ts";
import { COMPONENT_FIELDS, PROJECT_FIELDS, whyNotExtra, type KnownFields, type OwnNames } from "./known-fields.ts";
import { pathKey, pathText } from "./position.ts";
import type { ProblemList } from "./problem.ts";
import { projectSchema } from "./schema.ts";
import type { FileValue, FileValues } from "./values.ts";

/** Fields that only the project file has. Under `extra` they would be sent to the service and have no effect. */
const FILE_ONLY_FIELDS: OwnNames = {
  names: new Set(
    [...Object.keys(projectSchema.shape), ...Object.values(SECTIONS)].filter((name) => !PROJECT_FIELDS.has(name)),
  ),
  of: "the project file",
};

interface Declaration {
  readonly path: Path;
  readonly fields: Fields;
}

/** Checks that the declarations of a file do not contradict each other. Skips values that break the schema. */
export function checkFileRules(data: Fields, values: FileValues, problems: ProblemList): void {
  const { project, components, domains } = data;
  if (isObject(project)) checkProject(project, problems);
  const isProjectAbsent = isObject(project) && project["absent"] === true;
  for (const { path, fields } of Object.values(SECTIONS).flatMap((section) => declarations(section, data[section]))) {
    checkLifecycle(path, fields, problems);
    if (isProjectAbsent && fields["absent"] !== true) {
      const message = "the project is absent; add `absent: true` here too, or remove this";
      problems.error(path, message, "key");
    }
  }
  for (const component of declarations("components", components)) {
    checkExtra(component, COMPONENT_FIELDS, problems);
  }
  checkComponentNames(components, values, problems);
  checkHostNames(domains, values, problems);
}

function checkProject(project: Fields, problems: ProblemList): void {
  checkLifecycle(["project"], project, problems);
  checkExtra({ path: ["project"], fields: project }, PROJECT_FIELDS, problems);
  if (project["absent"] === true && project["must_exist"] === true) {
    problems.error(["project", "must_exist"], "contradicts `absent: true`; remove one of them");
  }
  const { slug, previous_slug: previous } = project;
  if (typeof slug === "string" && slug === previous) {
    const message = "same as slug; write the slug that the project had before, or remove the line";
    problems.error(["project", "previous_slug"], message);
  }
}

function checkLifecycle(path: Path, fields: Fields, problems: ProblemList): void {
  if (fields["absent"] !== true || fields["protect"] !== true) return;
  problems.error([...path, "absent"], "contradicts `protect: true`, which refuses every deletion; remove one of them");
}

/** Checks that `extra` holds no field that this version knows, in no spelling: its value would be neither checked nor hidden. */
function checkExtra({ path, fields }: Declaration, known: KnownFields, problems: ProblemList): void {
  const { extra } = fields;
  if (!isObject(extra)) return;
  for (const name of Object.keys(extra)) {
    const why = whyNotExtra(name, known, FILE_ONLY_FIELDS);
    if (why !== undefined) problems.error([...path, "extra", name], why, "key");
  }
}

function checkHostNames(domains: unknown, values: FileValues, problems: ProblemList): void {
  const first = firstOfEach(values);
  for (const { path, fields } of declarations("domains", domains)) {
    const name = [...path, "name"];
    const same = first(comparableName(fields["name"], values.get(pathKey(name))), path);
    if (same !== undefined) problems.error(name, `duplicate host name, same as ${same}; remove one of them`);
  }
}

/** Names of components do not differ in case alone. Two live ones with one name are told apart by `id`. */
function checkComponentNames(components: unknown, values: FileValues, problems: ProblemList): void {
  const first = firstOfEach(values);
  for (const [name, fields] of Object.entries(isObject(components) ? components : {})) {
    if (isObject(fields) && fields["id"] !== undefined) continue;
    const path = ["components", name];
    const same = first(keyForm(name), path);
    if (same !== undefined) problems.error(path, `duplicate component, same as ${same}; remove one of them`, "key");
  }
}

/** Returns where an earlier call with the same key was, for a message. `undefined` for the first one, and without a key. */
function firstOfEach(values: FileValues): (key: string | undefined, path: Path) => string | undefined {
  const seen = new Map<string, Path>();
  return (key, path) => {
    const first = key === undefined ? undefined : seen.get(key);
    if (key !== undefined && first === undefined) seen.set(key, path);
    if (first === undefined) return undefined;
    const { line, column } = values.get(pathKey(first))?.positions.key ?? { line: 1, column: 1 };
    return `${pathText(first)} at ${line}:${column}`;
  };
}

/** References to the same variable are the same name, even if the variable is missing. */
function comparableName(name: unknown, value: FileValue | undefined): string | undefined {
  const reference = value?.reference;
  if (reference !== undefined && "missing" in reference.found) return `{ env: ${reference.variable} }`;
  return typeof name === "string" ? canonicalHostName(name) : undefined;
}

function declarations(section: string, content: unknown): Declaration[] {
  if (!isObject(content) && !Array.isArray(content)) return [];
  const pairs = Array.isArray(content) ? [...content.entries()] : Object.entries(content);
  return pairs.flatMap(([key, fields]: [string | number, unknown]) =>
    isObject(fields) ? [{ path: [section, key], fields }] : [],
  );
}
