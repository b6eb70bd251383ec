import { styleText } from "node:util";
import { printable } from "../provider/api/printable.ts";
import { addressOfMore, type FailureReason } from "../provider/explanations.ts";
import type { Mark, Meaning } from "../sync/render-plan.ts";
import type { RenderedReport } from "../sync/render-report.ts";
import { columnsOf, isTerminal, wrapLine } from "./terminal.ts";

export type Format = Parameters<typeof styleText>[0];

/** Formats text, such as with a colour, if the stream supports it. */
export type Style = (format: Format, text: string) => string;

/** The output of a command: results on stdout, errors and notes on stderr. */
export interface Output {
  readonly style: Style;
  /** Shows what a part of a report means by its colour. */
  readonly mark: Mark;
  /** Writes text to stdout unchanged, such as JSON. It is already printable. */
  line(text: string): void;
  /** Writes one line to stdout. A terminal gets it wrapped. The text is already printable. */
  wrapped(text: string): void;
  /** Writes one line that starts with `error:` to stderr. */
  error(message: string): void;
  /** Writes progress for a person to stderr. */
  note(message: string): void;
  /** Writes to stderr where to read more about a failure, if there is more. */
  more(reason: FailureReason | undefined): void;
  /** Writes a rendered report: its text to stdout, its errors to stderr, its last line to stdout. A terminal gets long lines wrapped. */
  report(rendered: RenderedReport): void;
}

const FORMATS: Readonly<Record<Meaning, Format>> = {
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

interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

export function createOutput({ stdout, stderr }: Streams): Output {
  const write = (stream: NodeJS.WritableStream, text: string): void => void stream.write(`${text}\n`);
  /** Each write to a pipe waits for the system, so that lines which are known together are written together. */
  const wrap = (stream: NodeJS.WritableStream, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    const shown = isTerminal(stream) ? lines.map((line) => wrapLine(line, columnsOf(stream))) : lines;
    write(stream, shown.join("\n"));
  };
  const style: Style = (format, text) => styleText(format, text, { stream: stdout });
  const styleError = (text: string): string => styleText("red", text, { stream: stderr });
  const note = (message: string): void => wrap(stderr, [printable(message)]);
  return {
    style,
    mark: (meaning, text) => style(FORMATS[meaning], text),
    line: (text) => write(stdout, text),
    wrapped: (text) => wrap(stdout, [text]),
    error: (message) => wrap(stderr, [`${styleError("error:")} ${printable(message)}`]),
    note,
    more: (reason) => {
      const address = addressOfMore(reason);
      if (address !== undefined) note(`More: ${address}`);
    },
    report: ({ text, errors, last }) => {
      wrap(stdout, text);
      wrap(stderr, errors.map(styleError));
      if (last !== undefined) wrap(stdout, [last]);
    },
  };
}
