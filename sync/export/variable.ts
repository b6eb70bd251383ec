import { createHash } from "node:crypto";
import { isReservedVariable } from "../../provider/file/file-environment.ts";

/** How a text is written where it can be read back from a name in capitals. */
const USUAL = {
  /** An id of the service, which are never told apart by capitals, `-` or `_` alone. */
  id: /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/,
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
};

/** One of the texts that tell a secret from all others. */
export interface Part {
  readonly text: string;
  readonly form: keyof typeof USUAL;
}

export function kebab(text: string): Part {
  return { text, form: "kebab" };
}

export function snake(text: string): Part {
  return { text, form: "snake" };
}

/** Of `organization/component`, each a name of its own. */
export function componentParts(component: string): Part[] {
  return component.split("/").map(kebab);
}

/** The name of a variable for what the parts tell within one project. */
export type VariableOf = (parts: readonly Part[]) => string;

/** Names for the secrets of a project. Its id counts where organization and slug do not tell it from others. */
export function variablesOf(project: {
  readonly record: { readonly id: string };
  readonly organizationId: string;
  readonly slug: string;
  readonly pinned: boolean;
}): VariableOf {
  const id = (text: string): Part => ({ text, form: "id" });
  const owner = [id(project.organizationId), kebab(project.slug), ...(project.pinned ? [id(project.record.id)] : [])];
  return (parts) => variableName([...owner, ...parts]);
}

const LONGEST = 120;

/** What GitHub, Pulumi and others keep for themselves; names in a workflow begin with no digit. */
const RESERVED = /^(?:\d|GITHUB_|RUNNER_|PROJECTSYNC_|PULUMI_|NODE_|NPM_)/;

/**
 * The variable that a secret is taken from. What the secret is tells the name, and nothing else: it is the same whatever is exported
 * with it, and two secrets do not meet in one. `__` stands between the parts; where a part cannot be read back from the name as it
 * stands there, a hash of all parts follows.
 */
export function variableName(parts: readonly Part[]): string {
  const words = parts.map(({ text }) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, ""),
  );
  const name = words.filter((word) => word !== "").join("__");
  const isRefused = RESERVED.test(`${name}_`) || isReservedVariable(`${name}_`);
  if (!isRefused && name.length <= LONGEST && parts.every(({ text, form }) => USUAL[form].test(text))) return name;
  const identity = JSON.stringify(parts.map(({ text }) => text));
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 8).toUpperCase();
  return `${isRefused ? "SECRET_" : ""}${name.slice(0, LONGEST)}__${hash}`;
}
