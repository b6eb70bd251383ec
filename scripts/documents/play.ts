import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommandLine } from "../../cli/command-line.ts";
import { startEmulator, type ProfileName, type Seed } from "../../emulator/start.ts";

/** What the documents show in place of the emulator's address, which has another port each time. */
const ADDRESS = "https://api.example.com";

/** A command, or a file to write. */
type Shown = string | { readonly file: string; readonly text: string };

/** A `quiet` step and a request that somebody else sends are not shown. */
export type Step =
  | Shown
  | { readonly quiet: Shown }
  | { readonly byHand: readonly [method: string, path: string, body?: unknown] };

/** What somebody does at one service, and where the documents show it: each part is between `<!-- run PART -->` and `<!-- end -->`. */
export interface Scene {
  readonly seed: Seed;
  readonly profile?: ProfileName;
  readonly environment?: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, readonly Step[]>>;
}

interface Block {
  readonly language: "console" | "yaml";
  content: string;
}

/** Plays a scene. Gives the Markdown of each part: the files, and the commands with what they print. */
export async function play({ seed, profile = "plain", environment = {}, parts }: Scene): Promise<[string, string][]> {
  await using emulator = await startEmulator({ seed, profile });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-documents-"));
  const variables = {
    NO_COLOR: "1",
    PROJECTSYNC_BASE_URL: emulator.url,
    PROJECTSYNC_TOKEN: emulator.token,
    ...environment,
  };

  async function run(command: string): Promise<string> {
    const output = new PassThrough();
    const printed = text(output);
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
    const code = await runCommandLine(words.slice(1), {
      environment: variables,
      folder,
      stdout: output,
      stderr: output,
      signal: new AbortController().signal,
    });
    output.end();
    const shown = withFixedDay((await printed).replaceAll(emulator.url, ADDRESS).replaceAll(folder, ".")).trimEnd();
    return `$ ${command}\n${shown}${code === 0 ? "" : `\n(exit code ${code})`}\n`;
  }

  async function playStep(step: Step): Promise<Block | undefined> {
    if (typeof step === "string") return { language: "console", content: await run(step) };
    if ("byHand" in step) return changeByHand(step.byHand);
    if ("quiet" in step) return void (await playStep(step.quiet));
    await mkdir(path.dirname(path.join(folder, step.file)), { recursive: true });
    await writeFile(path.join(folder, step.file), step.text);
    return { language: "yaml", content: `# ${step.file}\n${step.text}` };
  }

  async function changeByHand([method, at, body]: readonly [string, string, unknown?]): Promise<undefined> {
    const answer = await fetch(`${emulator.url}${at}`, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(5000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status}`);
    return undefined;
  }

  try {
    const shown: [string, string][] = [];
    for (const [name, steps] of Object.entries(parts)) {
      const blocks: Block[] = [];
      for (const step of steps) {
        const block = await playStep(step);
        const last = blocks.at(-1);
        // Commands that follow each other are one block.
        if (block?.language === "console" && last?.language === "console") last.content += `\n${block.content}`;
        else if (block !== undefined) blocks.push(block);
      }
      shown.push([
        `run ${name}`,
        blocks.map(({ language, content }) => `\`\`\`${language}\n${content}\`\`\``).join("\n\n"),
      ]);
    }
    return shown;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The emulator creates its objects today. */
export function withFixedDay(printed: string): string {
  return printed.replaceAll(/created on [\d-]{10}/g, "created on 2026-01-31");
}
