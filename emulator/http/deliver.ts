import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock.ts";
import type { Answer } from "./answer.ts";
import type { Reply } from "./reply.ts";

const day = 86_400_000;
const kibibytes64 = 65_536;

/** How a reply is sent: clock, latency, signal. */
export interface Delivery {
  readonly clock: Clock;
  /** Milliseconds to wait before an answer. */
  readonly latencyMs: number;
  /** Aborts when the connection closes. */
  readonly signal: AbortSignal;
}

/** Sends a reply. Rejects if the connection closes before the reply is sent. */
export async function deliver(
  response: ServerResponse,
  reply: Reply,
  { clock, latencyMs, signal }: Delivery,
): Promise<void> {
  async function wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await clock.sleep(milliseconds, signal);
    signal.throwIfAborted();
  }

  if (reply.kind === "reset") return reset(response);
  if (reply.kind === "hang") {
    await wait(day);
    response.req.socket.destroy();
    return;
  }
  await wait(latencyMs);
  const { answer } = reply;
  const body = Buffer.from(answer.body);
  switch (reply.kind) {
    case "whole":
      writeHead(response, answer, body.length);
      response.end(body);
      return;
    case "cut":
      writeHead(response, answer, body.length);
      await write(response, body.subarray(0, body.length / 2));
      reset(response);
      return;
    case "slow":
      writeHead(response, answer, body.length);
      for (let begin = 0; begin < body.length; begin += reply.chunkBytes) {
        if (begin > 0) await wait(reply.everyMs);
        await write(response, body.subarray(begin, begin + reply.chunkBytes));
      }
      response.end();
      return;
    case "padded":
      response.writeHead(answer.status, answer.headers);
      await pipeline(Readable.from(padded(body, reply.bytes)), response);
  }
}

function writeHead(response: ServerResponse, { status, headers }: Answer, length: number): void {
  // 204 and 304 have no body.
  const withoutBody = status === 204 || status === 304;
  response.writeHead(status, { ...(withoutBody ? {} : { "content-length": length }), ...headers });
}

/** Writes, and waits until the bytes have left this process: a reset would discard them. */
async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  response.write(bytes, (error) => {
    if (error === null || error === undefined) resolve();
    else reject(error);
  });
  await promise;
}

function reset(response: ServerResponse): void {
  response.req.socket.resetAndDestroy();
}

function* padded(body: Buffer, bytes: number): Generator<Buffer> {
  yield body;
  const spaces = Buffer.alloc(kibibytes64, " ");
  for (let left = bytes - body.length; left > 0; left -= spaces.length) yield spaces.subarray(0, left);
}
