import { connect } from "node:net";
import type { Emulator } from "../../emulator/start.ts";

/** What a client received before the connection ended. */
export interface RawReply {
  readonly text: string;
  /** How the connection ended: by a reset, or normally. */
  readonly end: "reset" | "closed";
}

/** Sends text over a new connection, and reads until the connection ends. */
export async function sendRaw({ url }: Pick<Emulator, "url">, sent: string): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("end", () => resolve({ text, end: "closed" }));
  socket.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNRESET") resolve({ text, end: "reset" });
    else reject(error);
  });
  socket.write(sent);
  return promise;
}

/** Sends a request with the emulator's token, as JSON if there is a body. `host`: lines of the header. */
export async function askRaw(
  emulator: Emulator,
  request: string,
  body?: unknown,
  host: readonly string[] = ["host: localhost"],
): Promise<RawReply> {
  const json = body === undefined ? "" : JSON.stringify(body);
  const headers = [
    ...host,
    "connection: close",
    `authorization: Bearer ${emulator.token}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  return sendRaw(emulator, `${request} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${json}`);
}
