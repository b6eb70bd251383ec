import { createHash } from "node:crypto";
import type { ProjectRecord } from "../../core/api/records.ts";
import { keyForm } from "../../core/resources/canonical-forms.ts";

/** The usual forms of a text. From a name in capitals, each can be read back. */
const USUAL = {
  /** An id of the service. No two ids differ only in case, `-` or `_`. */
  id: /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/,
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
};

/** A part of a variable's name: one of the texts that identify a secret. */
export interface NamePart {
  readonly text: string;
  readonly form: keyof typeof USUAL;
}

export function kebab(text: string): NamePart {
  return { text, form: "kebab" };
}

export function snake(text: string): NamePart {
  return { text, form: "snake" };
}

/** The organization and the name of `organization/component`. */
export function componentParts(component: string): NamePart[] {
  return component.split("/").map(kebab);
}

/** Names the variable of a secret. `parts` identify the secret in its project. */
export type NameVariable = (parts: readonly NamePart[]) => string;

/** A live project as its file names it. */
export interface NamedProject {
  readonly record: ProjectRecord;
  readonly organizationId: string;
  readonly slug: string;
  /** True if only the id tells the project from others: organization and slug do not. */
  readonly pinned: boolean;
}

/** Variable names for the secrets of a project. They hold the project's id if organization and slug do not identify it. */
export function variableNaming(project: NamedProject): NameVariable {
  const id = (text: string): NamePart => ({ text, form: "id" });
  const owner = [id(project.organizationId), kebab(project.slug), ...(project.pinned ? [id(project.record.id)] : [])];
  return (parts) => variableName([...owner, ...parts]);
}

const LONGEST = 120;

/** Reserved by GitHub, Pulumi and others. A name in a workflow cannot start with a digit. */
const RESERVED = /^(?:\d|ACTIONS_|GITHUB_|INPUT_|RUNNER_|PROJECTSYNC_|PULUMI_|NODE_|NPM_)/;

/**
 * The variable of a secret. The name depends only on the parts: it does not change with what else is exported, and two secrets never
 * share one. `__` separates the parts. If a part cannot be read back from the name, a hash of all parts follows.
 */
export function variableName(parts: readonly NamePart[]): string {
  const words = parts.map(({ text }) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, ""),
  );
  const name = words.filter((word) => word !== "").join("__");
  const isRefused = RESERVED.test(`${name}_`);
  if (!isRefused && name.length <= LONGEST && parts.every(({ text, form }) => USUAL[form].test(text))) return name;
  const identity = JSON.stringify(parts.map(({ text }) => text));
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 8).toUpperCase();
  return `${isRefused ? "SECRET_" : ""}${name.slice(0, LONGEST)}__${hash}`;
}

/** Makes each name unique in its scope by a number at its end. Names that differ only in case count as the same. */
export function uniqueNames(separator: string): (wanted: string, scope?: string) => string {
  const used = new Set<string>();
  return (wanted, scope = "") => {
    const key = (name: string): string => `${scope}/${keyForm(name)}`;
    let name = wanted;
    for (let next = 2; used.has(key(name)); next += 1) name = `${wanted}${separator}${next}`;
    used.add(key(name));
    return name;
  };
}

/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file name for each project: its slug, and its organization if several organizations have the slug. Names differ in more than case.
 * None leads out of the folder, is hidden, or looks like an option of a command.
 */
export function fileNames(projects: readonly { readonly organizationId: string; readonly slug: string }[]): string[] {
  const unique = uniqueNames(".");
  return projects.map(({ organizationId, slug }) => {
    const isShared = projects.filter((other) => other.slug === slug).length > 1;
    const safe =
      slug
        .replace(/[^\w.-]+/g, "-")
        .replace(/^[.-]+/, "")
        .slice(0, 63) || "project";
    const organization = organizationId.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64);
    const name = isShared ? `${safe}.${organization}` : safe;
    return `${unique(DEVICE.test(safe) ? `project-${name}` : name)}.yaml`;
  });
}
