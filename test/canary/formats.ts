import { openEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import type { Clock } from "../../core/api/clock.ts";
import type { Mode } from "../../sync/report/report.ts";
import { runAction, type ActionResult } from "../action/run-action.ts";
import { runCli } from "../cli/run-cli.ts";
import { virtualClock } from "../virtual-clock.ts";
import { SECRETS } from "./secrets.ts";

/** Every way in which a run tells what it did. */
export const FORMATS = ["text", "JSON", "Action"] as const;
export type Format = (typeof FORMATS)[number];

export interface Service {
  readonly url: string;
  readonly token: string;
  readonly clock?: Clock;
}

/** The emulator, with one clock for it and the runs: waits take no time. */
export async function openService(options: OpenOptions) {
  const stack = new AsyncDisposableStack();
  const clock = stack.use(virtualClock());
  const emulator = stack.use(await openEmulator({ ...options, clock: clock.service }));
  return { ...emulator, clock: clock.client, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

export interface Told {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Names or globs of project files. Default: all in the folder. */
  readonly pattern?: string;
  /** More words for the command line, and more inputs for the Action. */
  readonly words?: readonly string[];
  readonly inputs?: Readonly<Record<string, string>>;
}

/** Runs in one of them, with all secrets in the environment and with every request traced. */
export async function runIn(
  format: Format,
  mode: Mode,
  { url, token, clock }: Service,
  { folder, environment = {}, pattern = "*.yaml", words = [], inputs = {} }: Told,
): Promise<ActionResult> {
  const time = clock === undefined ? {} : { clock };
  if (format === "Action") {
    const allowed = Object.keys({ ...SECRETS, ...environment }).join(",");
    return runAction({
      inputs: { mode, "base-url": url, token, files: pattern, "allow-env": allowed, comment: "never", ...inputs },
      environment: { ...SECRETS, RUNNER_DEBUG: "1", ...environment },
      folder,
      ...time,
    });
  }
  const consent = mode === "apply" ? ["--yes"] : [];
  const { code, stdout, stderr } = await runCli(
    [mode, pattern, "--verbose", ...consent, ...(format === "JSON" ? ["--json"] : []), ...words],
    { ...SECRETS, PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: token, ...environment },
    folder,
    time,
  );
  return { code, stdout, stderr, outputs: {}, summary: "", everything: `${stdout}\n${stderr}` };
}
