import path from "node:path";
import { isInFolder } from "../core/file/find-files.ts";
import { oncePerKey } from "../core/api/once-per-key.ts";
import type { Report } from "../sync/report/report.ts";
import { findCheckout, isOfOther, realPath } from "./checkout.ts";
import type { Event } from "./event-rules.ts";
import type { Inputs } from "./inputs.ts";
import type { Position } from "../core/file/position.ts";

/** Where a project file is. */
interface FileLocation {
  /** Its path in the repository, as GitHub writes it. Elsewhere: from the workspace. */
  readonly name: string;
  readonly isInRepository: boolean;
  /** The commit of its checkout. `undefined`: not known. */
  readonly commit: string | undefined;
}

/** By the name that a report has for the file. `undefined`: the report is not about it. */
export type FileLocations = ReadonlyMap<string, FileLocation>;

/**
 * Finds the files of a report. A checkout may be below the workspace, and the runner may reach the workspace through a link. Real paths
 * count: GitHub shows no lines of a link.
 */
export async function locateFiles(
  { files, problems }: Pick<Report, "files" | "problems">,
  { folder, workspace }: Pick<Inputs, "folder" | "workspace">,
  { repository }: Pick<Event, "repository">,
): Promise<FileLocations> {
  const root = await realPath(workspace);
  const checkoutOf = oncePerKey(async (above: string) => {
    const checkout = await findCheckout(above, root);
    const isOther = checkout !== undefined && (await isOfOther(checkout, repository));
    return { top: isOther ? root : (checkout?.folder ?? root), isOther, commit: checkout?.commit };
  });
  const find = async (file: string): Promise<readonly [string, FileLocation]> => {
    const full = path.resolve(folder, file);
    const target = await realPath(full);
    // A link out of the workspace is not read. It is itself the problem.
    const real = isInFolder(root, target) ? target : path.join(await realPath(path.dirname(full)), path.basename(full));
    const { top, isOther, commit } = await checkoutOf(path.dirname(real));
    const isElsewhere = isOther || !isInFolder(root, real);
    const name = path.relative(isElsewhere ? root : top, real);
    return [file, { name: name.replaceAll(path.sep, "/"), isInRepository: !isElsewhere, commit }];
  };
  const names = new Set([...files, ...problems.map(({ file }) => file)]);
  return new Map(await Promise.all([...names].map(find)));
}

/** Addresses of pages of GitHub. Each is `undefined` if the runner does not say enough. */
export interface Links {
  /**
   * The line of a project file, in the commit of its checkout, or else of the run. Also `undefined` for a file of another repository, or of
   * none, and for line 0: the file may not exist.
   */
  readonly line: (position: Position) => string | undefined;
  /** The page of the run, which shows its summary. */
  readonly run: string | undefined;
}

export function createLinks(event: Event, locations: FileLocations): Links {
  const { server, repository, sha, run } = event;
  const page = URL.parse(server);
  if (page === null || !/^https?:$/.test(page.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    return { line: () => undefined, run: undefined };
  }
  const base = `${page.origin}${page.pathname.replace(/\/+$/, "")}/${repository}`;
  return {
    line: ({ file, line }) => {
      const place = locations.get(file);
      const commit = place?.commit ?? sha;
      if (line === 0 || commit === "" || place?.isInRepository !== true) return undefined;
      const segments = place.name.split("/").map((segment) => encodeURIComponent(segment.toWellFormed()));
      return `${base}/blob/${commit}/${segments.join("/")}#L${line}`;
    },
    run: run === undefined ? undefined : `${base}/actions/runs/${run.id}/attempts/${run.attempt}`,
  };
}
