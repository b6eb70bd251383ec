import { z } from "zod";
import type { QueryEntries } from "../http/target.ts";
import type { JsonObject } from "../json-object.ts";
import { methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { Store } from "../store/store.ts";
import type { Handled } from "./handled.ts";

/** What every handler can use. */
export interface Context {
  readonly store: Store;
  /** Maximum number of items in a page of a list. */
  readonly pageSize: number;
}

/** One endpoint: a method, a path pattern and its handler. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path segments. A segment that begins with a colon matches any non-empty segment. */
  readonly pattern: readonly string[];
  /** Returns what the request did or found. @throws Refusal */
  handle(call: RawCall, context: Context): Handled;
}

/** A request that matches a route. */
export interface RawCall {
  /** The path without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryEntries;
  /** `{}` if the method takes no body. */
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

/** A route without query parameters. */
export function route<Pattern extends string>(
  method: Route["method"],
  pattern: Pattern,
  handle: (call: Call<Pattern, object>, context: Context) => Handled,
): Route {
  return routeWithQuery(method, pattern, noQuery, handle);
}

/** A route with query parameters. The schema must be strict. */
export function routeWithQuery<Pattern extends string, Schema extends z.ZodType>(
  method: Route["method"],
  pattern: Pattern,
  querySchema: Schema,
  handle: (call: Call<Pattern, z.output<Schema>>, context: Context) => Handled,
): Route {
  return {
    method,
    pattern: pattern.split("/").slice(1),
    handle: (call, context) => handle({ ...call, query: readQuery(querySchema, call.query) }, context),
  };
}

/**
 * The route for a method and a path.
 *
 * @throws Refusal 404 if no route has this path, 405 if the path does not support this method.
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): { readonly route: Route; readonly params: RawCall["params"] } {
  const matches = routes.flatMap((route) => {
    const params = matchPattern(route.pattern, segments);
    return params === undefined ? [] : [{ route, params }];
  });
  if (matches.length === 0) throw notFound("Path not found");
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
  const problems = [...repeated].map((param) => ({ param, message: "must be given only once" }));
  return readFields(schema, Object.fromEntries(query), problems);
}
