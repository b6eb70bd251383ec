import { fstatSync, writeSync } from "node:fs";
import { Writable } from "node:stream";
import { asError } from "../core/api/errors.ts";

/**
 * A standard stream that writes a file completely, or fails: Node loses what a file does not take in one write, without an error
 * (findings/node-half-a-write-to-a-file.sh). Anything but a file is written by Node's own stream.
 */
export function wholeWrites(stream: NodeJS.WritableStream & { readonly fd: number }): NodeJS.WritableStream {
  const { fd } = stream;
  if (!fstatSync(fd).isFile()) return stream;
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      try {
        for (let written = 0; written < chunk.length;) written += writeSync(fd, chunk, written);
        done();
      } catch (error) {
        done(asError(error));
      }
    },
  });
}
