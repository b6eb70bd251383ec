import { Document, Pair, Scalar, YAMLMap, YAMLSeq, type ScalarTag, type Tags } from "yaml";
import type { z } from "zod";
import { type Fields, isObject } from "../resources/json.ts";
import { child, fieldNames } from "../resources/schema-walk.ts";
import { fileSchema } from "./schema.ts";
import { isBlock, isPlain, quoted } from "./write-text.ts";

/** What a project file says, as plain data: a reference to the environment is `{ env: NAME }` or `{ secret: NAME }`. */
export interface FileData {
  readonly project: Fields;
  readonly components?: Readonly<Record<string, Fields>>;
  readonly domains?: readonly unknown[];
}

/** Where a project has its schema, as `projectsync schema` is best told to write it. */
export const DEFAULT_SCHEMA = "./schema/projectsync.schema.json";

export interface WriteOptions {
  /** Address of the JSON Schema, or its path from the file, for editors. */
  readonly schema?: string;
  /** Lines of comment at the top. */
  readonly comments?: readonly string[];
}

/**
 * Writes a project file in the order of its schema: what `loadFile` reads from it is the same data. Takes JSON data only; whether it is
 * a valid project is for `loadFile` to say.
 */
export function fileText(data: FileData, { schema = DEFAULT_SCHEMA, comments = [] }: WriteOptions = {}): string {
  const document = new Document(null, { version: "1.2", customTags });
  document.contents = nodeOf({ version: 1, ...data }, fileSchema);
  const head = [`# yaml-language-server: $schema=${address(schema)}`, ...comments.map(comment)];
  return `${head.join("\n")}\n${document.toString({ lineWidth: 0, directives: false })}`;
}

/** The editors' plugin reads an address up to the first space. */
function address(schema: string): string {
  return schema.replace(/[\s\p{Cc}\p{Cs}\u2028\u2029]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
}

function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\uFEFF]+/gu, " ")}`.trimEnd();
}

/** The library's own quotes leave in the text what `loadFile` refuses there, and what nobody sees. */
function customTags(tags: Tags): Tags {
  return tags.map((tag) => (typeof tag === "object" && isTextTag(tag) ? ownQuotes(tag) : tag));
}

function isTextTag(tag: Exclude<Tags[number], string>): tag is ScalarTag {
  return tag.tag === "tag:yaml.org,2002:str";
}

function ownQuotes(tag: ScalarTag): ScalarTag {
  return {
    ...tag,
    stringify: (item, ...rest) => {
      if (item.type === Scalar.QUOTE_DOUBLE) return quoted(String(item.value));
      return tag.stringify?.(item, ...rest) ?? quoted(String(item.value));
    },
  };
}

function nodeOf(value: unknown, schema: z.ZodType | undefined): Scalar | YAMLMap | YAMLSeq {
  if (Array.isArray(value)) {
    const list = new YAMLSeq<Scalar | YAMLMap | YAMLSeq>();
    for (const [index, item] of value.entries()) list.items.push(nodeOf(item, child(schema, index)));
    return list;
  }
  if (isObject(value)) return mapOf(value, schema);
  return typeof value === "string" ? textOf(value) : new Scalar(Object.is(value, -0) ? 0 : value);
}

function mapOf(value: Fields, schema: z.ZodType | undefined): YAMLMap {
  const map = new YAMLMap<Scalar, Scalar | YAMLMap | YAMLSeq>();
  for (const [name, content] of inOrder(value, fieldNames(schema))) {
    const key = keyOf(name);
    // A line between the sections of the file.
    if (schema === fileSchema && name in fileSchema.shape && name !== "version" && name !== "$schema") {
      key.spaceBefore = true;
    }
    map.items.push(new Pair(key, nodeOf(content, child(schema, name))));
  }
  map.flow = map.items.length === 0 || isReference(value);
  return map;
}

function inOrder(value: Fields, names: readonly string[]): [name: string, content: unknown][] {
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .toSorted(([a], [b]) => rank(a) - rank(b));
}

function keyOf(name: string): Scalar {
  const key = new Scalar(name);
  key.type = isPlain(name) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
  return key;
}

function textOf(text: string): Scalar {
  const scalar = new Scalar(text);
  if (isBlock(text)) scalar.type = Scalar.BLOCK_LITERAL;
  else scalar.type = isPlain(text) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
  return scalar;
}

function isReference(value: Fields): boolean {
  const [[key, name] = [], ...more] = Object.entries(value);
  return more.length === 0 && (key === "secret" || key === "env") && typeof name === "string";
}
