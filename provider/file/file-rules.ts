import { type Fields, isObject } from "../resources/json.ts";
import { canonicalHostName } from "../resources/host-name.ts";
import { COMPONENT_FIELDS, OWN_FIELDS, PROJECT_FIELDS, type KnownFields } from "./known-fields.ts";
import { pathKey, pathText } from "./path.ts";
import type { Place } from "./references.ts";
import type { Report } from "./report.ts";
import type { Path } from "../resources/schema-walk.ts";

interface Entry {
  readonly path: Path;
  readonly fields: Fields;
}

/** What contradicts itself in a file. Like the service's rules it passes over what does not fit the schema. */
export function checkFileRules(content: Fields, places: ReadonlyMap<string, Place>, report: Report): void {
  const { project, components, domains } = content;
  if (isObject(project)) checkProject(project, places, report);
  const projectAbsent = isObject(project) && project["absent"] === true;
  for (const { path, fields } of [...entries("components", components), ...entries("domains", domains)]) {
    checkLifecycle(path, fields, report);
    if (projectAbsent && fields["absent"] !== true) {
      report.error(
        path,
        "the project is absent; give `absent: true` to this too, or remove it here",
        from(places, path),
      );
    }
  }
  for (const entry of entries("components", components)) checkExtra(entry, COMPONENT_FIELDS, places, report);
  checkHostNames(domains, places, report);
}

function checkProject(project: Fields, places: ReadonlyMap<string, Place>, report: Report): void {
  checkLifecycle(["project"], project, report);
  checkExtra({ path: ["project"], fields: project }, PROJECT_FIELDS, places, report);
  if (project["absent"] === true && project["must_exist"] === true) {
    report.error(["project", "must_exist"], "contradicts `absent: true`; remove one of them");
  }
  const { slug, previous_slug: previous } = project;
  if (typeof slug === "string" && slug === previous) {
    report.error(
      ["project", "previous_slug"],
      "the same as slug; remove it, or write the slug that the project had before",
    );
  }
}

function checkLifecycle(path: Path, fields: Fields, report: Report): void {
  if (fields["absent"] !== true || fields["protect"] !== true) return;
  report.error([...path, "absent"], "contradicts `protect: true`, which refuses every deletion; remove one of them");
}

/** `extra` is for fields that this version does not know. A warning only, for an older version did not know them. */
function checkExtra(
  { path, fields }: Entry,
  known: KnownFields,
  places: ReadonlyMap<string, Place>,
  report: Report,
): void {
  const { extra } = fields;
  if (!isObject(extra)) return;
  for (const name of Object.keys(extra)) {
    const here = known.get(name);
    const at = [...path, "extra", name];
    const key = from(places, at);
    if (OWN_FIELDS.has(name))
      report.error(at, "the file's own, and no field of the service; write it outside extra", key);
    if (!known.has(name)) continue;
    if (here === undefined) report.error(at, "the service sets this by itself, or by the key; remove it", key);
    else if (Object.hasOwn(fields, here)) report.error(at, `declared as ${here} too; remove it here`, key);
    else report.warning(at, `this version knows the field; declare it as ${here}, outside extra`, key);
  }
}

function checkHostNames(domains: unknown, places: ReadonlyMap<string, Place>, report: Report): void {
  const seen = new Map<string, Path>();
  for (const { path, fields } of entries("domains", domains)) {
    const name = hostName(fields["name"], places.get(pathKey([...path, "name"])));
    const first = name === undefined ? undefined : seen.get(name);
    if (first !== undefined) {
      const { line, column } = from(places, first) ?? { line: 1, column: 1 };
      report.error(
        [...path, "name"],
        `the same host name as ${pathText(first)} at ${line}:${column}; remove one of them`,
      );
    } else if (name !== undefined) seen.set(name, path);
  }
}

/** Two references to one variable are one name, also where the variable is not set. */
function hostName(written: unknown, place: Place | undefined): string | undefined {
  const reference = place?.reference;
  if (reference !== undefined && "missing" in reference.found) return `{ env: ${reference.variable} }`;
  return typeof written === "string" ? canonicalHostName(written) : undefined;
}

function entries(section: string, content: unknown): Entry[] {
  if (!isObject(content) && !Array.isArray(content)) return [];
  const pairs = Array.isArray(content) ? [...content.entries()] : Object.entries(content);
  return pairs.flatMap(([key, fields]: [string | number, unknown]) =>
    isObject(fields) ? [{ path: [section, key], fields }] : [],
  );
}

function from(places: ReadonlyMap<string, Place>, path: Path): Place["from"] | undefined {
  return places.get(pathKey(path))?.from;
}
