import { isObject } from "../../provider/resources/json.ts";
import type { Reply } from "../../emulator/http/reply.ts";
import type { ServiceRequest } from "../../emulator/service.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What happens to a request before it arrives: it is cut off, or answered so. */
export type Fault = "cut" | Answer;

/** Chooses the fault for a request, with its path and query. `undefined`: it goes through. */
export type Faults = (call: string, body: string) => Fault | undefined | Promise<Fault | undefined>;

/** Changes the answer to a request: how another service would write it. */
export type Rewrite = (call: string, answer: Answer) => Answer;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The service with faults before it, and with rewritten answers. */
export function faulty(serve: (request: ServiceRequest) => Reply, faults: Faults, rewrite: Rewrite) {
  return async (request: ServiceRequest): Promise<Reply> => {
    const call = `${request.method} ${request.target}`;
    const fault = await faults(call, Buffer.from(request.body).toString());
    if (fault === "cut") return { kind: "reset" };
    if (fault !== undefined) return json(fault);
    const reply = serve(request);
    if (reply.kind !== "whole") return reply;
    const { status, body } = reply.answer;
    return json(rewrite(call, { status, body: body === "" ? undefined : JSON.parse(body) }));
  };
}

function json({ status, body }: Answer): Reply {
  const text = body === undefined ? "" : JSON.stringify(body);
  return { kind: "whole", answer: { status, headers: { "content-type": "application/json" }, body: text } };
}

/** A refusal in the service's own form. */
export const refusal = (status: number, type: string, message = "no"): Answer => ({
  status,
  body: { error: { type, message } },
});

/** Rewrites the records of one kind in answers to calls that match: a list's items, and records by themselves. */
export function rewriteRecords(object: string, calls: RegExp, change: (record: Fields) => Fields): Rewrite {
  const one = (value: unknown): unknown => (isObject(value) && value["object"] === object ? change(value) : value);
  return (call, { status, body }) => {
    if (!calls.test(call)) return { status, body };
    const items = isObject(body) ? body["data"] : undefined;
    return { status, body: isObject(body) && Array.isArray(items) ? { ...body, data: items.map(one) } : one(body) };
  };
}

/** The record without some of its fields. */
export function without(record: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** All of them, one after the other. */
export function rewriteAll(...rewrites: readonly Rewrite[]): Rewrite {
  return (call, answer) => rewrites.reduce((changed, rewrite) => rewrite(call, changed), answer);
}
