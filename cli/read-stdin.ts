import type { Readable } from "node:stream";
import { codeOf } from "../provider/api/errors.ts";
import type { ReadBytes } from "../provider/file/read-bytes.ts";

interface Input {
  /** Standard input. Absent: there is none. */
  readonly stdin?: (Readable & { readonly isTTY?: boolean }) | undefined;
  readonly signal: AbortSignal;
}

/** Reads standard input to its end, at most `most` bytes. A signal ends the wait for it. */
export async function readStdin({ stdin, signal }: Input, most: number): Promise<ReadBytes> {
  if (stdin === undefined) return { refused: "not available here; name a file" };
  if (stdin.isTTY) return { refused: "a terminal; pipe a project file into this command, or name a file" };
  const chunks: Buffer[] = [];
  let total = 0;
  const end = (): void => void stdin.destroy();
  signal.addEventListener("abort", end, { once: true });
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      total += bytes.byteLength;
      // Leaving the loop destroys the stream: a writer that never stops gets a broken pipe.
      if (total > most) return { refused: `larger than ${most / 1024 / 1024} MiB, the limit for a project file` };
    }
  } catch (error) {
    if (signal.aborted) return { refused: "not read to its end, because the run was stopped" };
    return { refused: `not readable (${codeOf(error)}); name a file` };
  } finally {
    signal.removeEventListener("abort", end);
  }
  return total === 0 ? { refused: "empty; pipe a project file into this command" } : { bytes: Buffer.concat(chunks) };
}
