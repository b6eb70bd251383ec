import { isObject } from "../../provider/resources/json.ts";
import type { Rewrite } from "./fault-proxy.ts";

type Fields = Readonly<Record<string, unknown>>;

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
