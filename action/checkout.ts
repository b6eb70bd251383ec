import { lstat, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { findFiles } from "../core/file/find-files.ts";
import { codeOf } from "../core/api/errors.ts";
import type { Inputs } from "./inputs.ts";

/** A folder with anything called `.git`. */
export interface Checkout {
  readonly folder: string;
  /** `.git` is a folder. In a worktree and a submodule it is a file that names one, which is not followed. */
  readonly isPlain: boolean;
  /** The commit that HEAD shows. */
  readonly commit: string | undefined;
}

/** Where the files of a run are. */
export interface FileOrigin {
  /** The working directory and the project files: real paths, unless one is `linked`. */
  readonly base: string;
  readonly files: readonly string[];
  /** The first of them that is a link, or is behind one in the workspace. It is not followed: it could lead to another checkout. */
  readonly linked: string | undefined;
  /** The checkouts of the files. `undefined`: a file is in none, as after a download. */
  readonly checkouts: readonly (Checkout | undefined)[];
  /** The real path. */
  readonly workspace: string;
}

/** Finds the project files and their checkouts. Reads git's own files: the Action runs no other program. */
export async function findOrigin({
  engine,
  folder,
  patterns,
  workspace,
}: Pick<Inputs, "engine" | "folder" | "patterns" | "workspace">): Promise<FileOrigin> {
  const root = await realPath(workspace);
  const { files: names } = await findFiles(patterns, path.resolve(folder), workspace);
  const paths = [".", ...names].map((name) => path.resolve(folder, name));
  const real = await Promise.all(paths.map(realPath));
  // The runner may reach the workspace through a link.
  const isLinked = (file: string, index: number): boolean =>
    ![workspace, root].some((from) => path.join(root, path.relative(from, file)) === real[index]);
  const linked = paths.find(isLinked);
  const [base = root, ...files] = real;
  // An engine runs code of the folder, too.
  const folders = [
    ...files.map((file) => path.dirname(file)),
    ...(files.length === 0 || engine === "pulumi" ? [base] : []),
  ];
  const checkouts = await Promise.all([...new Set(folders)].map((each) => findCheckout(each, root)));
  return { base, files, linked: linked && path.relative(workspace, linked), checkouts, workspace: root };
}

/** The nearest checkout, from `folder` up to `workspace`: both are real paths. `undefined` if there is none. */
export async function findCheckout(folder: string, workspace: string): Promise<Checkout | undefined> {
  const git = path.join(folder, ".git");
  const kind = await kindOf(git);
  const isPlain = kind === "folder";
  if (kind !== "nothing") return { folder, isPlain, commit: isPlain ? await readHead(git) : undefined };
  const above = path.dirname(folder);
  return folder === workspace || above === folder ? undefined : findCheckout(above, workspace);
}

/** Nothing is in a folder that is none, or that cannot be entered. */
const NOT_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"]);

async function kindOf(name: string): Promise<"folder" | "other" | "nothing"> {
  try {
    return (await lstat(name)).isDirectory() ? "folder" : "other";
  } catch (error) {
    return NOT_THERE.has(codeOf(error)) ? "nothing" : "other";
  }
}

/** The commit of a HEAD, or of the branch that it names. `undefined` for what only git follows, such as a branch that stands for another one. */
async function readHead(git: string): Promise<string | undefined> {
  const head = await read(path.join(git, "HEAD"));
  const ref = /^ref:\s*(refs\/(?!.*\.\.).+)$/.exec(head ?? "")?.[1];
  if (ref === undefined) return asCommit(head);
  const loose = await read(path.join(git, ref));
  if (loose !== undefined) return asCommit(loose);
  // Lines such as `<commit> refs/heads/main`.
  const packed = (await read(path.join(git, "packed-refs")))?.split("\n") ?? [];
  return asCommit(packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0]);
}

function asCommit(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** A checkout of another repository: all its remotes are others, or it is not plain. `repository`: such as `acme/sites`. */
export async function isOfOther({ folder, isPlain }: Checkout, repository: string): Promise<boolean> {
  if (!isPlain) return true;
  const config = (await read(path.join(folder, ".git/config"))) ?? "";
  const urls = [...config.matchAll(/^\s*url = (.+)$/gm)].map(([, url = ""]) =>
    url.trim().replace(/(?:\.git)?\/*$/, ""),
  );
  const names = urls.map((url) => url.split(/[/:]/).slice(-2).join("/").toLowerCase());
  return names.length > 0 && !names.includes(repository.toLowerCase());
}

/** The real path of a file or folder. If it does not exist, that of the folders above it. */
export async function realPath(name: string): Promise<string> {
  const above = path.dirname(name);
  return realpath(name).catch(async () =>
    above === name ? name : path.join(await realPath(above), path.basename(name)),
  );
}

/** A pipe would never end. */
async function read(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? (await readFile(file, "utf8")).trim() : undefined;
  } catch {
    return undefined;
  }
}
