/**
 * Runs `read` once for each key; everyone who asks for the key gets the same promise. A failed read is kept too, unless
 * `forgetFailures` is set: then the next caller tries again.
 */
export function oncePerKey<Key, T>(
  read: (key: Key) => Promise<T>,
  { forgetFailures = false }: { readonly forgetFailures?: boolean } = {},
): (key: Key) => Promise<T> {
  const reads = new Map<Key, Promise<T>>();
  return (key) => {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const reading = read(key);
    reads.set(key, reading);
    if (forgetFailures) reading.catch(() => reads.delete(key));
    return reading;
  };
}
