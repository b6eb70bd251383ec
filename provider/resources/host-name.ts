import { toASCII } from "tr46";

/**
 * The one form a host name is compared, stored and sent in: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` for what is no host name: an address, an empty or too long label, a path, a port, a
 * single label. Node's own `domainToASCII` is too lenient for this: it makes `a` of `a/b.com` (observed).
 */
export function canonicalHostName(text: string): string | undefined {
  const known = canonical.get(text);
  if (known !== undefined) return known;
  const ascii = toASCII(text.endsWith(".") ? text.slice(0, -1) : text, {
    checkBidi: true,
    checkJoiners: true,
    useSTD3ASCIIRules: true,
    verifyDNSLength: true,
  });
  if (ascii === null) return undefined;
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label));
  const topLevel = labels.at(-1) ?? "";
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x")
    ? keep(text, ascii)
    : undefined;
}

/** Every host name of a project is compared with every declared one, and bringing one to its form takes a while. */
const canonical = new Map<string, string>();
const KEPT = 10_000;

function keep(text: string, ascii: string): string {
  if (canonical.size < KEPT) canonical.set(text, ascii);
  return ascii;
}
