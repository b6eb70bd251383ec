import { isObject, type Fields } from "../resources/json.ts";
import type { Path } from "../resources/schema-walk.ts";
import { pathKey, pathText, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { ResolvedFile } from "./values.ts";

/** A reference to a variable that is not set or empty in this run. */
export interface MissingVariable {
  /** The path of the value, such as `components.edgee/ga4.settings.measurement_id`. */
  readonly path: string;
  /** The setting, field or domain that is left out of the declaration because of it. */
  readonly omitted: Path;
  /** Nothing can be planned without it, in no run. */
  readonly isRequired: boolean;
  readonly variable: string;
  readonly secret: boolean;
  readonly reason: "unset" | "empty";
  readonly position: Position;
}

/** True if the value says which project or component is meant, or whether an object is to exist. Without it nothing can be planned. */
function isRequired([section, ...rest]: Path): boolean {
  const [name, ...more] = section === "project" ? rest : rest.slice(1);
  return more.length === 0 && (section === "project" ? OF_PROJECT : OF_CHILD).has(name ?? "");
}

const OF_CHILD: ReadonlySet<string | number> = new Set(["id", "absent", "protect"]);
const OF_PROJECT = new Set([...OF_CHILD, "organization_id", "slug", "previous_slug", "must_exist"]);

/** True if the value has no effect because its project or component is declared `absent`. */
export function isOfAbsentObject(path: Path, data: Fields): boolean {
  const [section, key] = path;
  // In a list, the whole object is left out.
  if (typeof key === "number" || isRequired(path)) return false;
  const content = data[section ?? ""];
  const object = section === "project" || !isObject(content) ? content : content[key ?? ""];
  return isObject(object) && object["absent"] === true;
}

/** The message where only a later apply needs the value. */
export function missingVariableWarning({ variable, reason }: Pick<MissingVariable, "variable" | "reason">): string {
  return `environment variable ${variable} is ${reason === "unset" ? "not set" : "empty"} (skipped here; apply requires it)`;
}

/** The message where the run needs the value. */
function missingVariableError({ variable, secret, reason }: MissingVariable): string {
  if (reason === "unset") return `environment variable ${variable} is not set; set it in the environment of this run`;
  const hint = secret ? " (a workflow passes an empty value for a secret that is not set)" : "";
  return `environment variable ${variable} is empty${hint}; set a value`;
}

/** The problem at the position of the value: an error where the run needs it, a warning where nothing else can show it. */
export const missingVariableProblem =
  (level: Problem["level"]) =>
  (value: MissingVariable): Problem => {
    const message = level === "error" ? missingVariableError(value) : missingVariableWarning(value);
    return createProblem(level, value.position, value.path, message);
  };

export function missingVariables({ data, references }: ResolvedFile): MissingVariable[] {
  return references.flatMap(({ path, variable, secret, position, found }) =>
    "missing" in found && !isOfAbsentObject(path, data)
      ? [
          {
            path: pathText(path),
            omitted: omittedPath(path),
            isRequired: isRequired(path),
            variable,
            secret,
            reason: found.missing,
            position,
          },
        ]
      : [],
  );
}

/**
 * The path of what is left out of the declaration if the value at a path is not known: the whole setting, field or object of a list.
 * Never a single item of a list: projectsync owns lists whole, so a shorter list would be a change.
 */
export function omittedPath(path: Path): Path {
  const [section, key] = path;
  if (typeof key === "number") return path.slice(0, 2);
  const field = section === "project" ? 1 : 2;
  const byKey = ["settings", "extra", "autocapture"].includes(String(path[field]));
  return path.slice(0, byKey ? field + 2 : field + 1);
}

/** A copy of plain data without the values at the paths, which are `pathKey`s. */
export function withoutPaths(data: unknown, omitted: ReadonlySet<string>, path: Path = []): unknown {
  const rest = <Part extends string | number>(entries: Iterable<[Part, unknown]>): [Part, unknown][] =>
    [...entries]
      .filter(([part]) => !omitted.has(pathKey([...path, part])))
      .map(([part, value]) => [part, withoutPaths(value, omitted, [...path, part])]);
  if (Array.isArray(data)) return rest(data.entries()).map(([, item]) => item);
  return isObject(data) ? Object.fromEntries(rest(Object.entries(data))) : data;
}
