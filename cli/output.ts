import { styleText } from "node:util";
import { printable } from "../core/text/printable.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { addressOfMore, type FailureReason } from "../core/text/explanations.ts";
import type { TextRole } from "../sync/report/render-plan.ts";
import type { TextReport } from "../sync/report/render-report.ts";
import { type Context, columnsOf, isTerminal, wrapLine } from "./terminal.ts";
import { messageCleaner, tokensIn } from "./tokens.ts";

export type OutputFormat = Parameters<typeof styleText>[0];

/** Formats text, such as with a colour, if the stream supports it. */
export type Style = (format: OutputFormat, text: string) => string;

export type Output = ReturnType<typeof createOutput>;

const FORMATS: Readonly<Record<TextRole, OutputFormat>> = {
  create: "green",
  update: "yellow",
  move: "cyan",
  delete: "red",
  blocked: "magenta",
  unmanaged: "gray",
  unchanged: "gray",
  title: "bold",
  source: "gray",
  removed: "red",
  added: "green",
  note: "yellow",
  done: "green",
  failed: "red",
};

/**
 * Results on stdout, errors and notes on stderr. They lose the token, which may be in any argument. Errors and notes lose the user info of
 * URLs too. A terminal gets long lines wrapped.
 */
export function createOutput(context: Pick<Context, "stdout" | "stderr" | "environment" | "words">) {
  const { stdout, stderr } = context;
  const { redactTokens } = createRedaction(tokensIn(context));
  const clean = messageCleaner(context);
  const write = (stream: NodeJS.WritableStream, text: string): void => void stream.write(`${text}\n`);
  /** Each write to a pipe waits for the system, so that lines which are known together are written together. */
  const wrap = (stream: NodeJS.WritableStream, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    const redacted = lines.map((line) => redactTokens(line));
    const shown = isTerminal(stream) ? redacted.map((line) => wrapLine(line, columnsOf(stream))) : redacted;
    write(stream, shown.join("\n"));
  };
  const style: Style = (format, text) => styleText(format, text, { stream: stdout });
  const styleError = (text: string): string => styleText("red", text, { stream: stderr });
  return {
    style,
    /** Shows what a part of a report means by its colour. */
    mark: (meaning: TextRole, text: string) => style(FORMATS[meaning], text),
    /** Writes text to stdout unchanged, such as JSON. It is already printable. */
    line: (text: string) => write(stdout, text),
    /** Writes one line to stdout. It is already printable. */
    wrapped: (text: string) => wrap(stdout, [text]),
    error: (message: string) => wrap(stderr, [`${styleError("error:")} ${printable(clean(message))}`]),
    /** Writes one line of a plan to stderr. It is already printable, and shows what is sent: a pattern may look like user info. */
    planned: (text: string) => wrap(stderr, [text]),
    note: (message: string) => wrap(stderr, [printable(clean(message))]),
    /** Writes to stderr where to read more about a failure, if there is more. The address is not broken, so that it can be opened. */
    more: (reason: FailureReason | undefined) => {
      const address = addressOfMore(reason);
      if (address !== undefined) write(stderr, `More: ${address}`);
    },
    report: ({ text, errors, last }: TextReport) => {
      wrap(stdout, text);
      wrap(stderr, errors.map(styleError));
      if (last !== undefined) wrap(stdout, [last]);
    },
  };
}
