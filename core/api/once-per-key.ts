/**
 * Runs `read` once for each key; everyone who asks for the key gets the same promise, that of the first one. A rejection is
 * kept too. `isKept`: whether later callers get a result too, or read again. Default: always.
 */
export function oncePerKey<Key, T, Rest extends readonly unknown[]>(
  read: (key: Key, ...rest: Rest) => Promise<T>,
  isKept: (result: T) => boolean = () => true,
): (key: Key, ...rest: Rest) => Promise<T> {
  const reads = new Map<Key, Promise<T>>();
  return (key, ...rest) => {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const reading = read(key, ...rest).then((result) => {
      if (!isKept(result)) reads.delete(key);
      return result;
    });
    reads.set(key, reading);
    return reading;
  };
}
