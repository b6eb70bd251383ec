import type { Fields } from "./json.ts";
const { compare: inOrder } = new Intl.Collator("en", { numeric: true });

const NUMBERED = /^(?<release>v?\d+(?:\.\d+)*)-(?<preRelease>.+)$/;

/** Sorts older versions first. Compares numbers as numbers, a release after its pre-releases, and everything else as text. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)];
  const byRelease = inOrder(one.release, other.release);
  if (byRelease !== 0 || one.preRelease === other.preRelease) return byRelease;
  if (one.preRelease === undefined) return 1;
  return other.preRelease === undefined ? -1 : inOrder(one.preRelease, other.preRelease);
}

/** The versions that the catalogue lists, the newest first. */
export function newestFirst(versions: Fields): string[] {
  return Object.keys(versions).toSorted((a, b) => compareVersions(b, a));
}

function parts(version: string): { readonly release: string; readonly preRelease?: string | undefined } {
  const { release = version, preRelease } = NUMBERED.exec(version)?.groups ?? {};
  return { release, preRelease };
}
