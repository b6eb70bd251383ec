/** How many of `found` are each of the words, in the order of the words. */
export function countEach<Word extends string>(
  words: readonly Word[],
  found: readonly Word[],
): Readonly<Record<Word, number>>;
export function countEach(words: readonly string[], found: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(words.map((each) => [each, found.filter((one) => one === each).length]));
}
