import { CST, Lexer, Parser } from "yaml";
import type { Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

/** More than any project has; it bounds the time that a hostile file takes. */
const MOST_LEXEMES = 150_000;

/** Maps and lists within each other. */
export const MOST_LEVELS = 32;

const MOST_PROBLEMS = 10;

const REFUSED: Readonly<Record<string, string>> = {
  alias: "aliases (*name) are not read here; write the value out",
  anchor: "anchors (&name) are not read here; remove it, and write the value out where it is needed",
  tag: "tags (!name) are not read here; remove it, and put text that looks like something else in quotes",
  "directive-line": "directives (%NAME) are not read here, the file is plain YAML 1.2; remove the line",
};

export const TOO_DEEP = "nested deeper than 32 levels, which no field of the file is";

/**
 * Cuts a text into the parser's tokens. What makes YAML dangerous or surprising is refused here, before any recursion
 * and before anything is expanded: aliases, anchors, tags, directives, several documents, and more depth or parts than
 * a project file can have. Tokens are of use only where there is no problem.
 */
export function yamlTokens(
  text: string,
  locate: (offset: number) => Position,
): { readonly tokens: readonly CST.Token[]; readonly problems: readonly Problem[] } {
  const tokens: CST.Token[] = [];
  const problems: Problem[] = [];
  const refuse = (offset: number, message: string): void => {
    problems.push(createProblem("error", locate(offset), [], message));
  };
  const parser = new Parser();
  let lexemes = 0;
  let unexpected = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser;
    // No text is taken for one of these: plain text cannot begin like them, and the lines of a block begin with spaces.
    const type = CST.tokenType(lexeme);
    const why = type === null ? undefined : REFUSED[type];
    if (why !== undefined) refuse(offset, why);
    // The library would say so at the end of the file.
    if (isOpenQuote(type, lexeme)) refuse(offset, "this quote is not closed; close it");
    lexemes += 1;
    if (lexemes > MOST_LEXEMES) refuse(offset, "the file has more parts than any project needs; is it the right one?");
    const parsed = [...parser.next(lexeme)];
    tokens.push(...parsed);
    unexpected += parsed.filter((token) => token.type === "error").length;
    const tooDeep = parser.stack.length > MOST_LEVELS && parser.stack.filter(CST.isCollection).length > MOST_LEVELS;
    if (tooDeep) refuse(offset, TOO_DEEP);
    if (tooDeep || lexemes > MOST_LEXEMES || problems.length >= MOST_PROBLEMS) return { tokens: [], problems };
    // Each becomes an error of its own, with a stack, and ten are shown.
    if (unexpected >= MOST_PROBLEMS) break;
  }
  tokens.push(...parser.end());
  const second = tokens.filter(({ type }) => type === "document")[1];
  if (second !== undefined) {
    refuse(second.offset, "a second document; one file is one project: put it into a file of its own");
  }
  return { tokens, problems };
}

function isOpenQuote(type: CST.TokenType | null, lexeme: string): boolean {
  const quoted = type === "double-quoted-scalar" || type === "single-quoted-scalar";
  return quoted && (lexeme.length < 2 || lexeme.at(-1) !== lexeme[0]);
}
