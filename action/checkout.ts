import { lstat, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../core/api/errors.ts";
import { type Event, EVENT_RULES } from "./event.ts";

const UNREADABLE = "unreadable";

/**
 * Why these files or folders are not those of the run's commit: a workflow may check out another one, such as a fork's. `undefined`
 * if they are, or if that is not known. `mustKnow`: then that is a reason, too. Both the path and where its links lead count.
 */
export async function whyElsewhere(
  event: Event,
  paths: readonly string[],
  workspace: string,
  mustKnow: boolean,
): Promise<string | undefined> {
  // If the payload shows that the code is this repository's own, the workflow often checks out another commit.
  if (event.sha === "" || EVENT_RULES.get(event.name)?.proof === "head") return undefined;
  const commits = await checkedOutCommits(paths, workspace, UNREADABLE);
  const other = commits.find((commit) => commit !== undefined && commit !== event.sha);
  if (other === UNREADABLE) return "the .git of the files has no HEAD that shows a commit";
  if (other !== undefined)
    return `the checkout is at ${other.slice(0, 7)}, and this run is for ${event.sha.slice(0, 7)}`;
  return mustKnow && commits.includes(undefined)
    ? "no .git folder shows the commit of the files (was it a download without git?)"
    : undefined;
}

/**
 * The commits of the checkouts that these files or folders are in: where they are, and where their links lead. `undefined`: not known.
 * `unreadable`: in place of the commit of a `.git` without a HEAD that shows one. Default: not known either.
 */
export async function checkedOutCommits(
  paths: readonly string[],
  workspace: string,
  unreadable?: string,
): Promise<readonly (string | undefined)[]> {
  const root = await realPath(workspace);
  return Promise.all(
    paths.flatMap((each) => [
      checkedOutCommit(each, workspace, unreadable),
      realPath(each).then((real) => checkedOutCommit(real, root, unreadable)),
    ]),
  );
}

/** What does not exist leads nowhere else, but the folders above it may. */
export async function realPath(name: string): Promise<string> {
  const above = path.dirname(name);
  return realpath(name).catch(async () =>
    above === name ? name : path.join(await realPath(above), path.basename(name)),
  );
}

/**
 * The folder of the checkout: the nearest with anything called `.git`, from `folder` up to `workspace`. `undefined` if there is none, as
 * after a download.
 */
export async function checkoutFolder(folder: string, workspace: string): Promise<string | undefined> {
  if (await isThere(path.join(folder, ".git"))) return folder;
  const above = path.dirname(folder);
  return folder === workspace || above === folder ? undefined : checkoutFolder(above, workspace);
}

/** Nothing is in a folder that is none, or that cannot be entered. */
const NOT_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"]);

/** What cannot be read counts, too: the commit is then not known. */
async function isThere(name: string): Promise<boolean> {
  try {
    await lstat(name);
    return true;
  } catch (error) {
    return !NOT_THERE.has(codeOf(error));
  }
}

/** The folder with git's own files. In a worktree and a submodule, `.git` is a file that names it. A `..` is one of the real folder. */
async function gitFolder(checkout: string): Promise<string> {
  const real = await realPath(checkout);
  const linked = /^gitdir: (.+)$/.exec((await read(path.join(real, ".git"))) ?? "")?.[1];
  return realPath(path.resolve(real, linked ?? ".git"));
}

/** Whether git's own files name other repositories only, as those of a submodule do. `repository`: such as `acme/sites`. */
export async function isOfOther(checkout: string, repository: string): Promise<boolean> {
  const config = (await read(path.join(await gitFolder(checkout), "config"))) ?? "";
  const urls = [...config.matchAll(/^\s*url = (.+)$/gm)].map(([, url = ""]) =>
    url.trim().replace(/(?:\.git)?\/*$/, ""),
  );
  const names = urls.map((url) => url.split(/[/:]/).slice(-2).join("/").toLowerCase());
  return names.length > 0 && !names.includes(repository.toLowerCase());
}

/** Reads git's own files: the Action runs no other program. `undefined` if there is no `.git`. */
export async function checkedOutCommit(
  folder: string,
  workspace: string,
  unreadable?: string,
): Promise<string | undefined> {
  const checkout = await checkoutFolder(folder, workspace);
  if (checkout === undefined) return undefined;
  const git = await gitFolder(checkout);
  let content = await read(path.join(git, "HEAD"));
  if (refIn(content) === undefined) return asCommit(content) ?? unreadable;
  // A worktree has its own HEAD, and the branches of its repository.
  const common = path.resolve(git, (await read(path.join(git, "commondir"))) ?? "");
  // Lines such as `<commit> refs/heads/main`.
  const packed = (await read(path.join(common, "packed-refs")))?.split("\n") ?? [];
  // A branch may stand for another one.
  for (let depth = 0; depth < MAX_REFS; depth += 1) {
    const ref = refIn(content);
    if (ref === undefined) break;
    const line = packed.find((each) => each.endsWith(` ${ref}`));
    content = (await read(path.join(common, ref))) ?? line?.split(" ")[0];
  }
  return asCommit(content) ?? unreadable;
}

/** As many as git follows. */
const MAX_REFS = 5;

/** The name of the branch in a HEAD, or in a branch that stands for another one. */
function refIn(content = ""): string | undefined {
  return /^ref:\s*(refs\/(?!.*\.\.).+)$/.exec(content)?.[1];
}

function asCommit(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** A pipe would never end. */
async function read(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? (await readFile(file, "utf8")).trim() : undefined;
  } catch {
    return undefined;
  }
}
