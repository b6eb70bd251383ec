import type { IncomingHttpHeaders } from "node:http";
import { forbidden, type Refusal } from "../refusal.ts";

/** localhost, 127.0.0.0/8 or [::1], with any port or none. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/**
 * The refusal of a request that may come from a web page. A browser sends `Origin` with every request that changes something,
 * and the name of the page in `Host`, also if that name leads to this machine. Undefined if the request can be handled.
 */
export function refuseForeign({ host, origin }: IncomingHttpHeaders): Refusal | undefined {
  if (host === undefined || !loopback.test(host)) {
    const name = host === undefined ? "no Host header" : `the Host header ${JSON.stringify(host)}`;
    return forbidden(`The request has ${name}. Use the address localhost, 127.0.0.1 or [::1].`);
  }
  if (origin !== undefined) {
    return forbidden(
      `The request has the Origin header ${JSON.stringify(origin)}. Web pages cannot use the emulator; send it without Origin.`,
    );
  }
  return undefined;
}
