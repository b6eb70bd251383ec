import { toASCII } from "tr46";

/** What is in its form already, as nearly all are: bringing a name to it takes a while, and a plan compares many. */
const PLAIN = /^[a-z0-9.-]{1,253}$/;

/**
 * The one form a host name is compared, stored and sent in: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` for what is no host name: an address, an empty or too long label, a path, a port, a
 * single label. Node's own `domainToASCII` is too lenient for this: it makes `a` of `a/b.com` (observed).
 */
export function canonicalHostName(text: string): string | undefined {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  const ascii = PLAIN.test(name) && !name.includes("xn--") ? name : converted(name);
  if (ascii === null) return undefined;
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  const topLevel = labels.at(-1) ?? "";
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x") ? ascii : undefined;
}

function converted(name: string): string | null {
  return toASCII(name, { checkBidi: true, checkJoiners: true, verifyDNSLength: true });
}
