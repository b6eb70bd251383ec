import type { LogLevel, RolldownLog } from "rolldown";

/** A warning fails the build, such as one that a module which is to be loaded later is loaded at the start. */
export function failOnWarning(level: LogLevel, { message }: RolldownLog): void {
  if (level === "warn") throw new Error(message);
}
