import { isDeepStrictEqual } from "node:util";
import type { YAMLMap } from "yaml";
import { isObject, itemsOf, own, jsonIn, type Fields } from "../resources/json.ts";
import type { Path } from "../resources/schema-walk.ts";
import { parseYaml } from "./parse-yaml.ts";
import { createLocator } from "./position.ts";
import { createProblemList } from "./problem.ts";
import { rewrite, UneditableError } from "./rewrite-text.ts";
import { contentOf, entriesOf, type Node } from "./yaml-content.ts";

/**
 * One change of the content of a valid project file. `set`: the value at the path; `undefined` removes its line. `add` and `remove`: an item of
 * the list at the path; the first that is equal.
 */
export type Edit =
  | { readonly path: Path; readonly set: unknown }
  | { readonly path: Path; readonly add: unknown }
  | { readonly path: Path; readonly remove: unknown };

export interface EditedFile {
  readonly text: string;
  /** Edits that were not made, because of how the file is written. */
  readonly refused: readonly Edit[];
}

/**
 * The text of a file after some edits. Only the source of what changes is replaced: comments, order, quotes, indentation, flow style, line
 * ends and byte order mark stay. The text is read again: an edit counts only if the content is then as it should be, and nothing else changed.
 */
export function editFile(text: string, edits: readonly Edit[]): EditedFile {
  const whole = textWith(text, edits);
  if (whole !== undefined) return { text: whole, refused: [] };
  const made: Edit[] = [];
  const refused: Edit[] = [];
  let edited = text;
  for (const edit of edits) {
    const next = textWith(text, [...made, edit]);
    (next === undefined ? refused : made).push(edit);
    edited = next ?? edited;
  }
  return { text: edited, refused };
}

const BOM = "\uFEFF";
/** The start of JSON, perhaps with comments. */
const JSON_START = /^(?:\s|#[^\n]*\n)*\{(?:\s|#[^\n]*\n)*"/;

/** An item that is added does not take the place of one that is removed, and not its comments. */
function textWith(text: string, edits: readonly Edit[]): string | undefined {
  const [values = [], items = []] = [true, false].map((each) => edits.filter((edit) => "set" in edit === each));
  const withItems = textOf(text, items, false);
  return withItems === undefined ? undefined : textOf(withItems, values, true);
}

/** `replacesTexts`: another text in a list takes the place of one. */
function textOf(text: string, edits: readonly Edit[], replacesTexts: boolean): string | undefined {
  const [mark, body] = text.startsWith(BOM) ? [BOM, text.slice(1)] : ["", text];
  const root = parse(body);
  if (root === undefined) return undefined;
  const before = fieldsOf(root);
  const wanted = edits.reduce(withEdit, before);
  if (isDeepStrictEqual(wanted, before)) return text;
  try {
    const edited = rewrite(body, root, wanted, { isJson: JSON_START.test(body), replacesTexts });
    const after = parse(edited);
    const isRight = after !== undefined && isDeepStrictEqual(fieldsOf(after), wanted);
    const staysJson = jsonIn(edited) !== undefined || jsonIn(body) === undefined;
    return isRight && staysJson ? mark + edited : undefined;
  } catch (error) {
    if (error instanceof UneditableError) return undefined;
    throw error;
  }
}

/** The content of a file as it is written: references are `{ env: NAME }` and `{ secret: NAME }`. Empty for a file that is not valid YAML. */
export function writtenContent(text: string): Fields {
  const root = parse(text.replace(BOM, ""));
  return root === undefined ? {} : fieldsOf(root);
}

/** The lines, from 0, of all values for which this is true. Those of a list or map are the lines of what is in it. */
export function linesOf(text: string, isMeant: (path: Path, value: unknown) => boolean): ReadonlySet<number> {
  const body = text.replace(BOM, "");
  const lineAt = createLocator("", body);
  const lines = new Set<number>();
  const walk = (node: Node, path: Path, start: number): void => {
    const entries = entriesOf(node);
    for (const { name, value, key } of entries) walk(value, [...path, name], key?.range[0] ?? value?.range[0] ?? start);
    if (entries.length > 0 || node === null || !isMeant(path, contentOf(node))) return;
    const last = lineAt(Math.max(start, node.range[1] - 1)).line;
    for (let { line } = lineAt(start); line <= last; line += 1) lines.add(line - 1);
  };
  const root = parse(body);
  if (root !== undefined) walk(root, [], 0);
  return lines;
}

/** Texts that were parsed last: an edit, its check and what is shown of it need the same ones. Nothing changes their nodes. */
const kept = { roots: new Map<string, YAMLMap.Parsed | undefined>(), characters: 0 };
const MOST_CHARACTERS = 1024 * 1024;

function parse(text: string): YAMLMap.Parsed | undefined {
  const { roots } = kept;
  if (roots.has(text)) return roots.get(text);
  if (kept.characters + text.length > MOST_CHARACTERS) {
    roots.clear();
    kept.characters = 0;
  }
  kept.characters += text.length;
  const root = parseYaml(text, createLocator("", text), createProblemList(new Map()));
  roots.set(text, root);
  return root;
}

function fieldsOf(root: YAMLMap.Parsed): Fields {
  const content = contentOf(root);
  return isObject(content) ? content : {};
}

function withEdit(content: Fields, edit: Edit): Fields {
  const changed = changedAt(content, edit.path, (value) => {
    if ("set" in edit) return edit.set;
    const items = itemsOf(value);
    if ("add" in edit) return [...items, edit.add];
    const index = items.findIndex((item) => isDeepStrictEqual(item, edit.remove));
    return items.filter((_item, each) => each !== index);
  });
  return isObject(changed) ? changed : content;
}

function changedAt(content: unknown, [part, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (part === undefined) return change(content);
  const fields = isObject(content) ? content : {};
  const value = changedAt(own(fields, String(part)), rest, change);
  const others = Object.entries(fields).filter(([name]) => name !== part);
  if (value === undefined) return Object.fromEntries(others);
  return Object.hasOwn(fields, part)
    ? Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, name === part ? value : each]))
    : { ...fields, [part]: value };
}
