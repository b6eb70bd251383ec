import { isUtf8 } from "node:buffer";
import { createLocator } from "./position.ts";
import type { ProblemList } from "./problem.ts";
import { openSync, constants, fstatSync, readSync, closeSync } from "node:fs";

/** The content of a regular file, or why it is not read. */
export type ReadBytes = { readonly bytes: Uint8Array } | { readonly refused: string };

const MAX_BYTES = 1024 * 1024;

/** One for all files: to clear and collect one for each takes a third of the time of a run with many files. */
const buffer = Buffer.allocUnsafeSlow(MAX_BYTES + 1);

/**
 * Reads a project file. Opens it without waiting, because a named pipe may never get a writer. Does not trust its size, because files such
 * as those in /proc have none. Throws the error of the file system. Synchronous: the constructor of a Pulumi resource cannot wait.
 */
export function readBytes(path: string): ReadBytes {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return { refused: "not a regular file" };
    let total = 0;
    for (let last = 1; last > 0 && total < buffer.length; total += last)
      last = readSync(file, buffer, total, buffer.length - total, null);
    return total > MAX_BYTES
      ? { refused: "larger than 1 MiB, the limit for a project file" }
      : { bytes: Buffer.from(buffer.subarray(0, total)) };
  } finally {
    closeSync(file);
  }
}

/** Characters that YAML 1.2 does not allow (5.1, c-printable): all control characters but tab, line breaks and next line. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const CONTROL = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|\r(?!\n)/g;

/**
 * Decodes the content of a file, without its byte order mark. Accepts only UTF-8, at most 1 MiB, without control characters. Reports
 * anything else, and returns `undefined`.
 */
export function readText(file: string, content: string | Uint8Array, problems: ProblemList): string | undefined {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.byteLength > MAX_BYTES) {
    const message = "larger than 1 MiB, the limit for a project file; check that it is the right file";
    problems.refuse({ file, line: 1, column: 1 }, message);
    return undefined;
  }
  const text = (typeof content === "string" ? content : new TextDecoder().decode(bytes)).replace(/^\uFEFF/, "");
  const locate = createLocator(file, text);
  if (!isUtf8(bytes)) {
    // The decoder puts this in place of the first byte that it does not understand.
    const offset = Math.max(text.indexOf("\uFFFD"), 0);
    problems.refuse(locate(offset), "not UTF-8 from here on; save the file as UTF-8");
    return undefined;
  }
  for (const { index, 0: character } of [...text.matchAll(CONTROL)].slice(0, 10)) {
    const message =
      character === "\r"
        ? "carriage return without a line feed; save the file with LF or CRLF line endings"
        : 'control character; write it as an escape such as "\\u0007" in double quotes, or remove it';
    problems.refuse(locate(index), message);
  }
  return problems.hasErrors ? undefined : text;
}
