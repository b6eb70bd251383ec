import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { nameList } from "../../core/resources/name-list.ts";

/** More fields that one variable fills are only counted. */
const MOST_FIELDS = 5;

/** A line for each variable that files read, with the fields that it fills, and a line above them. None if no file reads one. */
export function describeVariables(files: readonly LoadedFile[]): string[] {
  const read = files.flatMap(({ file, variables }) => [...variables.values()].map((each) => ({ ...each, file })));
  const lines = [...Map.groupBy(read, ({ variable }) => variable)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([variable, uses]) => {
      const fields = uses.map(({ file, path, secret }) => `${file} ${path}${secret ? " (secret)" : ""}`);
      return `  ${variable}: ${nameList(fields, MOST_FIELDS)}`;
    });
  return lines.length === 0
    ? []
    : ["Variables of the environment that the files read, and the fields that they fill:", ...lines];
}
