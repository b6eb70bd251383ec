import type { Mode } from "../../../sync/report.ts";
import { start, type Ended, type Service } from "../kill/programs.ts";
import { SECRETS } from "./secrets.ts";

/** Every way in which a run tells what it did. */
export const FORMATS = ["text", "JSON", "Action"] as const;
export type Format = (typeof FORMATS)[number];

export interface Told {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Names or globs of project files. Default: all in the folder. */
  readonly pattern?: string;
}

/** Runs in one of them, with all secrets in the environment and with every request traced. */
export async function runIn(
  format: Format,
  mode: Mode,
  service: Service,
  { folder, environment, pattern }: Told,
): Promise<Ended> {
  const options = {
    folder,
    ...(pattern === undefined ? {} : { pattern }),
    environment: { ...SECRETS, RUNNER_DEBUG: "1", ...environment },
  };
  const words = format === "JSON" ? ["--json", "--verbose"] : ["--verbose"];
  const child = await start(format === "Action" ? "Action" : "command line", mode, service, { ...options, words });
  return child.ended();
}
