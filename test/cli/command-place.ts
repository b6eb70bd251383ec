import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Context } from "../../cli/terminal.ts";
import { openEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { virtualClock } from "../virtual-clock.ts";
import { runCli, type CliResult } from "./run-cli.ts";
import { runOnTerminal, type Terminal } from "./run-on-terminal.ts";

type Environment = Readonly<Record<string, string>>;

/** A project file of the project `site` of `org_1`, with one component and one domain. */
export const SITE = `version: 1
project:
  organization_id: org_1
  slug: site
components:
  edgee/ga4:
    version: "1.1.0"
    settings: { measurement_id: G-1 }
domains:
  - www.example.com
`;

/** An empty folder to run commands in, and an emulator that they know. */
export async function startPlace(options: OpenOptions = {}, context: Partial<Context> = {}) {
  const emulator = await openEmulator({ token: "place-token-4711", ...options });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-place-"));
  const environment: Environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  return {
    emulator,
    folder,
    /** Address and token of the emulator. */
    environment,
    write: (name: string, text: string) => writeFile(path.join(folder, name), text),
    read: (name: string) => readFile(path.join(folder, name), "utf8"),
    run: (words: readonly string[], variables = environment): Promise<CliResult> =>
      runCli(words, variables, folder, context),
    onTerminal: (words: readonly string[], terminal: Terminal = {}, more: Environment = {}) =>
      runOnTerminal(words, { ...environment, ...more }, { folder, ...context, ...terminal }),
    writes: () => emulator.requests().filter(({ method }) => method !== "GET"),
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A place and an emulator on one clock, whose time passes only when nothing else happens. */
export async function startTimedPlace(options: OpenOptions) {
  const clock = virtualClock();
  const place = await startPlace({ clock: clock.service, ...options }, { clock: clock.client });
  return {
    ...place,
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
    },
  };
}
