import { CST, Lexer, Parser } from "yaml";

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
