import { expect } from "vitest";
import { isJsonObject, type JsonObject } from "../../emulator/json-object.ts";
import type { Emulator } from "../../emulator/start.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request such as `POST /v1/projects` with the emulator's token, and a body as JSON if there is one. */
export async function ask(emulator: Emulator, request: string, body?: unknown): Promise<Reply> {
  const authorization = `Bearer ${emulator.token}`;
  if (body === undefined) return send(emulator, request, { headers: { authorization } });
  const headers = { authorization, "content-type": "application/json" };
  return send(emulator, request, { headers, body: JSON.stringify(body) });
}

/** Sends a request unchanged, without adding a token. */
export async function send(emulator: Emulator, request: string, init: RequestInit = {}): Promise<Reply> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(`${emulator.url}${path}`, { ...init, method });
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** The fields of an answer. */
export function fields({ body }: Reply): JsonObject {
  if (!isJsonObject(body)) throw new TypeError("The answer is not an object");
  return body;
}

const anyText: unknown = expect.stringMatching(/./);
const anyHeaders: unknown = expect.any(Headers);

/** The exact refusal of invalid parameters: these params in this order, each with a message. */
export function refusedParams(...params: readonly string[]): object {
  const message = `Invalid parameters: ${[...new Set(params)].join(", ")}`;
  const problems = params.map((param) => ({ param, message: anyText }));
  const error = { type: "invalid_request_error", message, params: problems };
  return { status: 400, headers: anyHeaders, body: { error } };
}

/** The exact form of any other refusal: a type and a message, without params. */
export function refused(status: number, type: string): object {
  return { status, headers: anyHeaders, body: { error: { type, message: anyText } } };
}
