import { toASCII } from "tr46";

/** What is in its form already, as nearly all are: bringing a name to it takes a while, and a plan compares many. */
const PLAIN = /^[a-z0-9.-]{1,253}$/;

/**
 * The one form a host name is compared, stored and sent in: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` for what is no host name: an address, an empty or too long label, a path, a port, a
 * single label. Node's own `domainToASCII` is too lenient for this: it makes `a` of `a/b.com` (observed).
 */
export function canonicalHostName(text: string): string | undefined {
  const name = text.replace(/[.\u3002\uFF0E\uFF61]$/, "");
  const ascii = PLAIN.test(name) && !name.includes("xn--") ? name : converted(name);
  if (ascii === null) return undefined;
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  const topLevel = labels.at(-1) ?? "";
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x") ? ascii : undefined;
}

/** Of what was brought to its form by code that takes its time. A file asks for each of its names several times. */
const forms = new Map<string, string | null>();
const MOST_FORMS = 50_000;

function converted(name: string): string | null {
  const known = forms.get(name);
  if (known !== undefined) return known;
  if (forms.size >= MOST_FORMS) forms.clear();
  const form = toASCII(name, { checkBidi: true, checkJoiners: true, verifyDNSLength: true });
  forms.set(name, form);
  return form;
}
