import type { ChildProcess } from "node:child_process";
import type { Mode } from "../../sync/report.ts";
import { startAction } from "../action/run-action.ts";
import { startCli } from "../cli/run-cli.ts";

/** The two programs that a user runs, each in a process of its own. */
export const PROGRAMS = ["command line", "Action"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface Service {
  readonly url: string;
  readonly token: string;
}

/** What a program left when it ended. */
export interface Ended {
  /** `undefined` where a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The outputs of the Action. Empty for the command line. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** All of it, and the report file. */
  readonly everything: string;
}

export interface Started {
  kill(signal: NodeJS.Signals): void;
  ended(): Promise<Ended>;
}

export interface Start {
  /** All its project files are taken. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Names or globs of project files. Default: all in the folder. */
  readonly pattern?: string;
  /** More words for the command line. */
  readonly words?: readonly string[];
  /** More inputs for the Action. */
  readonly inputs?: Readonly<Record<string, string>>;
}

export async function start(program: Program, mode: Mode, { url, token }: Service, options: Start): Promise<Started> {
  const { folder, environment = {}, pattern = "*.yaml", words = [], inputs = {} } = options;
  if (program === "Action") {
    const { child, ended } = await startAction({
      inputs: { mode, "base-url": url, token, files: pattern, comment: "never", ...inputs },
      environment,
      folder,
    });
    return {
      kill: (signal) => void child.kill(signal),
      ended: async () => ({ ...(await ended()), ...codeOf(child) }),
    };
  }
  const { child, ended } = startCli(
    [mode, pattern, ...words],
    { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: token, ...environment },
    folder,
  );
  return {
    kill: (signal) => void child.kill(signal),
    ended: async () => {
      const { stdout, stderr } = await ended();
      return { stdout, stderr, outputs: {}, summary: "", everything: `${stdout}\n${stderr}`, ...codeOf(child) };
    },
  };
}

function codeOf({ exitCode }: ChildProcess): Pick<Ended, "code"> {
  return { code: exitCode ?? undefined };
}
