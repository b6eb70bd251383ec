import { loadFile, type LoadResult } from "../../core/file/load-file.ts";
import { findConflicts, withOwnKeys } from "../../core/plan/conflicts.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";

/** Most files that are kept loaded. */
const MOST_KEPT = 2_000;

const kept = new Map<string, LoadResult>();

/** Project files for a run, by name, without a disk. Each is loaded once: otherwise files would take a third of the time of a run. */
export function filesInMemory(
  texts: ReadonlyMap<string, string>,
): Pick<RunOptions, "patterns" | "folder"> & { readonly load: NonNullable<RunOptions["load"]> } {
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    patterns: ["*.yaml"],
    folder: "/nowhere",
    load: async (_patterns, _place, options) => {
      const loaded = sorted.map(([name, text]) => {
        const key = JSON.stringify([name, text, options]);
        const result = kept.get(key) ?? loadFile(name, Buffer.from(text), options);
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, result);
        return result;
      });
      const files = withOwnKeys(loaded.flatMap(({ file }) => file ?? []));
      const problems = [...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
      const secrets = loaded.flatMap((each) => each.secrets);
      return { names: sorted.map(([name]) => name), files, secrets, problems };
    },
  };
}
