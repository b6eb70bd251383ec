import { styleText } from "node:util";
import { printable } from "../provider/api/printable.ts";

type Format = Parameters<typeof styleText>[0];

/** Formats text, such as with a colour, if the stream supports it. */
export type Style = (format: Format, text: string) => string;

/** The output of a command: results on stdout, errors and notes on stderr. */
export interface Output {
  readonly style: Style;
  /** Writes one line to stdout. The text is already printable. */
  line(text: string): void;
  /** Writes one line that starts with `error:` to stderr. */
  error(message: string): void;
  /** Writes progress for a person to stderr. */
  note(message: string): void;
  /** Writes a rendered report: its text to stdout, its errors to stderr. */
  report(rendered: { readonly text: readonly string[]; readonly errors: readonly string[] }): void;
}

interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

export function createOutput({ stdout, stderr }: Streams): Output {
  const line = (text: string): void => void stdout.write(`${text}\n`);
  const error = (message: string): void => {
    stderr.write(`${styleText("red", "error:", { stream: stderr })} ${printable(message)}\n`);
  };
  return {
    style: (format, text) => styleText(format, text, { stream: stdout }),
    line,
    error,
    note: (message) => void stderr.write(`${printable(message)}\n`),
    report: ({ text, errors }) => {
      for (const each of text) line(each);
      for (const each of errors) stderr.write(`${styleText("red", each, { stream: stderr })}\n`);
    },
  };
}
