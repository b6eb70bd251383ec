import { isIP } from "node:net";
import { toASCII } from "tr46";

/** Names that need no conversion, as nearly all do. Conversion is slow, and a plan compares many names. */
const PLAIN = /^[a-z0-9.-]{1,253}$/;

/**
 * The form in which a host name is compared, stored and sent: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` if the text is not a host name: an IP address, an empty or too long label, a path, a port,
 * a single label. Does not use Node's `domainToASCII`, which is too lenient: it turns `a/b.com` into `a`.
 */
export function canonicalHostName(text: string): string | undefined {
  const name = text.replace(/[.\u3002\uFF0E\uFF61]$/, "");
  const ascii = PLAIN.test(name) && !name.includes("xn--") ? name : convert(name);
  if (ascii === null) return undefined;
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  const topLevel = labels.at(-1) ?? "";
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x") ? ascii : undefined;
}

/** Cache: `toASCII` is slow, and each name of a file is converted several times. */
const forms = new Map<string, string | null>();
const MAX_FORMS = 50_000;

function convert(name: string): string | null {
  const known = forms.get(name);
  if (known !== undefined) return known;
  if (forms.size >= MAX_FORMS) forms.clear();
  const form = toASCII(name, { checkBidi: true, checkJoiners: true, verifyDNSLength: true });
  forms.set(name, form);
  return form;
}

/** Says why a text is not a host name, and what to write instead. */
export function explainHostName(text: string): string {
  const [, scheme, host = ""] = /^([a-z][a-z\d+.-]*:\/\/)?(?:[^/?#]*@)?([^/?#:]*)/i.exec(text) ?? [];
  const instead = canonicalHostName(host) === undefined ? "such as www.example.com" : host;
  // A URL may hold a password, in front of the host name or in the query.
  const quoted = /[@?#]/.test(text) ? "the value" : JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  if (scheme !== undefined) return `${quoted} is a URL; write only the host name: ${instead}`;
  if (isIP(text.replace(/^\[|\]$/g, "")) !== 0)
    return `${quoted} is an IP address; write a host name such as www.example.com`;
  if (/[/?#@]/.test(text)) return `${quoted} is more than a host name; write only the host name: ${instead}`;
  if (/:\d*$/.test(text)) return `${quoted} has a port; write only the host name: ${instead}`;
  if (text.startsWith("*.")) return `${quoted} is a wildcard; write each host name, such as www${text.slice(1)}`;
  if (/^[^.]+\.?$/.test(text)) return `${quoted} has no domain; write the whole host name, such as www.example.com`;
  return `${quoted} is not a host name; write one such as www.example.com`;
}
