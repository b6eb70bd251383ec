/** A value for each of the words, in their order. */
export function eachWord<Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Readonly<Record<Word, Value>>;
export function eachWord(words: readonly string[], valueOf: (word: string) => unknown): object {
  return Object.fromEntries(words.map((word) => [word, valueOf(word)]));
}
