import { oneLine } from "../core/text/printable.ts";
import { REDACTED } from "../core/text/redaction.ts";

export function value(content: string): string {
  return content === REDACTED ? "<em>secret</em>" : code(content);
}

/** Text as code. Uses HTML: a backtick in the text would end a Markdown code span. */
export function code(content: string): string {
  return `<code>${text(content)}</code>`;
}

/** A link. `content` is Markdown; without an address, it is all there is. */
export function link(content: string, address: string | undefined): string {
  return address === undefined ? content : `<a href="${address.replaceAll("&", "&amp;")}">${content}</a>`;
}

/** The first characters of a text, and … if there are more. */
export function clip(content: string, length: number): string {
  const characters = Array.from(content.slice(0, length * 2 + 2));
  return characters.length > length ? `${characters.slice(0, length).join("")}…` : content;
}

/** Escapes HTML, Markdown, formulas, table cells and line ends, and breaks links, addresses, mentions and references. */
export function text(content: string): string {
  return oneLine(content).replace(SPECIAL, (part, markup: string | undefined) =>
    markup === undefined ? `${part}${BREAK}` : `&#${markup.charCodeAt(0)};`,
  );
}

/** Markup, or the start of a text that GitHub makes a link of: https://…, www.…, user@example.com, @user, #1, GH-1. */
const SPECIAL = /([&<>"'`|*_~[\]\\!$])|:(?=\/\/)|\bwww(?=\.)|@|#|\bgh(?=-\d)/gi;
/** Invisible. An escape does not help: GitHub searches the text for links after it has decoded the escapes. */
const BREAK = "<!-- -->";
