import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadFiles, type LoadedFiles } from "../../../sync/load-files.ts";
import type { RunOptions } from "../../../sync/run-options.ts";
import { render, type DeclaredProject } from "./declarations.ts";

/** Most files that are kept in memory. */
const MOST_KEPT = 500;

const kept = new Map<string, LoadedFiles>();

/**
 * The project files of a run. They are written and loaded once, and then kept: otherwise a run would spend a third of its time
 * with them.
 */
export function filesToRun(
  declared: readonly DeclaredProject[],
): Required<Pick<RunOptions, "patterns" | "folder" | "load">> {
  const files = render(declared);
  return {
    patterns: ["*.yaml"],
    folder: tmpdir(),
    load: async (patterns, place, options) => {
      const key = JSON.stringify([...files, options.missingVariables]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const folder = await mkdtemp(path.join(place.folder, "projectsync-faults-"));
      try {
        await Promise.all([...files].map(([name, text]) => writeFile(path.join(folder, name), text)));
        const loaded = await loadFiles(patterns, { ...place, folder }, options);
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, loaded);
        return loaded;
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}
