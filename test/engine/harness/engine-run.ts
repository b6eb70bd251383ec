import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../emulator/start.ts";
import { startAction, type ActionResult, type ActionRun } from "../../action/run-action.ts";
import { repository } from "./repository.ts";
import { installed, SECRET, TOKEN } from "./scene.ts";

export type Inputs = Readonly<Record<string, string>>;

type EngineRun = [mode: string, inputs?: Inputs, environment?: Inputs, event?: NonNullable<ActionRun["event"]>];

/** One service with the built Action on it, in a folder as a user's checkout has it. */
export interface EngineScene extends AsyncDisposable {
  readonly emulator: Emulator;
  /** The checkout's folder, with node_modules. */
  readonly folder: string;
  /** The folder that the state is in. */
  readonly backend: string;
  /** Variables of Pulumi's own: where the state is, and its passphrase. */
  readonly variables: Readonly<Record<string, string>>;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly start: (...run: EngineRun) => ReturnType<typeof startAction>;
  readonly run: (...run: EngineRun) => Promise<ActionResult>;
}

/** `engine`: inputs of every run, such as `engine` and `stack`. */
export async function openEngineScene(
  engine: Inputs = { engine: "pulumi", stack: "dev" },
  options: EmulatorOptions = {},
): Promise<EngineScene> {
  const { folder, bin } = installed();
  const emulator = await startEmulator({ token: TOKEN, ...options });
  const checkout = await mkdtemp(path.join(folder, "checkout-"));
  const backend = await mkdtemp(path.join(folder, "backend-"));
  const variables = {
    PATH: `${bin}:${path.join(repository, "test/engine/bin")}:${process.env["PATH"]}`,
    HOME: checkout,
    PULUMI_HOME: path.join(checkout, "home"),
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const start = (...[mode, inputs = {}, environment = {}, event]: EngineRun): ReturnType<typeof startAction> =>
    startAction({
      folder: checkout,
      ...(event === undefined ? {} : { event }),
      environment: { ...variables, META_TOKEN: SECRET, ...environment },
      inputs: {
        "base-url": emulator.url,
        token: TOKEN,
        files: "*.yaml",
        "allow-env": "META_TOKEN",
        mode,
        ...engine,
        ...inputs,
      },
    });
  return {
    emulator,
    folder: checkout,
    backend,
    variables,
    start,
    run: async (...words) => (await start(...words)).ended(),
    write: async (files) => {
      await mkdir(checkout, { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(checkout, name), text);
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}
