/** Bytes that the first buffer holds. It grows as needed. */
const INITIAL = 16 * 1024;

/**
 * Reads a body as text. Copies each chunk: a chunk is a part of the buffer that the socket filled, and a service can send one
 * byte of body in each buffer, so that keeping the chunks would keep thousands of times the body.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let bytes = new Uint8Array(INITIAL);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array(2 * (length + chunk.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
