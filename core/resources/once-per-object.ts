/** A cache: makes something once for each object, and forgets it with the object. */
export function oncePerObject<Key extends object, Made extends object>(make: (key: Key) => Made): (key: Key) => Made {
  const all = new WeakMap<Key, Made>();
  return (key) => {
    const made = all.get(key) ?? make(key);
    all.set(key, made);
    return made;
  };
}
