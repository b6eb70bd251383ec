import leven from "leven";

/** Characters. Longer names are not compared: the comparison takes quadratic time. */
const MAX_LENGTH = 64;

/** The known names, the most alike first: those that hold the unknown one, such as `shop-2026` for `shop`, and then by how many letters differ. */
export function nearestFirst(unknown: string, known: readonly string[]): string[] {
  const lowered = unknown.toLowerCase();
  const distanceOf = (name: string): number => {
    if (name.toLowerCase().includes(lowered)) return 0;
    return Math.max(unknown.length, name.length) > MAX_LENGTH ? MAX_LENGTH : leven(lowered, name.toLowerCase());
  };
  return known
    .map((name) => ({ name, distance: distanceOf(name) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** The known name that was probably meant, if any. Ignores case, because `forceHttps` means `force_https`. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length > MAX_LENGTH) return undefined;
  const lowered = unknown.toLowerCase();
  const [best] = known
    .map((name) => ({ name, distance: leven(lowered, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(lowered.length / 3)) ? best.name : undefined;
}
