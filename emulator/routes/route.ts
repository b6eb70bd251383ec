import { z } from "zod";
import type { QueryEntries } from "../http/target.ts";
import type { JsonObject } from "../json-object.ts";
import { methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { Store } from "../store/store.ts";

/** What every handler works on. */
export interface Context {
  readonly store: Store;
  /** The most items that a page of a list may hold. */
  readonly pageSize: number;
}

/** One row of the table of endpoints. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Segments; those that begin with a colon stand for any non-empty segment. */
  readonly pattern: readonly string[];
  /** The value to answer with status 200. @throws Refusal */
  answer(call: RawCall, context: Context): object;
}

/** A request that a route matched. */
export interface RawCall {
  /** Without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryEntries;
  /** `{}` where the method takes no body. */
  readonly body: JsonObject;
}

interface Call<Pattern extends string, Query> extends Omit<RawCall, "params" | "query"> {
  readonly params: Readonly<Record<ParamsOf<Pattern>, string>>;
  readonly query: Query;
}

type ParamsOf<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? ParamsOf<Head> | ParamsOf<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

const noQuery = z.strictObject({});

/** A route that takes no query. */
export function route<Pattern extends string>(
  method: Route["method"],
  pattern: Pattern,
  answer: (call: Call<Pattern, object>, context: Context) => object,
): Route {
  return routeWithQuery(method, pattern, noQuery, answer);
}

/** A route whose query is read by a schema, which has to be strict. */
export function routeWithQuery<Pattern extends string, Schema extends z.ZodType>(
  method: Route["method"],
  pattern: Pattern,
  querySchema: Schema,
  answer: (call: Call<Pattern, z.output<Schema>>, context: Context) => object,
): Route {
  return {
    method,
    pattern: pattern.split("/").slice(1),
    answer: (call, context) => answer({ ...call, query: readQuery(querySchema, call.query) }, context),
  };
}

/** @throws Refusal 404 for a path that no route has, 405 for a method that none of its routes has. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): { readonly route: Route; readonly params: RawCall["params"] } {
  const matches = routes.flatMap((route) => {
    const params = matchPattern(route.pattern, segments);
    return params === undefined ? [] : [{ route, params }];
  });
  if (matches.length === 0) throw notFound("There is nothing at this path");
  const match = matches.find(({ route }) => route.method === method);
  if (match === undefined) {
    throw methodNotAllowed(
      method,
      matches.map(({ route }) => route.method),
    );
  }
  return match;
}

function matchPattern(pattern: readonly string[], segments: readonly string[]): RawCall["params"] | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":") && segment !== "") params[expected.slice(1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return params;
}

function readQuery<Schema extends z.ZodType>(schema: Schema, query: QueryEntries): z.output<Schema> {
  const names = query.map(([name]) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const problems = [...repeated].map((param) => ({ param, message: "is given more than once" }));
  return readFields(schema, Object.fromEntries(query), problems);
}
