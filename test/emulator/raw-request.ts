import { connect } from "node:net";

/**
 * Sends text over a new connection and returns what comes back until the other side ends the connection.
 *
 * @param text The whole request or the beginning of one. Empty: only connects.
 */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    received += chunk;
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    received += error.code ?? error.message;
  });
  socket.on("close", () => resolve(received));
  if (text !== "") socket.write(text);
  return promise;
}
