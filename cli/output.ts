import { styleText } from "node:util";
import { printable } from "../provider/api/printable.ts";

type Format = Parameters<typeof styleText>[0];

/** Text in a colour, where the terminal shows colours. */
export type Style = (format: Format, text: string) => string;

/** Where a command writes: results to stdout, what went wrong to stderr. */
export interface Output {
  readonly style: Style;
  line(text: string): void;
  error(message: string): void;
  /** For a person who waits. */
  note(message: string): void;
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
    note: (message) => void stderr.write(`${message}\n`),
    report: ({ text, errors }) => {
      for (const each of text) line(each);
      for (const each of errors) stderr.write(`${styleText("red", each, { stream: stderr })}\n`);
    },
  };
}
