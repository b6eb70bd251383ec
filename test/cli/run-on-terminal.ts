import { PassThrough } from "node:stream";
import { runCommandLine } from "../../cli/command-line.ts";
import type { Context } from "../../cli/terminal.ts";
import { screenOf } from "./screen.ts";

export interface TerminalResult {
  readonly code: number;
  /** What the terminal got, with its escape sequences. */
  readonly written: string;
  /** The lines that it shows at the end. */
  readonly screen: readonly string[];
  /** What the pipe got. */
  readonly pipe: string;
}

export interface Terminal extends Partial<Context> {
  readonly columns?: number;
  /** Typed before the command starts. Default: nothing. */
  readonly typedEarly?: string;
  /** Whether the input ends before the question: Ctrl-D was typed early. Default: false. */
  readonly endsEarly?: boolean;
  /** Typed when a question is shown; then the input ends. Ctrl-C is `\u0003`. Default: nothing, and the input stays open. */
  readonly typed?: string | (() => Promise<string>);
  /** Receives what the terminal got so far, after each part. */
  readonly onShown?: (written: string) => void;
  /** The stream that is a pipe instead of the terminal. Default: none. */
  readonly piped?: "stdout" | "stderr";
}

/** The end of the question before an apply. */
const QUESTION = "[y/N] ";

/** Runs the command line in this process, on a terminal that only exists in memory. */
export async function runOnTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  { columns = 80, typedEarly, endsEarly = false, typed, onShown, piped, ...context }: Terminal,
): Promise<TerminalResult> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns, getColorDepth: () => 1 });
  const pipe = new PassThrough();
  const shown: string[] = [];
  const received: string[] = [];
  let hasAnswered = false;
  terminal.on("data", (chunk: Buffer) => {
    shown.push(chunk.toString());
    const written = shown.join("");
    onShown?.(written);
    // A person types after the whole prompt is written.
    if (hasAnswered || typed === undefined || !written.includes(QUESTION)) return;
    hasAnswered = true;
    setImmediate(() => void answer());
  });
  const answer = async (): Promise<void> => {
    stdin.end(typeof typed === "function" ? await typed() : typed);
  };
  pipe.on("data", (chunk: Buffer) => received.push(chunk.toString()));
  if (typedEarly !== undefined) stdin.write(typedEarly);
  if (endsEarly) stdin.end();
  const code = await runCommandLine(words, {
    environment: { NO_COLOR: "1", ...environment },
    folder: process.cwd(),
    stdin,
    stdout: piped === "stdout" ? pipe : terminal,
    stderr: piped === "stderr" ? pipe : terminal,
    signal: new AbortController().signal,
    ...context,
  });
  const written = shown.join("");
  return { code, written, screen: screenOf(written), pipe: received.join("") };
}
