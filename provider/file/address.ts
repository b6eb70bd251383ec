import { isIP } from "node:net";

/** Whether the text is an IP address, or a network such as `203.0.113.0/24`. Names of network interfaces are refused. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || more.length > 0) return false;
  return length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}
