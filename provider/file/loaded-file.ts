import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { DeclaredDomain } from "../resources/domain.ts";
import { canonicalHostName } from "../resources/host-name.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import type { Ignore } from "./ignored-names.ts";
import type { MissingVariable } from "./missing-variables.ts";
import type { Position, Positions } from "./position.ts";
import type { FileContent } from "./schema.ts";

/** A valid project file: what it declares, as plain data. */
export interface LoadedFile {
  /** The name of the file as it was passed in, for messages. */
  readonly file: string;
  readonly project: ProjectDeclaration;
  /** Absent: components are not managed. Empty: they are managed, and none is declared. */
  readonly components?: readonly ComponentDeclaration[] | undefined;
  /** Absent: domains are not managed. Empty: they are managed, and none is declared. */
  readonly domains?: readonly DomainDeclaration[] | undefined;
  readonly ignore: Ignore;
  /** Paths of the values from `{ secret: … }`, such as `components.edgee/ga4.settings.api_key`. */
  readonly secretPaths: readonly string[];
  /** The secret values, each once, for masking. No text that contains one of them may be shown. */
  readonly secrets: readonly string[];
  /** What was left out because its variable is missing. Empty unless the file was loaded with `missingVariables: "tolerate"`. */
  readonly missingVariables: readonly MissingVariable[];
  /** By path, such as `components.edgee/ga4`. */
  readonly positions: ReadonlyMap<string, Positions>;
}

export interface ProjectDeclaration {
  /** Only the key if `absent`. */
  readonly declared: DeclaredProject;
  readonly mustExist: boolean;
  readonly absent: boolean;
  readonly protect: boolean;
  readonly previousSlug?: string | undefined;
  readonly id?: string | undefined;
  readonly path: "project";
  readonly position: Position;
}

export interface ComponentDeclaration {
  /** Only the key if `absent`. */
  readonly declared: DeclaredComponent;
  readonly absent: boolean;
  readonly protect: boolean;
  readonly id?: string | undefined;
  /** `components.edgee/ga4` */
  readonly path: string;
  readonly position: Position;
}

export interface DomainDeclaration {
  /** With the canonical host name. */
  readonly declared: DeclaredDomain;
  readonly absent: boolean;
  readonly protect: boolean;
  /** `domains[0]`: the index in the file, which also counts domains that were left out. */
  readonly path: string;
  readonly position: Position;
}

/** The positions of the value at a path. If the file does not have it: of the nearest key around it. */
export function positionsOf(file: Pick<LoadedFile, "file" | "positions">, path: string): Positions {
  const positions = file.positions.get(path);
  if (positions !== undefined) return positions;
  const start = { file: file.file, line: 1, column: 1 };
  if (path === "") return { key: start, value: start };
  const { key } = positionsOf(file, path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0)));
  return { key, value: key };
}

export function projectDeclaration({ project }: FileContent, position: Position): ProjectDeclaration {
  const { must_exist: mustExist = false, absent = false, protect = false, previous_slug, id, ...declared } = project;
  const { organization_id, slug } = declared;
  return {
    declared: absent ? { organization_id, slug } : declared,
    mustExist,
    absent,
    protect,
    previousSlug: previous_slug,
    id,
    path: "project",
    position,
  };
}

export function componentDeclaration(
  component: string,
  { absent = false, protect = false, id, ...fields }: NonNullable<FileContent["components"]>[string],
  position: Position,
): ComponentDeclaration {
  return {
    declared: absent ? { component } : { component, ...fields },
    absent,
    protect,
    id,
    path: `components.${component}`,
    position,
  };
}

export function domainDeclaration(
  { name, absent = false, protect = false }: NonNullable<FileContent["domains"]>[number],
  path: string,
  position: Position,
): DomainDeclaration {
  return { declared: { name: canonicalHostName(name) ?? name }, absent, protect, path, position };
}
