import type { Position } from "../provider/file/position.ts";
import type { Event } from "./event.ts";
import type { Places } from "./places.ts";

/** Addresses of pages of GitHub. Each is `undefined` if the runner does not say enough. */
export interface Links {
  /** The line of a project file, in the commit of its checkout, or else of the run. Also `undefined` for a file of another repository, or of none. */
  readonly line: (position: Position) => string | undefined;
  /** The page of the run, which shows its summary. */
  readonly run: string | undefined;
}

export function createLinks(event: Event, places: Places): Links {
  const { server, repository, sha, run } = event;
  const page = URL.parse(server);
  if (page === null || !/^https?:$/.test(page.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    return { line: () => undefined, run: undefined };
  }
  const base = `${page.origin}${page.pathname.replace(/\/+$/, "")}/${repository}`;
  return {
    line: ({ file, line }) => {
      const place = places.get(file);
      const commit = place?.commit ?? sha;
      if (commit === "" || place?.isInRepository !== true) return undefined;
      const segments = place.name.split("/").map((segment) => encodeURIComponent(segment.toWellFormed()));
      return `${base}/blob/${commit}/${segments.join("/")}${line === 0 ? "" : `#L${line}`}`;
    },
    run: run === undefined ? undefined : `${base}/actions/runs/${run.id}/attempts/${run.attempt}`,
  };
}
