import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { DeclaredDomain } from "../resources/domain.ts";
import type { ChildKind } from "../resources/kind.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import type { Ignore } from "./ignored-names.ts";
import type { Path } from "../resources/schema-walk.ts";
import type { MissingVariable } from "./missing-variables.ts";
import { isWithin, pathText, type Position, type Positions } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

/** The objects that a file declares in its project. A section that is absent is not managed. One that is empty is managed, and nothing is declared. */
export interface DeclaredSections {
  readonly components?: readonly ComponentDeclaration[] | undefined;
  readonly domains?: readonly DomainDeclaration[] | undefined;
}

/** A valid project file: what it declares, as plain data. */
export interface LoadedFile extends DeclaredSections {
  /** The name of the file as it was passed in, for messages. */
  readonly file: string;
  readonly project: ProjectDeclaration;
  readonly ignore: Ignore;
  /** The variables that its values come from, by the `pathKey` of the value. Not those that are not set. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** The secret values, each once, for masking. No text that contains one of them may be shown. */
  readonly secrets: readonly string[];
  /** Values that were left out because their variable is missing. Empty unless the file was loaded with `missingVariables: "tolerate"`. */
  readonly missingVariables: readonly MissingVariable[];
  /** By path, such as `components.edgee/ga4`. */
  readonly positions: ReadonlyMap<string, Positions>;
}

export interface Variable {
  /** Path of the value that it fills, as text. */
  readonly path: string;
  readonly variable: string;
  readonly secret: boolean;
  readonly text: string;
  /** As the file writes it. Default: none, the value is text. */
  readonly type?: unknown;
}

/** The declaration of one object in a file. */
interface Declaration<Declared> {
  /** Only the key if `absent`. */
  readonly declared: Declared;
  readonly absent: boolean;
  readonly protect: boolean;
  readonly id?: string | undefined;
  /** `project`, `components.edgee/ga4` or `domains[0]`: the index in the file, which also counts domains that were left out. */
  readonly path: string;
  readonly place: Path;
  readonly position: Position;
}

export interface ProjectDeclaration extends Declaration<DeclaredProject> {
  readonly mustExist: boolean;
  readonly previousSlug?: string | undefined;
  /** Its key, where another project of the run gets its slug. Default: `organization/slug`. */
  readonly key?: string;
}

export type ComponentDeclaration = Declaration<DeclaredComponent>;
/** With the canonical host name. */
export type DomainDeclaration = Declaration<DeclaredDomain>;

export interface DeclaredChild extends Omit<Declaration<unknown>, "declared"> {
  readonly kind: ChildKind;
  readonly name: string;
}

export function childrenOf({ components = [], domains = [] }: DeclaredSections): DeclaredChild[] {
  return [
    ...components.map(({ declared, ...rest }) => ({ ...rest, kind: "component" as const, name: declared.component })),
    ...domains.map(({ declared, ...rest }) => ({ ...rest, kind: "domain" as const, name: declared.name })),
  ];
}

/** Why a host name of the file is not known in this run: variables that are not set. */
export function unknownHostNames({
  missingVariables,
}: Pick<LoadedFile, "missingVariables">): readonly MissingVariable[] {
  return missingVariables.filter(({ path }) => isWithin(path, "domains"));
}

/** A problem with the value at a path: at its position, or that of its key. If the file does not have it: at the nearest key around it. */
export function problemAt(
  file: Pick<LoadedFile, "file" | "positions">,
  level: Problem["level"],
  path: Path,
  message: string,
  at: keyof Positions = "value",
): Problem {
  return createProblem(level, positionsOf(file, pathText(path))[at], path, message);
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
