import path from "node:path";
import picomatch from "picomatch";
import { GLOB_RULES } from "../core/text/glob-rules.ts";
import { findCheckout, isOfOther, realPath, type FileOrigin } from "./checkout.ts";
import type { Event } from "./event-rules.ts";
import type { Inputs } from "./inputs.ts";

/** Tells the files that decide what the run does. `name`: the path in the repository. */
export type Covers = (name: string) => boolean;

const WORKFLOWS = ".github/workflows/";

/**
 * Covers the project files, also new ones that a glob matches, and the workflow file. If it is not known which file that is, all workflow
 * files.
 */
export async function coveredFiles(
  { base, files, checkouts, workspace }: FileOrigin,
  { patterns }: Pick<Inputs, "patterns">,
  { workflow, repository, sha }: Pick<Event, "workflow" | "repository" | "sha">,
): Promise<Covers> {
  const around = await findCheckout(base, workspace);
  const roots = await Promise.all(
    [...checkouts, ...(around === undefined ? [] : [around])].map(async (checkout) => {
      // No commit of this repository changes the files of another one. The run's commit is its own, from whatever mirror.
      const mayBeOther = checkout !== undefined && checkout.commit !== sha;
      if (mayBeOther && (await isOfOther(checkout, repository))) return [];
      return checkout?.folder ?? workspace;
    }),
  );
  const isNamed = await matcherOf(patterns, base);
  const isGlobbed = (file: string): boolean => isNamed(nameFrom(base, file));
  return (name) =>
    (workflow === undefined ? name.startsWith(WORKFLOWS) : name === workflow) ||
    roots
      .flat()
      .map((root) => path.join(root, name))
      .some((changed) => files.includes(changed) || isGlobbed(changed));
}

function nameFrom(base: string, file: string): string {
  return path.relative(base, file).split(path.sep).join("/");
}

async function matcherOf(patterns: readonly string[], base: string): Promise<(name: string) => boolean> {
  if (patterns.length === 0) return picomatch("projectsync.{yaml,yml}");
  const fromBase = async (pattern: string): Promise<string> => {
    if (!path.isAbsolute(pattern)) return path.posix.normalize(pattern);
    // The workspace may be a link. A folder that is a glob does not exist, and stays.
    const folder = await realPath(path.dirname(pattern));
    return path.posix.normalize(nameFrom(base, path.join(folder, path.basename(pattern))));
  };
  const ignored = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  const ignore = await Promise.all(ignored.map(fromBase));
  return picomatch(await Promise.all(wanted.map(fromBase)), { ...GLOB_RULES, ignore });
}
