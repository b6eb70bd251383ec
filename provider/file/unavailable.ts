import { isOwnVariable } from "./file-environment.ts";
import { type Fields, isObject } from "../resources/json.ts";
import { pathText } from "./path.ts";
import type { Position } from "./position.ts";
import type { Reference } from "./references.ts";
import type { Path } from "../resources/schema-walk.ts";

/** A value of the file that is not known in this run. */
export interface Unavailable {
  /** Of the value, such as `components.edgee/ga4.settings.measurement_id`. */
  readonly path: string;
  /** What is left out of the declaration because of it: the setting, field or domain that it belongs to. */
  readonly leftOut: Path;
  readonly variable: string;
  readonly secret: boolean;
  readonly reason: "unset" | "empty";
  readonly position: Position;
}

/**
 * Whether a missing variable leaves so much unsaid that nothing can be planned: which project is meant, and which
 * component an id pins.
 */
export function tellsIdentity([section, ...rest]: Path): boolean {
  if (section === "project") return rest.length === 1 && PROJECT_IDENTITY.has(rest[0] ?? "");
  return section === "components" && rest.length === 2 && rest[1] === "id";
}

const PROJECT_IDENTITY: ReadonlySet<string | number> = new Set(["organization_id", "slug", "previous_slug", "id"]);

/** Whether the value has no effect, because it stands in something that is to be removed. */
export function isIdle(path: Path, content: Fields): boolean {
  const [section, key] = path;
  if (section === "domains" || tellsIdentity(path)) return false;
  const { project, components } = content;
  const owner = section === "project" ? project : isObject(components) ? components[key ?? ""] : undefined;
  return isObject(owner) && owner["absent"] === true;
}

export function describeMissing({ variable, secret }: Reference, reason: Unavailable["reason"]): string {
  if (isOwnVariable(variable)) return `${variable} is projectsync's own and not given to files; use another variable`;
  const kind = secret ? "secret" : "environment variable";
  if (reason === "unset") return `the ${kind} ${variable} is not set; set it in the environment of this run`;
  const hint = secret ? " (a workflow gives an empty text for a secret that is not set)" : "";
  return `the ${kind} ${variable} is empty${hint}; give it a value`;
}

/** Of one that is not needed yet. */
export function describeNotHere({ variable, secret }: Pick<Reference, "variable" | "secret">): string {
  return `the ${secret ? "secret" : "variable"} ${variable} is not available here; apply needs it`;
}

export function unavailable(
  { path, variable, secret, position }: Reference,
  reason: Unavailable["reason"],
): Unavailable {
  return { path: pathText(path), leftOut: ownerOf(path), variable, secret, reason, position };
}

/**
 * What is left out of the declaration for a value that is not known: the setting, or the field, or the domain that it
 * belongs to. A list is owned whole, so a declaration with one item less would be another one.
 */
export function ownerOf(path: Path): Path {
  const [section, ...rest] = path;
  if (section === "domains") return path.slice(0, 2);
  const field = section === "project" ? 1 : 2;
  const byKey = rest[field - 1] === "settings" || rest[field - 1] === "extra";
  return path.slice(0, byKey ? field + 2 : field + 1);
}

/** Plain data without what stands at the paths. */
export function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  const byPart = Map.groupBy(paths, ([part]) => part);
  const goes = (part: string | number): boolean => byPart.get(part)?.some((path) => path.length === 1) === true;
  const rest = (part: string | number): Path[] => (byPart.get(part) ?? []).map((path) => path.slice(1));
  if (Array.isArray(value)) {
    return [...value.entries()].filter(([index]) => !goes(index)).map(([index, item]) => without(item, rest(index)));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !goes(name));
  return Object.fromEntries(kept.map(([name, content]) => [name, without(content, rest(name))]));
}
