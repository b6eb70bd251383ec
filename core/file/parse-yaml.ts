import { Composer, isMap, isScalar } from "yaml";
import type { ErrorCode, YAMLMap, YAMLParseError } from "yaml";
import type { Position } from "./position.ts";
import type { ProblemList } from "./problem-list.ts";
import { tokenizeYaml } from "./tokenize-yaml.ts";

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

/** Parses YAML 1.2 (core schema; JSON is a subset). Reports what is wrong with the syntax. Returns `undefined` unless the file is a map. */
export function parseYaml(
  text: string,
  locate: (offset: number) => Position,
  problems: ProblemList,
): YAMLMap.Parsed | undefined {
  const tokens = tokenizeYaml(text, (offset, message) => problems.refuse(locate(offset), message));
  if (problems.hasErrors) return undefined;
  // `uniqueKeys: false`: the library's search for duplicate keys takes quadratic time (2.7 s for 20,000 keys). `readValues` does it.
  const composer = new Composer({ version: "1.2", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [document] = withoutStacks(() => [...composer.compose(tokens, true, text.length)]);
  // The first error at a position is the cause of the others.
  const errors = [...Map.groupBy(document?.errors ?? [], ({ pos: [offset] }) => offset).values()];
  for (const [error] of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    if (error !== undefined) problems.refuse(locate(error.pos[0]), syntaxMessage(error, text));
  }
  if (errors.length > 0) return undefined;
  const contents = document?.contents ?? null;
  if (isMap(contents)) return contents;
  const isEmpty = contents === null || (isScalar(contents) && contents.range[0] === contents.range[1]);
  const message = isEmpty
    ? "the file is empty; begin with `version: 1`"
    : "must be a map; begin the file with `version: 1`, then `project:`";
  problems.refuse(locate(isEmpty ? 0 : contents.range[0]), message);
  return undefined;
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

function syntaxMessage({ code, message, pos: [offset] }: YAMLParseError, text: string): string {
  const [firstLine = ""] = message.split("\n");
  const hasKey = /^[^\n]*?:(?:\s|$)/.test(text.slice(offset, offset + LONGEST_LINE));
  const known = code === "BLOCK_AS_IMPLICIT_KEY" && !hasKey ? INDENTED_BELOW_VALUE : SYNTAX[code];
  return known ?? `invalid YAML: ${firstLine}`;
}
