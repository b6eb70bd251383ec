import { isIP } from "node:net";
import type { Forms } from "../forms.ts";

/** An IP address or network as the service shows it. Any other text stays. */
export function showAddress(text: unknown, { prefix, ipv6 }: NonNullable<Forms["addresses"]>): unknown {
  if (typeof text !== "string") return text;
  const [address = "", length, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return text;
  const whole = version === 4 ? "32" : "128";
  const shown = version === 6 ? showIPv6(address, ipv6) : address;
  if (prefix === "added" && length === undefined) return `${shown}/${whole}`;
  if (prefix === "removed" && length === whole) return shown;
  return length === undefined ? shown : `${shown}/${length}`;
}

function showIPv6(address: string, form: NonNullable<Forms["addresses"]>["ipv6"]): string {
  switch (form) {
    case undefined:
      return address;
    case "upper-case":
      return address.toUpperCase();
    case "compressed":
      return compressed(address);
    case "expanded":
      return expanded(address);
  }
}

/** As in a URL: lower case, without leading zeros, the longest run of zeros as `::`. */
function compressed(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function expanded(address: string): string {
  const [before = "", after] = compressed(address).split("::");
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const [left, right] = [groups(before), groups(after ?? "")];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, "0")).join(":");
}
