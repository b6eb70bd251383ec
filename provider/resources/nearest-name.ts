import leven from "leven";

const LONGEST = 64;

/** The known name that was probably meant. Capitals do not count, for `forceHttps` means `force_https`. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined;
  const plain = written.toLowerCase();
  const [best] = known
    .map((name) => ({ name, distance: leven(plain, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(plain.length / 3)) ? best.name : undefined;
}
