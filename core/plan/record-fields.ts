import { z } from "zod";

/**
 * How the text of a field is redacted. A name (a key, an id, a host name, a field) loses only the tokens: readers and programs tell objects
 * apart by it. A word of this program and an address lose nothing. A text that is neither loses every secret. Names and texts lose the user
 * info of URLs. `most`: characters that are shown, on one line.
 */
export const redactions = z.registry<{ readonly as: "name" | "word" | "text"; readonly most?: number }>();

export const name = z.string().register(redactions, { as: "name" });
export const word = z.string().register(redactions, { as: "word" });
export const count = z.int().nonnegative();

/** Data that is only read. */
export type Data<T> = T extends readonly (infer Item)[]
  ? readonly Data<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Data<T[Name]> }
    : T;

/** A value for each of the words, in their order. */
export function eachWord<Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Readonly<Record<Word, Value>>;
export function eachWord(words: readonly string[], valueOf: (word: string) => unknown): object {
  return Object.fromEntries(words.map((word) => [word, valueOf(word)]));
}
