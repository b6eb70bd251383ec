import { Scalar } from "yaml";
import { isObject } from "../resources/json.ts";
import { blockText } from "./write-file.ts";
import { escapeHidden, isBlock, isPlain, quoted } from "./write-text.ts";

/* How a new value is written into a file that exists. */

export interface SourceStyle {
  readonly isJson: boolean;
  readonly lineEnd: string;
  /** Spaces of one level. */
  readonly unit: number;
}

/** Three numbers or more with dots between them, such as a version or an IP address: every YAML parser reads text. */
const DOTTED = /^\d+(?:\.\d+){2,}(?:\/\d+)?$/;

/** A scalar as another one is written: with its kind of quotes, or as a block. `old`: its source. */
export function scalarSource(
  value: unknown,
  { type, source }: { readonly type?: Scalar.Type | undefined; readonly source: string },
  { isJson, lineEnd }: SourceStyle,
): string {
  if (typeof value !== "string") return JSON.stringify(Object.is(value, -0) ? 0 : value);
  if (isJson) return quoted(value);
  if (/^[|>]/.test(source))
    return blockSource(value, source, lineEnd) ?? `${lineSource(value, type)}${commentOf(source)}`;
  return lineSource(value, type);
}

function lineSource(value: string, type: Scalar.Type | undefined): string {
  const isOneLine = !value.includes("\n") && escapeHidden(value) === value;
  if (type === Scalar.QUOTE_SINGLE && isOneLine) return `'${value.replaceAll("'", "''")}'`;
  if (type === Scalar.QUOTE_DOUBLE) return quoted(value);
  return isPlain(value) || DOTTED.test(value) ? value : quoted(value);
}

/** A block with the header's comment and the indentation of another one. `undefined` if the text cannot be a block. */
function blockSource(text: string, source: string, lineEnd: string): string | undefined {
  const [header = "", ...lines] = source.split(/\r?\n/);
  const indentation = /^ +/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0];
  const lineFeeds = /\n*$/.exec(text)?.[0].length ?? 0;
  if (indentation === undefined || lineFeeds > 1 || /^[\s]/.test(text) || !isBlock(`${text}\n`)) return undefined;
  const content = text.replace(/\n$/, "");
  const isFolded = header.startsWith(">") && !content.includes("\n");
  const body = content.split("\n").map((line) => (line === "" ? "" : indentation + line));
  return [`${isFolded ? ">" : "|"}${lineFeeds === 0 ? "-" : ""}${commentOf(source)}`, ...body].join(lineEnd);
}

/** The comment behind the header of a block. */
function commentOf(source: string): string {
  return /^[^\r\n]*?(\s+#[^\r\n]*)/.exec(source)?.[1] ?? "";
}

/** A value on one line, or in JSON on several if `indentation` is given. */
export function flowSource(value: unknown, style: SourceStyle, indentation?: string): string {
  const { isJson, lineEnd, unit } = style;
  if (isJson) {
    const json = JSON.stringify(value, null, indentation === undefined ? undefined : unit);
    return json
      .split("\n")
      .map((line) => escapeHidden(line))
      .join(lineEnd + (indentation ?? ""));
  }
  const source = (inner: unknown): string => flowSource(inner, style);
  if (Array.isArray(value)) return `[${value.map(source).join(", ")}]`;
  if (!isObject(value)) return scalarSource(value, { source: "" }, style);
  const entries = Object.entries(value).map(([name, inner]) => `${nameSource(name, style)}: ${source(inner)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

export function nameSource(name: string, { isJson }: SourceStyle): string {
  return isPlain(name) && !isJson ? name : quoted(name);
}

/** The lines of an entry of a map, or of a list with one item, indented by so many spaces. */
export function blockLines(value: unknown, indentation: number, { unit }: SourceStyle): string[] {
  const lines = blockText(value, unit).trimEnd().split("\n");
  return lines.map((line) => (line === "" ? "" : " ".repeat(indentation) + line));
}
