import type { ProblemList } from "./problem-list.ts";
import { SECTIONS, type FileValues } from "./references.ts";

const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/;

/** Warns of `${NAME}` in a text: other tools put a variable there, and here it is sent to the service as it is. */
export function checkPlaceholders(values: FileValues, problems: ProblemList): void {
  for (const { path, tree } of values.values()) {
    const [section] = path;
    if (tree.kind !== "scalar" || typeof tree.value !== "string" || !SECTIONS.has(String(section))) continue;
    const [placeholder, variable] = PLACEHOLDER.exec(tree.value) ?? [];
    if (placeholder === undefined) continue;
    const write = `write { env: ${variable} }, or { secret: ${variable} } if it is a secret`;
    problems.warning(
      path,
      placeholder === tree.value
        ? `${placeholder} is not replaced; ${write}`
        : `${placeholder} is not replaced; put the whole value into one variable, and ${write}`,
    );
  }
}
