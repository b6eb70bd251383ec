import type { ObservedRun } from "./observed-run.ts";

/** Milliseconds of real time after which a run hangs. */
const PATIENCE = 20_000;

/** Something that must not be. */
class Violation extends Error {
  override readonly name = "Violation";
}

export function violation(message: string): Error {
  return new Violation(message);
}

/** Throws a violation that shows the runs, if there is a problem. */
export function refuse(problems: readonly string[], where: string, ...runs: readonly ObservedRun[]): void {
  if (problems.length === 0) return;
  throw new Violation([...problems.map((problem) => `${where}${problem}`), ...runs.flatMap(inWords)].join("\n"));
}

function inWords({ seen, startedAt, report, isKilled }: ObservedRun): string[] {
  return [
    `${isKilled ? "killed, until then " : ""}${report.result} ${report.error ?? ""}`,
    ...seen.map(
      ({ receivedAt, method, path: to, status, handled, fault = "" }) =>
        `  ${String(receivedAt - startedAt).padStart(7)} ms  ${method} ${to}  ${status}${handled ? "" : " (not handled)"}  ${fault}`,
    ),
    ...(report.applied?.outcomes ?? []).map(
      ({ status, action, kind, key, message = "" }) => `  ${status} ${action} ${kind} ${key}: ${message}`,
    ),
  ];
}

/** Waits for a run. One that does not end is a violation. */
export async function withPatience<T>(work: Promise<T>, where: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Violation(`${where}the run does not end`)), PATIENCE);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
