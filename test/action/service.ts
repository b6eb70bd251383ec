import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { runAction, startAction, type ActionRun } from "./run-action.ts";

export const TOKEN = "canary-token-77aa";
export const SECRET = "canary-meta-5c1d";

type Options = Partial<ActionRun> & { readonly mode?: string };

/** An emulator, and the Action with its address and token. Default files: the example projects. */
export async function startService(options: OpenOptions = {}) {
  const emulator = await openEmulator({ token: TOKEN, ...options });
  const complete = ({ mode = "auto", inputs = {}, environment = {}, ...rest }: Options): ActionRun => ({
    environment: { META_ACCESS_TOKEN: SECRET, ...environment },
    ...rest,
    inputs: {
      "base-url": emulator.url,
      token: TOKEN,
      files: "examples/projects/*.yaml",
      "allow-env": "META_ACCESS_TOKEN",
      mode,
      ...inputs,
    },
  });
  return {
    emulator,
    run: (more: Options = {}) => runAction(complete(more)),
    start: (more: Options = {}) => startAction(complete(more)),
    writes: (): string[] => {
      const seen = emulator.requests().filter(({ method }) => method !== "GET");
      emulator.reset();
      return seen.map(({ method, path: at }) => `${method} ${at}`);
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** Writes the files to a temporary checkout. */
export async function checkOut(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-checkout-"));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** One run over these files, at a service of its own. Default of the input `files`: all of them. */
export async function play(
  files: Readonly<Record<string, string>>,
  { service: options = {}, inputs = {}, ...step }: Options & { readonly service?: OpenOptions } = {},
) {
  await using service = await startService(options);
  await using checkout = await checkOut(files);
  const names = Object.keys(files).filter((name) => name.endsWith(".yaml"));
  const result = await service.run({ ...checkout, ...step, inputs: { files: names.join("\n"), ...inputs } });
  return { ...result, requests: service.emulator.requests().length, writes: service.writes() };
}

export const projectFile = (slug: string, rest = ""): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
