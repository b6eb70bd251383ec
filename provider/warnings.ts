import { printable } from "../core/text/printable.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import type { Account } from "./account.ts";

const printed = new Set<string>();

/** Writes to stderr, which Pulumi shows among its diagnostics for a dynamic provider. */
let show = (message: string): void => void process.stderr.write(`warning: ${message}\n`);

/** Shows all later warnings in another way. */
export function showWarnings(otherwise: (message: string) => void): void {
  show = otherwise;
}

/** Shows a warning among Pulumi's diagnostics, without the secrets that are known. Each message once per process. */
export function warn(message: string, { redaction }: Pick<Account, "redaction">): void {
  const shown = printable(hideUserInfo(redaction.redact(message)));
  if (printed.has(shown)) return;
  printed.add(shown);
  show(shown);
}
