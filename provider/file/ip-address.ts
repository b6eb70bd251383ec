import { isIP } from "node:net";

/** Whether the text is an IP address, or a network such as `203.0.113.0/24`. An address with a zone (`fe80::1%eth0`) is not. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || more.length > 0) return false;
  return length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}

const BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const V4 = `(?:${BYTE}\\.){3}${BYTE}`;
const GROUP = "[0-9a-fA-F]{1,4}";

/** Fewer groups than this. Four IPv4 numbers at the end count as one group. */
const fewerThan = (groups: number): string => `(?!(?::*${GROUP}\\b){${groups}})`;

const V6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){6}${V4}`,
  `${fewerThan(8)}(?:(?:${GROUP}:)+|:)(?:(?::${GROUP})+|:)`,
  `${fewerThan(7)}(?:(?:${GROUP}:)+|:)(?::${GROUP})*:${V4}`,
].join("|");

/** The pattern that matches what `isAddressOrNetwork` accepts, for JSON Schema. */
export const ADDRESS_OR_NETWORK = `^(?:${V4}(?:/(?:[12]?[0-9]|3[0-2]))?|(?:${V6})(?:/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8]))?)$`;
