import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { DeclaredDomain } from "../resources/domain.ts";
import { canonicalHostName } from "../resources/host-name.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import type { Position } from "./position.ts";
import type { FileContent } from "./schema.ts";
import type { Unavailable } from "./unavailable.ts";

/** A project file that was read: plain data, nothing in it wrong. */
export interface LoadedFile {
  /** As it was named, for messages. */
  readonly file: string;
  readonly project: DeclaredProjectEntry;
  /** Without it components are not managed; an empty list manages them and names none. */
  readonly components?: readonly DeclaredComponentEntry[];
  /** Without it domains are not managed; an empty list manages them and names none. */
  readonly domains?: readonly DeclaredDomainEntry[];
  /** Paths of the values that the file takes from `{ secret: … }`, such as `components.edgee/ga4.settings.api_key`. */
  readonly secretPaths: readonly string[];
  /** The values themselves, each once, for masking. Nothing else of the file may be shown with them in it. */
  readonly secrets: readonly string[];
  /** What was left out because its variable is not set; only with `unavailable: "tolerate"`. */
  readonly unavailable: readonly Unavailable[];
  readonly places: ReadonlyMap<string, FilePlace>;
}

/** Where something stands in the file: what it is under (its key, or the item of a list), and the value itself. */
export interface FilePlace {
  readonly from: Position;
  readonly at: Position;
}

export interface DeclaredProjectEntry {
  /** Only the key where `absent`. */
  readonly declared: DeclaredProject;
  readonly mustExist: boolean;
  readonly absent: boolean;
  readonly protect: boolean;
  readonly previousSlug?: string;
  readonly id?: string;
  readonly path: "project";
  readonly position: Position;
}

export interface DeclaredComponentEntry {
  /** Only the key where `absent`. */
  readonly declared: DeclaredComponent;
  readonly absent: boolean;
  readonly protect: boolean;
  readonly id?: string;
  /** `components.edgee/ga4` */
  readonly path: string;
  readonly position: Position;
}

export interface DeclaredDomainEntry {
  /** With the canonical host name. */
  readonly declared: DeclaredDomain;
  readonly absent: boolean;
  readonly protect: boolean;
  /** `domains[0]`: its index in the file, which counts the ones that are left out too. */
  readonly path: string;
  readonly position: Position;
}

/** The place of a path; of one that the file does not have, where the nearest thing around it begins. */
export function placeOf(file: Pick<LoadedFile, "file" | "places">, path: string): FilePlace {
  const place = file.places.get(path);
  if (place !== undefined) return place;
  const start = { file: file.file, line: 1, column: 1 };
  if (path === "") return { from: start, at: start };
  const { from } = placeOf(file, path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0)));
  return { from, at: from };
}

export function loadedProject({ project }: FileContent, position: Position): DeclaredProjectEntry {
  const { must_exist: mustExist = false, absent = false, protect = false, previous_slug, id, ...declared } = project;
  const { organization_id, slug } = declared;
  return {
    declared: absent ? { organization_id, slug } : declared,
    mustExist,
    absent,
    protect,
    ...(previous_slug === undefined ? {} : { previousSlug: previous_slug }),
    ...(id === undefined ? {} : { id }),
    path: "project",
    position,
  };
}

export function loadedComponent(
  component: string,
  { absent = false, protect = false, id, ...fields }: NonNullable<FileContent["components"]>[string],
  position: Position,
): DeclaredComponentEntry {
  return {
    declared: absent ? { component } : { component, ...fields },
    absent,
    protect,
    ...(id === undefined ? {} : { id }),
    path: `components.${component}`,
    position,
  };
}

export function loadedDomain(
  { name, absent = false, protect = false }: NonNullable<FileContent["domains"]>[number],
  path: string,
  position: Position,
): DeclaredDomainEntry {
  return { declared: { name: canonicalHostName(name) ?? name }, absent, protect, path, position };
}
