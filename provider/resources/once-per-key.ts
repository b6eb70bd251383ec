/**
 * Runs `read` once for each key; everyone who asks for the key gets the same promise, that of the first one. A failed read is kept too, unless
 * `forgetFailures` is set: then the next caller tries again.
 */
export function oncePerKey<Key, T, Rest extends readonly unknown[]>(
  read: (key: Key, ...rest: Rest) => Promise<T>,
  { forgetFailures = false }: { readonly forgetFailures?: boolean } = {},
): (key: Key, ...rest: Rest) => Promise<T> {
  const reads = new Map<Key, Promise<T>>();
  return (key, ...rest) => {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const reading = read(key, ...rest);
    reads.set(key, reading);
    if (forgetFailures) reading.catch(() => reads.delete(key));
    return reading;
  };
}
