import type { FileData } from "../../provider/file/write-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { isObject } from "../../provider/resources/json.ts";
import type { LiveProject } from "./live.ts";
import type { Path } from "../../provider/resources/schema-walk.ts";

/** A value that a file takes from the environment. */
export interface Secret {
  /** Of the variable. */
  readonly name: string;
  /** Such as `components.edgee/ga4.settings.api_key`. */
  readonly path: string;
  /** Whether the service hides the value, so that only somebody else knows it. */
  readonly hidden: boolean;
}

export interface DraftSecret {
  readonly name: string;
  readonly path: Path;
  /** What the service shows; `undefined` where it hides it. Leaves this folder nowhere. */
  readonly value: string | undefined;
  /** What the variable holds while the file is tried: the value, or one that would do. */
  readonly trial: string;
}

/** What a file is to say, before it is known whether it can. */
export interface Draft {
  readonly project: LiveProject;
  readonly data: FileData;
  readonly secrets: readonly DraftSecret[];
  /** What is live and not in it, as sentences without a value. */
  readonly notes: readonly string[];
}

/** The secrets that the data still takes. */
export function secretsIn(data: FileData, secrets: readonly DraftSecret[]): Secret[] {
  return secrets
    .filter(({ path, name }) => variableIn(path.reduce<unknown>(at, data)) === name)
    .map(({ name, path, value }) => ({ name, path: pathText(path), hidden: value === undefined }));
}

/** The variable that a value is taken from; `undefined` where it stands there itself. */
export function variableIn(value: unknown): string | undefined {
  const [[key, name] = [], ...more] = isObject(value) ? Object.entries(value) : [];
  return more.length === 0 && key === "secret" && typeof name === "string" ? name : undefined;
}

function at(value: unknown, part: string | number): unknown {
  if (Array.isArray(value)) return value[Number(part)];
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** The environment in which the file says what is live. */
export function environmentOf(secrets: readonly DraftSecret[]): Readonly<Record<string, string>> {
  return Object.fromEntries(secrets.map(({ name, trial }) => [name, trial]));
}
