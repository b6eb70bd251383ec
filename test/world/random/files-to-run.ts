import { loadFile, type LoadResult } from "../../../provider/file/load-file.ts";
import { findConflicts } from "../../../sync/plan/conflicts.ts";
import type { RunOptions } from "../../../sync/run-options.ts";
import { render, type DeclaredProject } from "./declarations.ts";

/** Most files that are kept in memory. */
const MOST_KEPT = 2_000;

const kept = new Map<string, LoadResult>();

/** The project files of a run, without a disk. Each is loaded once and then kept: otherwise files would take a third of the time. */
export function filesToRun(
  declared: readonly DeclaredProject[],
): Required<Pick<RunOptions, "patterns" | "folder" | "load">> {
  return {
    patterns: ["*.yaml"],
    folder: "/nowhere",
    load: async (_patterns, _place, options) => {
      const texts = [...render(declared)].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const loaded = texts.map(([name, text]) => {
        const key = JSON.stringify([name, text, options.missingVariables]);
        const result = kept.get(key) ?? loadFile(name, Buffer.from(text), options);
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, result);
        return result;
      });
      const files = loaded.flatMap(({ file }) => file ?? []);
      const problems = [...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
      return { names: texts.map(([name]) => name), files, problems };
    },
  };
}
