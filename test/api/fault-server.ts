import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";

/** A request as the server got it. */
export interface Received {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Misbehaves as it likes; `attempt` counts from 1. */
export type Fault = (response: ServerResponse, request: Received, attempt: number) => void;

export interface FaultServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly received: readonly Received[];
}

/** A server for what the emulator cannot do: cut connections, redirects, pages of HTML, answers without an end. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
  const received: Received[] = [];
  const server = createServer((message, response) => {
    void serve(message, response);
  });
  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of message) body += String(chunk);
    const request = { method: message.method ?? "", path: message.url ?? "", headers: message.headers, body };
    received.push(request);
    fault(response, request, received.length);
  }
  const { port, ...listening } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, token: "fault-token", received, ...listening };
}

/** Gives every request this answer; without a value, one without a body. */
export function answers(status: number, value?: unknown): Fault {
  return (response) => (value === undefined ? void response.writeHead(status).end() : json(response, status, value));
}

export function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

export function refuse(response: ServerResponse, status: number, type: string, headers: Record<string, string> = {}) {
  json(response, status, { error: { type, message: `A message of ${type}.` } }, headers);
}

export function html(response: ServerResponse, status: number, text = "<html><h1>Gateway</h1></html>") {
  response.writeHead(status, { "content-type": "text/html" });
  response.end(text);
}

/** Reads nothing more and says nothing more. */
export function cut(response: ServerResponse): void {
  response.destroy();
}
