import { printable } from "../core/text/printable.ts";
import { hideUserInfo } from "../core/text/user-info.ts";

const printed = new Set<string>();

/** Writes a warning to stderr, which Pulumi shows among its diagnostics. Each message once per process. */
export function warn(message: string): void {
  if (printed.has(message)) return;
  printed.add(message);
  process.stderr.write(`warning: ${printable(hideUserInfo(message))}\n`);
}
