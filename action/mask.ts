import * as core from "@actions/core";
import { canBeRedacted } from "../core/text/redaction.ts";

/**
 * Returns the function that asks the runner to hide secrets in the log of this and all later steps. The runner masks each line
 * of a value on its own, so each line is checked on its own: the line `}` of a JSON key must not be masked, because shorter texts than
 * messages can hide occur everywhere.
 */
export function createMask(): (secrets: readonly string[]) => void {
  const known = new Set<string>();
  return (secrets) => {
    const lines = secrets.flatMap((secret) => secret.split(/[\r\n]+/)).map((line) => line.trim());
    for (const line of lines.filter(canBeRedacted)) {
      if (!known.has(line)) core.setSecret(line);
      known.add(line);
    }
  };
}
