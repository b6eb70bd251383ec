import { readlink, realpath } from "node:fs/promises";
import path from "node:path";
import picomatch from "picomatch";
import { findFiles, isInFolder } from "../core/file/find-files.ts";
import { checkoutFolder, isOfOther, realPath } from "./checkout.ts";
import type { Event } from "./event.ts";
import type { Inputs } from "./inputs.ts";

/** Whether a file decides what the run does. `name`: its path in the repository. */
export type Covers = (name: string) => boolean;

const WORKFLOWS = ".github/workflows/";

/**
 * Covers the project files, also new ones that a glob matches, what they link to, and the workflow file. If it is not known which file
 * that is, all workflow files.
 */
export async function coveredFiles(
  { patterns, folder, workspace }: Pick<Inputs, "patterns" | "folder" | "workspace">,
  { workflow, repository }: Pick<Event, "workflow" | "repository">,
): Promise<Covers> {
  const base = path.resolve(folder);
  const { files } = await findFiles(patterns, base, workspace);
  const paths = (await Promise.all(files.map((file) => withLinks(path.resolve(base, file))))).flat();
  // A checkout may be below the working directory, too: its files say where it is.
  // Not a submodule, which is itself a file of the repository around it, or another repository, whose files have the same names.
  const own = async (from: string): Promise<string | undefined> => {
    const checkout = await checkoutFolder(from, workspace);
    const above = path.dirname(checkout ?? workspace);
    if (checkout === undefined || [workspace, above].includes(checkout)) return checkout;
    return (await isOfOther(checkout, repository)) ? ((await own(above)) ?? checkout) : checkout;
  };
  const folders = [...new Set(paths.map((file) => path.dirname(file)))];
  const found = await Promise.all(folders.map(async (each) => (await own(each)) ?? workspace));
  const given = [...new Set([(await own(base)) ?? found[0] ?? workspace, ...found])];
  const roots = [...new Set([...given, ...(await Promise.all(given.map((each) => realpath(each))))])];
  const isNamed = matcherOf(patterns);
  // A folder may be a link: new files are then named by the folder that it leads to.
  const places = new Set([base, ...files.map((file) => path.dirname(path.resolve(base, file)))]);
  const leads = await Promise.all(Array.from(places, async (place) => ({ place, real: await realPath(place) })));
  const isGlobbed = (changed: string): boolean =>
    leads
      .filter(({ real }) => isInFolder(real, changed))
      .map(({ place, real }) => path.relative(base, path.join(place, path.relative(real, changed))))
      .some((name) => isNamed(name.split(path.sep).join("/")));
  const isPartOf = (changed: string, file: string): boolean => file === changed || file.startsWith(changed + path.sep);
  return (name) =>
    (workflow === undefined ? name.startsWith(WORKFLOWS) : name === workflow) ||
    roots
      .map((root) => path.join(root, name))
      .some((changed) => isGlobbed(changed) || paths.some((file) => isPartOf(changed, file)));
}

/** As many as the system follows. */
const MAX_LINKS = 40;

/** The file, each link on the way to it, also those that are folders, and where they lead. Links that lead back end after 40. */
export async function withLinks(file: string): Promise<string[]> {
  const links: string[] = [];
  let { root: real } = path.parse(file);
  const left = file.slice(real.length).split(path.sep);
  for (let name = left.shift(); name !== undefined && links.length < MAX_LINKS; name = left.shift()) {
    const next = path.join(real, name);
    // Most are no links.
    const target = await readlink(next).catch(() => undefined);
    if (target === undefined) real = next;
    else {
      links.push(next);
      const { root } = path.parse(target);
      if (root !== "") real = root;
      // A `..` is one of the real folder, so the target is followed name by name.
      left.unshift(...target.slice(root.length).split(/[/\\]/));
    }
  }
  return [file, ...links, path.join(real, ...left)];
}

function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return picomatch("projectsync.{yaml,yml}");
  const inNormalForm = (pattern: string): string => path.posix.normalize(pattern);
  const ignored = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  return picomatch(wanted.map(inNormalForm), { ignore: ignored.map(inNormalForm) });
}
