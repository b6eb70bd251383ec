import leven from "leven";

/** Characters. Longer names are not compared: the comparison takes quadratic time. */
const MAX_LENGTH = 64;

/** The known name that was probably meant, if any. Ignores case, because `forceHttps` means `force_https`. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length > MAX_LENGTH) return undefined;
  const lowered = unknown.toLowerCase();
  const [best] = known
    .map((name) => ({ name, distance: leven(lowered, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(lowered.length / 3)) ? best.name : undefined;
}
