const BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const V4 = `(?:${BYTE}\\.){3}${BYTE}`;
const GROUP = "[0-9a-fA-F]{1,4}";

/** Not as many groups, or more; the four numbers of IPv4 at the end count as one. */
const fewerThan = (groups: number): string => `(?!(?::*${GROUP}\\b){${groups}})`;

const V6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){6}${V4}`,
  `${fewerThan(8)}(?:(?:${GROUP}:)+|:)(?:(?::${GROUP})+|:)`,
  `${fewerThan(7)}(?:(?:${GROUP}:)+|:)(?::${GROUP})*:${V4}`,
].join("|");

/** What `isAddressOrNetwork` says by code, for JSON Schema. */
export const ADDRESS_OR_NETWORK = `^(?:${V4}(?:/(?:[12]?[0-9]|3[0-2]))?|(?:${V6})(?:/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8]))?)$`;
