/**
 * Runs `read` once for each key; everyone who asks for the key gets the same promise, that of the first one. A failed read
 * is kept too.
 */
export function oncePerKey<Key, T, Rest extends readonly unknown[]>(
  read: (key: Key, ...rest: Rest) => Promise<T>,
): (key: Key, ...rest: Rest) => Promise<T> {
  const reads = new Map<Key, Promise<T>>();
  return (key, ...rest) => {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const reading = read(key, ...rest);
    reads.set(key, reading);
    return reading;
  };
}
