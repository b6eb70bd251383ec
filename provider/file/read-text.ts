import { isUtf8 } from "node:buffer";
import { locator, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

const MOST_BYTES = 1024 * 1024;

/** All but tab, line feed, next line, and a carriage return before a line feed; as YAML 1.2 has it (5.1, c-printable). */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|\r(?!\n)/g;

/** The text of a file, without a byte order mark, or why it cannot be read. */
export type ReadText =
  | { readonly text: string; readonly problems: readonly [] }
  | { readonly text?: undefined; readonly problems: readonly Problem[] };

/** Decodes strictly: UTF-8, at most 1 MiB, no control characters. */
export function readText(file: string, content: string | Uint8Array): ReadText {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.byteLength > MOST_BYTES) {
    const start = { file, line: 1, column: 1 };
    return refused(start, "the file is larger than 1 MiB, which no project needs; is it the right one?");
  }
  if (!isUtf8(bytes)) {
    const before = withoutMark(validPart(bytes));
    const position = locator(file, before)(before.length);
    return refused(position, "not UTF-8 from here on; save the file in the encoding UTF-8");
  }
  const text = withoutMark(typeof content === "string" ? content : new TextDecoder().decode(bytes));
  const locate = locator(file, text);
  const problems = [...text.matchAll(CONTROL)]
    .slice(0, 10)
    .map(({ index, 0: character }) =>
      createProblem(
        "error",
        locate(index),
        [],
        character === "\r"
          ? "a carriage return without a line feed; save the file with the line ends LF or CRLF"
          : 'a control character; write it as an escape such as "\\u0007" in double quotes, or remove it',
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

/** The text up to the first byte that is not UTF-8: of what begins with it nothing longer is valid, so bisection finds it. */
function validPart(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodeBeginning(bytes.subarray(0, middle)) === undefined) bad = middle;
    else good = middle;
  }
  return decodeBeginning(bytes.subarray(0, good)) ?? "";
}

/** The last character may be cut off. */
function decodeBeginning(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    // The decoder's only way to say that it is not UTF-8.
    return undefined;
  }
}
