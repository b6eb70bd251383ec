import { isUtf8 } from "node:buffer";
import { createLocator, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

/** Most bytes of a project file. */
export const MAX_BYTES = 1024 * 1024;

/** Characters that YAML 1.2 does not allow (5.1, c-printable): all control characters but tab, line breaks and next line. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const CONTROL = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|\r(?!\n)/g;

/** The text of a file without its byte order mark, or why it cannot be read. */
export type ReadText =
  | { readonly text: string; readonly problems: readonly [] }
  | { readonly text?: undefined; readonly problems: readonly Problem[] };

/** Decodes the content of a file. Accepts only UTF-8, at most 1 MiB, without control characters. */
export function readText(file: string, content: string | Uint8Array): ReadText {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.byteLength > MAX_BYTES) {
    const start = { file, line: 1, column: 1 };
    return refused(start, "larger than 1 MiB, the limit for a project file; check that it is the right file");
  }
  const text = withoutMark(typeof content === "string" ? content : new TextDecoder().decode(bytes));
  const locate = createLocator(file, text);
  if (!isUtf8(bytes)) {
    // What the decoder puts in place of the first byte that it does not understand.
    const position = locate(Math.max(text.indexOf("\uFFFD"), 0));
    return refused(position, "not UTF-8 from here on; save the file as UTF-8");
  }
  const problems = [...text.matchAll(CONTROL)]
    .slice(0, 10)
    .map(({ index, 0: character }) =>
      createProblem(
        "error",
        locate(index),
        [],
        character === "\r"
          ? "carriage return without a line feed; save the file with LF or CRLF line endings"
          : 'control character; write it as an escape such as "\\u0007" in double quotes, or remove it',
      ),
    );
  return problems.length > 0 ? { problems } : { text, problems: [] };
}

function refused(position: Position, message: string): ReadText {
  return { problems: [createProblem("error", position, [], message)] };
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
