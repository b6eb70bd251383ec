import { isUtf8 } from "node:buffer";

/** Bytes that the first buffer holds: most records. It grows as needed. */
const INITIAL = 1024;

/** The chunks of a body, which become one text. */
export interface BodyText {
  readonly add: (chunk: Uint8Array) => void;
  /** The text, without a byte order mark. */
  readonly text: () => string;
  /** Whether the bytes are UTF-8. If not, the text has other characters than the service meant. */
  readonly isUtf8: () => boolean;
}

const decoder = new TextDecoder();

/**
 * Copies each chunk: a chunk is a part of the buffer that the socket filled, and a service can send one byte of body in each buffer,
 * so that keeping the chunks would keep thousands of times the body.
 */
export function createBodyText(): BodyText {
  let bytes = Buffer.allocUnsafe(INITIAL);
  let length = 0;
  return {
    add: (chunk) => {
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafe(2 * (length + chunk.length));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(chunk, length);
      length += chunk.length;
    },
    text: () => decoder.decode(bytes.subarray(0, length)),
    isUtf8: () => isUtf8(bytes.subarray(0, length)),
  };
}
