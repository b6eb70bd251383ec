import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { z } from "zod";
import { type Fields, isObject } from "../resources/json.ts";
import { child, entriesInOrder } from "../resources/schema-walk.ts";
import { fileSchema } from "./schema.ts";
import { commentText, escapeHidden, isBlock, isPlain } from "./write-text.ts";

/** The content of a project file as plain data. A reference to a variable is `{ env: NAME }` or `{ secret: NAME }`. */
export interface FileData {
  readonly project: Fields;
  /** Fields, by `organization/component`. */
  readonly components?: Readonly<Record<string, Fields>>;
  /** Host names, or maps. */
  readonly domains?: readonly unknown[];
}

/** Default path of the JSON Schema, from the project file. */
export const DEFAULT_SCHEMA = "./schema/projectsync.schema.json";

export interface WriteOptions {
  /** URL of the JSON Schema, or its path from the file, for editors. Default: {@link DEFAULT_SCHEMA}. */
  readonly schema?: string;
  readonly comments?: readonly string[];
}

/**
 * Returns the text of a project file, with the fields in the order of the schema. `loadFile` reads the same data from it. Accepts any JSON
 * data, and does not check whether it is a valid project.
 */
export function fileText(data: FileData, { schema = DEFAULT_SCHEMA, comments = [] }: WriteOptions = {}): string {
  const head = [
    `# yaml-language-server: $schema=${schemaReference(schema)}`,
    ...comments.map((text) => `# ${commentText(text)}`.trimEnd()),
  ];
  return `${head.join("\n")}\n${textOfNode(nodeOf({ version: 1, ...data }, fileSchema))}`;
}

/** Returns a part of a project file as text, with so many spaces for each level. */
export function blockText(value: unknown, indent: number): string {
  return textOfNode(nodeOf(value, undefined), indent);
}

function textOfNode(node: Document["contents"], indent = 2): string {
  const document = new Document(null, { version: "1.2" });
  document.contents = node;
  // The library's own double quotes are not JSON. Hidden characters are in quotes only, and `loadFile` refuses some of them.
  return escapeHidden(document.toString({ lineWidth: 0, directives: false, doubleQuotedAsJSON: true, indent }));
}

/** Encodes white space: editors read the schema's URL up to the first space. */
function schemaReference(schema: string): string {
  return schema.replace(/[\s\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

function nodeOf(value: unknown, schema: z.ZodType | undefined): Scalar | YAMLMap | YAMLSeq {
  if (Array.isArray(value)) {
    const list = new YAMLSeq<Scalar | YAMLMap | YAMLSeq>();
    for (const [index, item] of value.entries()) list.items.push(nodeOf(item, child(schema, index)));
    return list;
  }
  if (isObject(value)) return mapOf(value, schema);
  if (typeof value === "string") return textOf(value, isBlock(value) ? Scalar.BLOCK_LITERAL : undefined);
  return new Scalar(Object.is(value, -0) ? 0 : value);
}

function mapOf(value: Fields, schema: z.ZodType | undefined): YAMLMap {
  const map = new YAMLMap<Scalar, Scalar | YAMLMap | YAMLSeq>();
  for (const [name, content] of entriesInOrder(value, schema)) {
    const key = textOf(name);
    // Separate the sections by an empty line.
    if (schema === fileSchema && name in fileSchema.shape && name !== "version" && name !== "$schema") {
      key.spaceBefore = true;
    }
    map.items.push(new Pair(key, nodeOf(content, child(schema, name))));
  }
  map.flow = map.items.length === 0 || typeof referenceData(value)?.content === "string";
  return map;
}

function textOf(text: string, type: Scalar.Type = isPlain(text) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE): Scalar {
  const scalar = new Scalar(text);
  scalar.type = type;
  return scalar;
}

/** The variable of plain data that a file reads as a reference. `undefined` for any other value. Does not check the content. */
export function referenceData(
  value: unknown,
): { readonly key: "env" | "secret"; readonly content: unknown } | undefined {
  const [[key, content] = [], ...more] = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => name !== "type",
  );
  return more.length === 0 && (key === "env" || key === "secret") ? { key, content } : undefined;
}
