import ipaddr from "ipaddr.js";
import { isIP } from "node:net";

/**
 * The canonical form of an IP address or network (RFC 5952): IPv6 compressed and in lower case, a network by its first
 * address, and no length where it covers a single address (`/32`, `/128`). Any other text is returned unchanged.
 */
export function canonicalAddress(text: string): string {
  if (!isAddressOrNetwork(text)) return text;
  if (!text.includes("/")) return format(ipaddr.parse(text));
  const [network, bits] = ipaddr.parseCIDR(text);
  const isIPv4 = network.kind() === "ipv4";
  if (bits === (isIPv4 ? 32 : 128)) return format(network);
  const first = (isIPv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text);
  return `${format(first)}/${bits}`;
}

/** Whether the text is an IP address, or a network such as `203.0.113.0/24`. An address with a zone (`fe80::1%eth0`) is not. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  // ipaddr.js alone is too lenient: it reads `127.1` and `0x7f.1` as addresses.
  if (isIP(address) === 0 || address.includes("%") || more.length > 0) return false;
  return length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && ipaddr.isValidCIDR(text));
}

function format(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
