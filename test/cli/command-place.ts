import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { runCli, type CliResult } from "./run-cli.ts";

/** An empty folder to run commands in, and an emulator that they know. */
export async function startPlace(options: OpenOptions = {}) {
  const emulator = await openEmulator({ token: "place-token-4711", ...options });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-place-"));
  const own = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  return {
    emulator,
    folder,
    write: (name: string, text: string) => writeFile(path.join(folder, name), text),
    read: (name: string) => readFile(path.join(folder, name), "utf8"),
    run: (words: readonly string[], environment: Readonly<Record<string, string>> = own): Promise<CliResult> =>
      runCli(words, environment, folder),
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await rm(folder, { recursive: true });
    },
  };
}
