import { Composer, isMap, isScalar, type ErrorCode, type YAMLMap, type YAMLParseError, CST, Lexer, Parser } from "yaml";
import type { Position } from "./position.ts";
import type { ProblemList } from "./problem.ts";

/** Far more than any project needs. Limits the time that a hostile file takes. */
const MAX_LEXEMES = 150_000;

/** How deep maps and lists may be nested. */
export const MAX_LEVELS = 32;

const MAX_PROBLEMS = 10;

const REFUSED: Readonly<Record<string, string>> = {
  alias: "aliases (*name) are not supported; write the value itself",
  anchor: "anchors (&name) are not supported; remove it, and write the value wherever it is needed",
  tag: "tags (!name) are not supported; remove it, or put the text in quotes",
  "directive-line": "directives (%NAME) are not supported; remove the line",
};

export const TOO_DEEP = "nested deeper than 32 levels; no field of a project file is that deep";

/**
 * Splits a text into the parser's tokens. Refuses the dangerous and surprising parts of YAML before anything is expanded or
 * recursed into: aliases, anchors, tags, directives, several documents, and more depth or parts than a project file can
 * have. Use the tokens only if nothing was refused.
 */
export function tokenizeYaml(text: string, onRefusal: (offset: number, message: string) => void): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let refusals = 0;
  const refuse = (offset: number, message: string): void => {
    refusals += 1;
    onRefusal(offset, message);
  };
  let lexemes = 0;
  let unexpected = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser;
    // Text is never mistaken for one of these: plain text cannot begin like them, and lines of a block begin with spaces.
    const type = CST.tokenType(lexeme);
    const refusal = type === null ? undefined : REFUSED[type];
    if (refusal !== undefined) refuse(offset, refusal);
    // Here, because the library would report it at the end of the file.
    if (isUnclosedQuote(type, lexeme)) refuse(offset, "unclosed quote; add the closing quote");
    lexemes += 1;
    if (lexemes > MAX_LEXEMES)
      refuse(offset, "more than 150,000 parts, the limit for a project file; check that it is the right file");
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "error") unexpected += 1;
    }
    const tooDeep = parser.stack.length > MAX_LEVELS && parser.stack.filter(CST.isCollection).length > MAX_LEVELS;
    if (tooDeep) refuse(offset, TOO_DEEP);
    if (tooDeep || lexemes > MAX_LEXEMES || refusals >= MAX_PROBLEMS) return [];
    // Only ten are shown, and each becomes an error with a stack, which is slow.
    if (unexpected >= MAX_PROBLEMS) break;
  }
  tokens.push(...parser.end());
  const second = tokens.filter(({ type }) => type === "document")[1];
  if (second !== undefined) {
    refuse(second.offset, "second document; one file is one project, so move it to another file");
  }
  return tokens;
}

function isUnclosedQuote(type: CST.TokenType | null, lexeme: string): boolean {
  const quoted = type === "double-quoted-scalar" || type === "single-quoted-scalar";
  return quoted && (lexeme.length < 2 || lexeme.at(-1) !== lexeme[0]);
}

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
