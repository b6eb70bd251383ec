import { Composer, isMap, isScalar, isSeq } from "yaml";
import type { ErrorCode, Pair, ParsedNode, Scalar, YAMLParseError } from "yaml";
import { createLocator, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { MapTree, ScalarTree, Tree } from "./tree.ts";
import { MAX_LEVELS, TOO_DEEP, tokenizeYaml } from "./tokenize-yaml.ts";
import type { Path } from "../resources/schema-walk.ts";

const MAX_SYNTAX_PROBLEMS = 10;

const LONGEST_LINE = 1024;

const INDENTED_BELOW_VALUE =
  "this line has a value, but the line below is indented deeper; give both the same indentation";

/** Replaces messages of the library that quote the file, which may hold a secret, or do not say what to do. */
const SYNTAX: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: "invalid escape; in double quotes write each backslash twice, or use single quotes",
  BAD_SCALAR_START: "text cannot begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "second key on one line; move it to a new line, or put text that contains `: ` in quotes",
  KEY_OVER_1024_CHARS: "key longer than 1024 characters; check for a missing quote",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line and end with a colon and a space; check for a missing colon",
  TAB_AS_INDENT: "tab in the indentation; use spaces",
  UNEXPECTED_TOKEN:
    "unexpected character; check for an unclosed bracket or quote before it, and for text that needs quotes",
};

/**
 * Parses YAML 1.2 (core schema; JSON is a subset) into a tree with positions. Returns no tree if the syntax is wrong.
 * Duplicate keys and keys that are not text are reported and left out of the tree.
 */
export function parseYaml(file: string, text: string): { readonly tree?: Tree; readonly problems: readonly Problem[] } {
  const locate = createLocator(file, text);
  const { tokens, problems } = tokenizeYaml(text, locate);
  if (problems.length > 0) return { problems };
  // `uniqueKeys: false`: the library's search for duplicate keys takes quadratic time (2.7 s for 20,000 keys). `treeOf` does it.
  const composer = new Composer({ version: "1.2", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [document] = withoutStacks(() => [...composer.compose(tokens, true, text.length)]);
  const errors = document?.errors ?? [];
  if (errors.length > 0) {
    // The first error at a position is the cause of the others.
    const first = [...Map.groupBy(errors, ({ pos: [offset] }) => offset).values()].flatMap(([error]) => error ?? []);
    return { problems: first.slice(0, MAX_SYNTAX_PROBLEMS).map((error) => syntax(error, text, locate)) };
  }
  const contents = document?.contents ?? null;
  if (contents === null || (isScalar(contents) && scalarOf(contents).plain === "")) {
    return { problems: [createProblem("error", locate(0), [], "the file is empty; begin with `version: 1`")] };
  }
  const found: Problem[] = [];
  return { tree: treeOf(contents, locate, found), problems: found };
}

/** Runs a function without recording stacks. For a hostile file the library creates 100,000 errors, and stacks take most of that time. */
function withoutStacks<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
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
  const known = code === "BLOCK_AS_IMPLICIT_KEY" && !hasKey ? INDENTED_BELOW_VALUE : SYNTAX[code];
  return createProblem("error", locate(offset), [], known ?? `invalid YAML: ${firstLine}`);
}

function treeOf(root: ParsedNode, locate: (offset: number) => Position, problems: Problem[]): Tree {
  const refuse = (position: Position, path: Path, message: string): void => {
    problems.push(createProblem("error", position, path, message));
  };

  const visit = (node: ParsedNode, path: Path): Tree => {
    const position = locate(node.range[0]);
    if (isScalar(node)) return { kind: "scalar", position, ...scalarOf(node) };
    const empty: Tree = { kind: "list", position, items: [] };
    if (path.length >= MAX_LEVELS) {
      refuse(position, path, TOO_DEEP);
      return empty;
    }
    if (isMap(node)) return { kind: "map", position, entries: entriesOf(node.items, path) };
    if (isSeq(node)) {
      return { kind: "list", position, items: node.items.map((item, index) => visit(item, [...path, index])) };
    }
    return empty; // An alias. `tokenizeYaml` has refused them all.
  };

  const entriesOf = (pairs: readonly Pair<ParsedNode, ParsedNode | null>[], path: Path): MapTree["entries"] => {
    const found = new Map<string, MapTree["entries"][number]>();
    for (const { key: node, value } of pairs) {
      const keyPosition = locate(node.range[0]);
      const key = isScalar(node) ? node.value : undefined;
      if (typeof key !== "string") {
        refuse(keyPosition, path, "a key must be text; put it in quotes, or remove it");
        continue;
      }
      const first = found.get(key);
      const isPlain = isScalar(node) && node.type === "PLAIN";
      const refusal = first === undefined ? keyRefusal(key, isPlain) : duplicateKey(first.keyPosition);
      if (refusal === undefined) {
        const empty: Tree = { kind: "scalar", position: locate(node.range[1]), value: null, plain: "" };
        found.set(key, { key, keyPosition, value: value === null ? empty : visit(value, [...path, key]) });
      } else refuse(keyPosition, [...path, key], refusal);
    }
    return [...found.values()];
  };

  return visit(root, []);
}

function scalarOf({ value, source, type }: Scalar.Parsed): Pick<ScalarTree, "value" | "plain"> {
  const known = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  // Nodes without any text have no type.
  return { value: known, ...(type === undefined || type === "PLAIN" ? { plain: source } : {}) };
}

function keyRefusal(key: string, plain: boolean): string | undefined {
  if (key === "<<" && plain) return "merge keys (<<) are not supported; write the fields themselves";
  if (key === "__proto__") return "__proto__ cannot be the name of a field; remove it";
  return undefined;
}

function duplicateKey({ line, column }: Position): string {
  return `duplicate key, same as at ${line}:${column}; remove one of them`;
}
