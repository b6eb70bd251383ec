import path from "node:path";
import type { Position } from "../provider/file/position.ts";
import type { Event } from "./event.ts";
import type { Inputs } from "./inputs.ts";

/** Addresses of pages of GitHub. Each is `undefined` if the runner does not say enough. */
export interface Links {
  /** The line of a project file, in the commit of the run. Also `undefined` for a file outside of the workspace. */
  readonly line: (position: Position) => string | undefined;
  /** The page of the run, which shows its summary. */
  readonly run: string | undefined;
}

type Places = Pick<Inputs, "folder" | "workspace">;

export function createLinks(event: Event, { folder, workspace }: Places): Links {
  const { server, repository, sha, run } = event;
  if (URL.parse(server) === null || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    return { line: () => undefined, run: undefined };
  }
  const base = `${server.replace(/\/+$/, "")}/${repository}`;
  return {
    line: ({ file, line }) => {
      const name = path.relative(workspace, path.resolve(folder, file));
      if (sha === "" || name.startsWith("..") || path.isAbsolute(name)) return undefined;
      const segments = name.split(path.sep).map((segment) => encodeURIComponent(segment.toWellFormed()));
      return `${base}/blob/${sha}/${segments.join("/")}${line === 0 ? "" : `#L${line}`}`;
    },
    run: run === undefined ? undefined : `${base}/actions/runs/${run.id}/attempts/${run.attempt}`,
  };
}
