import type { ChildProcess } from "node:child_process";
import type { Mode } from "../../sync/report.ts";
import { startAction, type ActionResult } from "../action/run-action.ts";
import { startCli } from "../cli/run-cli.ts";

/** The two programs that a user runs, each in a process of its own. */
export type Program = "command line" | "Action";

/** What a program left when it ended. The command line leaves no outputs and no summary. */
export interface Ended extends Omit<ActionResult, "code"> {
  /** `undefined` where a signal ended it. */
  readonly code: number | undefined;
}

/** Starts a program with all project files of a folder. `words`: more of the command line. */
export async function start(
  program: Program,
  mode: Mode,
  { url, token }: { readonly url: string; readonly token: string },
  folder: string,
  words: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly ended: () => Promise<Ended> }> {
  const codeOf = (child: ChildProcess) => ({ code: child.exitCode ?? undefined });
  if (program === "Action") {
    const inputs = { mode, "base-url": url, token, files: "*.yaml", comment: "never" };
    const { child, ended } = await startAction({ inputs, environment: {}, folder });
    return { child, ended: async () => ({ ...(await ended()), ...codeOf(child) }) };
  }
  const environment = { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: token };
  const { child, ended } = startCli([mode, "*.yaml", ...words], environment, folder);
  return {
    child,
    ended: async () => {
      const { stdout, stderr } = await ended();
      return { stdout, stderr, outputs: {}, summary: "", everything: `${stdout}\n${stderr}`, ...codeOf(child) };
    },
  };
}
