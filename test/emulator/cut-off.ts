import { connect } from "node:net";
import type { Emulator } from "../../emulator/start.ts";

/** The part of an answer that a client received before the connection ended. */
export interface RawReply {
  readonly text: string;
  /** How the connection ended: by a reset, or normally. */
  readonly end: "reset" | "closed";
}

/** Sends a request with the emulator's token over a new connection, and reads until the connection ends. */
export async function askUntilCut(emulator: Emulator, request: string, body?: unknown): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  const json = body === undefined ? "" : JSON.stringify(body);
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
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
  const headers = [
    "host: localhost",
    "connection: close",
    `authorization: Bearer ${emulator.token}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  socket.write(`${request} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${json}`);
  return promise;
}
