import { Composer, isMap, isScalar, isSeq } from "yaml";
import type { ErrorCode, Pair, ParsedNode, Scalar, YAMLParseError } from "yaml";
import { locator, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { MapTree, ScalarTree, Tree } from "./tree.ts";
import { MOST_LEVELS, TOO_DEEP, yamlTokens } from "./yaml-tokens.ts";
import type { Path } from "../resources/schema-walk.ts";

const MOST_SYNTAX_PROBLEMS = 10;

const LONGEST_LINE = 1024;

const TOO_DEEP_BELOW = "a line below is indented deeper than this one, which has a value already; indent them alike";

/** Our own words where the library's would show a piece of the file, which may be a secret, or name no remedy. */
const SYNTAX: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: "no such escape; write a backslash twice in double quotes, or use single quotes",
  BAD_SCALAR_START: "text cannot begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second key on one line; begin a new line for it, or put text that holds `: ` in quotes",
  KEY_OVER_1024_CHARS: "a key longer than 1024 characters; is a quote missing?",
  MULTILINE_IMPLICIT_KEY: "a key stands on one line, with a colon and a space after it; is the colon missing?",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  UNEXPECTED_TOKEN: "this does not belong here; is something before it not closed, or does text need quotes?",
};

/**
 * Reads YAML 1.2 (core schema), of which JSON is a part, into a tree with positions. There is a tree unless the text
 * itself is wrong; what a tree cannot take (duplicate keys, keys that are no text) is left out of it and reported.
 */
export function yamlTree(file: string, text: string): { readonly tree?: Tree; readonly problems: readonly Problem[] } {
  const locate = locator(file, text);
  const { tokens, problems } = yamlTokens(text, locate);
  if (problems.length > 0) return { problems };
  // Its own search for duplicate keys takes quadratic time (observed: 2.7 s for 20,000 keys), so it is ours.
  const composer = new Composer({ version: "1.2", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [document] = withoutStacks(() => [...composer.compose(tokens, true, text.length)]);
  const errors = document?.errors ?? [];
  if (errors.length > 0) {
    // Of several at one place the first says what it is.
    const first = [...Map.groupBy(errors, ({ pos: [offset] }) => offset).values()].flatMap(([error]) => error ?? []);
    return { problems: first.slice(0, MOST_SYNTAX_PROBLEMS).map((error) => syntax(error, text, locate)) };
  }
  const contents = document?.contents ?? null;
  if (contents === null || (isScalar(contents) && scalar(contents).plain === "")) {
    return { problems: [createProblem("error", locate(0), [], "the file is empty; begin it with `version: 1`")] };
  }
  const found: Problem[] = [];
  return { tree: treeOf(contents, locate, found), problems: found };
}

/** A hostile file is worth 100,000 errors to the library, each with a stack that takes most of the time (observed) and nobody reads. */
function withoutStacks<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function syntax(
  { code, message, pos: [offset] }: YAMLParseError,
  text: string,
  locate: (offset: number) => Position,
): Problem {
  const [firstLine = ""] = message.split("\n");
  const hasKey = /^[^\n]*?:(?:\s|$)/.test(text.slice(offset, offset + LONGEST_LINE));
  const said = code === "BLOCK_AS_IMPLICIT_KEY" && !hasKey ? TOO_DEEP_BELOW : SYNTAX[code];
  return createProblem("error", locate(offset), [], said ?? `not YAML: ${firstLine}`);
}

function treeOf(root: ParsedNode, locate: (offset: number) => Position, problems: Problem[]): Tree {
  const refuse = (at: Position, path: Path, message: string): void => {
    problems.push(createProblem("error", at, path, message));
  };

  const visit = (node: ParsedNode, path: Path): Tree => {
    const at = locate(node.range[0]);
    if (isScalar(node)) return { kind: "scalar", at, ...scalar(node) };
    const left: Tree = { kind: "list", at, items: [] };
    if (path.length >= MOST_LEVELS) {
      refuse(at, path, TOO_DEEP);
      return left;
    }
    if (isMap(node)) return { kind: "map", at, entries: entries(node.items, path) };
    if (isSeq(node)) return { kind: "list", at, items: node.items.map((item, index) => visit(item, [...path, index])) };
    return left; // An alias, which no token becomes that came this far.
  };

  const entries = (pairs: readonly Pair<ParsedNode, ParsedNode | null>[], path: Path): MapTree["entries"] => {
    const found = new Map<string, MapTree["entries"][number]>();
    for (const { key: node, value } of pairs) {
      const keyAt = locate(node.range[0]);
      const key = isScalar(node) ? node.value : undefined;
      if (typeof key !== "string") {
        refuse(keyAt, path, "a key is text; put it in quotes, or remove it");
        continue;
      }
      const first = found.get(key);
      const why = first === undefined ? whyNoKey(key, isScalar(node) && node.type === "PLAIN") : duplicate(first.keyAt);
      if (why === undefined) {
        const empty: Tree = { kind: "scalar", at: locate(node.range[1]), value: null, plain: "" };
        found.set(key, { key, keyAt, value: value === null ? empty : visit(value, [...path, key]) });
      } else refuse(keyAt, [...path, key], why);
    }
    return [...found.values()];
  };

  return visit(root, []);
}

function scalar({ value, source, type }: Scalar.Parsed): Pick<ScalarTree, "value" | "plain"> {
  const known = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  // A node where nothing is written has no type.
  return { value: known, ...(type === undefined || type === "PLAIN" ? { plain: source } : {}) };
}

function whyNoKey(key: string, plain: boolean): string | undefined {
  if (key === "<<" && plain) return "merge keys (<<) are not read here; write the fields out";
  if (key === "__proto__") return "no field can have this name; remove it";
  return undefined;
}

function duplicate({ line, column }: Position): string {
  return `this key stands at ${line}:${column} already; remove one of them`;
}
