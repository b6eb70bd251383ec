import { toASCII } from "tr46";

/**
 * The one form a host name is compared, stored and sent in: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` for what is no host name: an address, an empty or too long label, a path, a port, a
 * single label. Node's own `domainToASCII` is too lenient for this: it makes `a` of `a/b.com` (observed).
 */
export function canonicalHostName(text: string): string | undefined {
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
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x") ? ascii : undefined;
}
