import * as core from "@actions/core";
import type { Report } from "../sync/run.ts";

/** GitHub shows at most this many annotations of one level for a step. */
const SHOWN = 10;

/** Puts problems, and what is blocked or failed, on the lines of the files that declare them. */
export function annotate({ problems, plan, result }: Report): void {
  const from = ({ level, message, path, ...position }: Report["problems"][number]) => ({
    level,
    position,
    message: path === "" ? message : `${path}: ${message}`,
  });
  const blocked = (plan?.items ?? []).flatMap(({ action, source, key, reason }) =>
    action === "blocked" && source !== null
      ? [{ level: "error" as const, position: source, message: `${key} is blocked: ${reason ?? ""}` }]
      : [],
  );
  const undone = (result?.outcomes ?? []).flatMap(({ status, source, key, message }) =>
    status !== "done" && source !== null
      ? [{ level: "error" as const, position: source, message: `${key}: ${status}: ${message ?? ""}` }]
      : [],
  );
  const all = [...problems.map(from), ...blocked, ...undone];
  for (const level of ["error", "warning"] as const) {
    const write = level === "error" ? core.error : core.warning;
    for (const { message, position } of all.filter((each) => each.level === level).slice(0, SHOWN)) {
      const { file, line, column } = position;
      write(message, { title: "projectsync", file, startLine: line, startColumn: column });
    }
  }
}
