/** The parts of a request target. Unlike `URL`, it does not normalize `..` and `//`. */
export interface Target {
  /** As sent (percent-encoded), without the query. */
  readonly path: string;
  /** Decoded segments. A segment is undefined if its percent encoding is invalid. */
  readonly segments: readonly (string | undefined)[];
  /** Decoded parameters, in order, including repeated names. Undefined if the percent encoding is invalid. */
  readonly query: QueryEntries | undefined;
}

export type QueryEntries = readonly (readonly [name: string, value: string])[];

export function parseTarget(target: string): Target {
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return {
    path,
    segments: path.split("/").slice(1).map(decode),
    query: mark === -1 ? [] : parseQuery(target.slice(mark + 1)),
  };
}

function parseQuery(query: string): QueryEntries | undefined {
  const entries: [string, string][] = [];
  for (const pair of query.split("&").filter((part) => part !== "")) {
    const mark = pair.indexOf("=");
    const name = decode((mark === -1 ? pair : pair.slice(0, mark)).replaceAll("+", " "));
    const value = decode(mark === -1 ? "" : pair.slice(mark + 1).replaceAll("+", " "));
    if (name === undefined || value === undefined) return undefined;
    entries.push([name, value]);
  }
  return entries;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
