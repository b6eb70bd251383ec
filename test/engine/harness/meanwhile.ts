import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { listen } from "../../listen.ts";
import type { EngineScene } from "./engine-run.ts";
import { repository } from "./repository.ts";

/** Something that happens between the preview and the update of a run. */
export interface Meanwhile extends AsyncDisposable {
  /** Variables of the run. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Puts a `pulumi` on PATH that waits for `act` before each `command`. Default: an update. */
export async function meanwhile(
  { folder, variables }: EngineScene,
  act: () => Promise<unknown>,
  command = "up",
): Promise<Meanwhile> {
  let failure: unknown;
  const server = createServer((_request, response) => {
    act()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => response.end());
  });
  const { port, ...listening } = await listen(server);
  const bin = await mkdtemp(path.join(folder, "bin-"));
  const program = path.join(bin, "pulumi");
  const wait = `"${process.execPath}" -e 'fetch("http://127.0.0.1:${port}").then((answer) => answer.text())'`;
  const engine = path.join(repository, "test/engine/bin/pulumi");
  await writeFile(program, `#!/bin/sh\ncase "$*" in "${command} "*) ${wait};; esac\nexec "${engine}" "$@"\n`);
  await chmod(program, 0o755);
  return {
    environment: { PATH: `${bin}:${variables["PATH"]}` },
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]();
      if (failure !== undefined) throw failure;
    },
  };
}
